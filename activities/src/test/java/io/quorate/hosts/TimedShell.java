package io.quorate.hosts;

import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shell of this machine, which remembers how long each script last took. */
final class TimedShell implements Shell {
  private final Shell shell = new LocalShell();
  private final Map<String, Long> millis = new HashMap<>();

  @Override
  public Ended run(Script script, List<String> arguments, Reply reply, Duration limit) {
    long begun = System.nanoTime();
    try {
      return shell.run(script, arguments, reply, limit);
    } finally {
      millis.put(script.name(), (System.nanoTime() - begun) / 1_000_000);
    }
  }

  long millis(String script) {
    return millis.getOrDefault(script, 0L);
  }
}
