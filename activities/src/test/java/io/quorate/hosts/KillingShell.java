package io.quorate.hosts;

import io.quorate.port.Failure;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A shell whose scripts die at a line: all processes of the script get SIGKILL there, and the
 * worker dies with them, so that nothing is carried out afterwards.
 */
final class KillingShell implements Shell {
  private static final String DEATH = "kill -KILL 0; kill -KILL $$\n";

  private final Shell real = new LocalShell();
  private final List<String> ran = new ArrayList<>();
  private final String script;
  private final String line;
  private final String instead;
  private boolean dead;

  private KillingShell(String script, String line, String instead) {
    this.script = script;
    this.line = line;
    this.instead = instead;
  }

  /** Kills the script right before a line of it. */
  static KillingShell before(String script, String line) {
    return new KillingShell(script, line, DEATH + line);
  }

  /**
   * Kills the script and what it runs once a file has its first bytes, which a command behind this
   * line writes: so in the middle of that command, or soon after one that is quick.
   */
  static KillingShell onceThereIs(String file, String script, String line) {
    String begun = "until [ -s \"" + file + "\" ]; do kill -0 $$ || exit; done";
    return new KillingShell(script, line, "(" + begun + "; " + DEATH + ") &\n" + line);
  }

  /** Puts another text in place of a line of a script; whoever wrote it kills the script. */
  static KillingShell with(String script, String line, String instead) {
    return new KillingShell(script, line, instead);
  }

  /** Kills nothing, and tells what ran. */
  static KillingShell recording() {
    return new KillingShell("", "", "");
  }

  /** The names of the scripts that ran, in order. */
  List<String> ran() {
    return List.copyOf(ran);
  }

  @Override
  public Ended run(Script asked, List<String> arguments, Reply reply, Duration limit) {
    if (dead) {
      throw new Failure.Transient("the worker is dead");
    }
    ran.add(asked.name());
    if (!asked.name().equals(script)) {
      return real.run(asked, arguments, reply, limit);
    }
    if (!asked.text().contains(line)) {
      throw new AssertionError("the script " + script + " has no line " + line);
    }
    dead = true;
    return real.run(
        new Script(asked.name(), asked.text().replace(line, instead)), arguments, reply, limit);
  }
}
