package io.quorate.shell;

import io.quorate.port.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The shell of the machine that Quorate runs on. */
public final class LocalShell implements Shell {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          // The scripts read error messages in English.
          "LC_ALL", "C");

  @Override
  public Ended run(Script script, List<String> arguments, Reply reply, Duration limit) {
    // The script gets a process group of its own, so that all its processes can be killed together,
    // and Ctrl-C at Quorate does not reach them.
    var command =
        new ArrayList<>(List.of("setsid", "--wait", "/bin/sh", "-c", script.text(), script.name()));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command);
    // Quorate's own environment is not passed on: with an ETCD_ variable in it, a script would be
    // taken for the member's process.
    builder.environment().clear();
    builder.environment().putAll(ENVIRONMENT);
    var question = Question.ofThisRun();
    builder.environment().put(Question.VARIABLE, question.word());
    return follow(builder, script.name(), question, reply, limit);
  }

  /** Starts the process of a script and follows it to its end. */
  public static Ended follow(
      ProcessBuilder script, String name, Question question, Reply reply, Duration limit) {
    var run = new ScriptRun("the script " + name, question, reply, limit);
    try (var process = new LocalRun(name, run, script.start())) {
      return run.follow(process::toItsEnd);
    } catch (IOException e) {
      throw new Failure.Transient(
          "the script " + name + " could not be carried out: " + e.getMessage(), e);
    }
  }
}
