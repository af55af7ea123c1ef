package io.quorate.kubernetes;

import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import io.quorate.shell.MarkedRun;
import io.quorate.shell.Question;
import io.quorate.shell.Script;
import io.quorate.shell.ScriptRun;
import io.quorate.shell.SentScript;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * The shell of a container. A script is ended by a time limit in the pod, so also when the
 * connection breaks or this process dies; a script that has asked and is not answered ends at once,
 * because its input ends.
 */
record PodShell(PodPrograms programs, PodPlace place) implements Shell {
  private static final Pattern NO_SHELL =
      Pattern.compile("no such file|executable file not found|not found in \\$PATH");

  private static final int LONGEST = 300;

  /**
   * Carries the input on. The client cannot end it, so the answer has its length before it: what
   * carries the input ends after so many bytes, and the script sees the end of its input then. It
   * is left alone in the background, because a script that does not ask ends without an answer.
   */
  private static final String CARRIED =
      "exec 3<&0; { true >"
          + KeeperPod.USED
          + "; } 2>/dev/null; { { head -c %d; IFS= read -r n && head -c \"$n\"; } <&3 3<&-"
          + " 2>/dev/null & } | 3<&- ";

  @Override
  public Ended run(Script script, List<String> arguments, Reply reply, Duration limit) {
    var question = Question.ofThisRun();
    var what = "the script " + script.name() + " in " + place.name();
    var run = new ScriptRun(what, question, reply, limit);
    var sent = SentScript.of(script, question);
    String carried = CARRIED.formatted(sent.input().length);
    var command = new ArrayList<String>(List.of("/bin/sh", "-c"));
    command.add(SentScript.shell(carried, SentScript.seconds(limit)));
    command.add("sh");
    command.addAll(sent.words(script, arguments));
    var marked = new MarkedRun(run);
    var outputs = new PodOutputs(marked.output(), marked.errors(), marked::changed, marked::closed);
    PodChannel channel = programs.start(place, command, outputs, run.deadline());
    return run.follow(() -> toItsEnd(run, marked, channel, sent.input()));
  }

  private Ended toItsEnd(ScriptRun run, MarkedRun marked, PodChannel channel, byte[] input)
      throws InterruptedException, TimeoutException {
    try {
      channel.send(input);
      marked.awaitEnd(channel);
      return marked.result(
          channel.exit(),
          (exit, said) -> unbegun(run.what(), exit, exit < 0 ? channel.word() : said));
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(e.getMessage());
      }
      throw run.broken("was cut off: " + e.getMessage(), e);
    } finally {
      marked.stop();
      channel.close();
    }
  }

  private Failure unbegun(String what, int exit, String said) {
    String word = CleanText.line(said, LONGEST);
    if (exit == PodChannel.NOT_STARTED && NO_SHELL.matcher(word).find()) {
      return new Failure.Fault(
          "the image of the container %s of %s has no /bin/sh, so no script can run there: %s"
              .formatted(place.container(), place.name(), word));
    }
    return new Failure.Transient(
        "nothing was done: %s did not begin (exit %d): %s".formatted(what, exit, word));
  }
}
