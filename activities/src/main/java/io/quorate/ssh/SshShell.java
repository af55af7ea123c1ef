package io.quorate.ssh;

import io.quorate.shell.Question;
import io.quorate.shell.Script;
import io.quorate.shell.ScriptRun;
import io.quorate.shell.SentScript;
import io.quorate.shell.Shell;
import java.time.Duration;
import java.util.List;

/**
 * The shell of a host that is reached over SSH. A script is ended by a time limit on the host, so
 * also when the connection breaks or this process dies; a script that has asked and is not answered
 * ends at once, because its input ends.
 */
record SshShell(SshTarget target, KeptConnection kept) implements Shell {
  @Override
  public Ended run(Script script, List<String> arguments, Reply reply, Duration limit) {
    var question = Question.ofThisRun();
    var what = "the script " + script.name() + " on " + target.name();
    var run = new ScriptRun(what, question, reply, limit);
    var command =
        RemoteCommand.of(script, question, arguments, SentScript.seconds(limit), target.sudo());
    var remote = new RemoteRun(run, target);
    var channel = kept.start(command.line(), remote::prepare, run.deadline());
    return run.follow(() -> remote.toItsEnd(channel, command.input()));
  }
}
