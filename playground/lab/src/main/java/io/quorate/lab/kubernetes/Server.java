package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Await;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A server of the lab: one process, with what it starts, in a control group of its own.
 *
 * @param log the server's output is appended here
 */
record Server(ControlGroup group, Path log) {
  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** A shell script that enters the group and becomes the server. */
  private static final String JOIN_AND_BECOME = "echo $$ >\"$0\" && exec \"$@\"";

  /** Starts the server and returns before it serves. */
  void start(List<String> words) throws IOException, InterruptedException {
    if (isRunning()) {
      throw new IllegalStateException(group.path() + " is running already");
    }
    group.create();
    var all = new ArrayList<>(List.of("setsid", "sh", "-c", JOIN_AND_BECOME));
    all.add(group.joining().toString());
    all.addAll(words);
    var builder =
        new ProcessBuilder(all)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().clear();
    builder.environment().put("PATH", PATH);
    builder.environment().put("HOME", String.valueOf(log.getParent()));
    Process starter = builder.start();
    Await.until(
        words.getFirst() + " to be in its control group",
        START_LIMIT,
        () -> isRunning() || !starter.isAlive());
    if (!isRunning()) {
      throw new IOException(group.path() + " ended at once: " + lastLogLine());
    }
  }

  boolean isRunning() {
    return !group.processes().isEmpty();
  }

  /** The oldest process of the server. */
  long pid() throws IOException {
    if (!isRunning()) {
      throw new IOException(group.path() + " does not run: " + lastLogLine());
    }
    return group.processes().getFirst().pid();
  }

  void kill() throws InterruptedException {
    group.kill();
  }

  /**
   * Waits until the server does what it is for.
   *
   * @throws IOException when the server ends meanwhile; the message has its last line
   */
  void await(String what, Duration limit, Await.Condition condition)
      throws IOException, InterruptedException {
    Await.until(what, limit, Duration.ofMillis(150), () -> !isRunning() || condition.isMet());
    if (!isRunning()) {
      throw new IOException(group.path() + " ended: " + lastLogLine());
    }
  }

  private String lastLogLine() throws IOException {
    return Files.exists(log)
        ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .reduce((earlier, later) -> later)
            .orElse("its log is empty")
        : "it has no log";
  }
}
