package io.quorate.ssh;

import io.quorate.port.Failure;
import io.quorate.shell.Question;
import io.quorate.shell.Script;
import io.quorate.shell.SentScript;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line that carries out a script on a host. It is limited to 128 KiB, and sudo logs it
 * whole.
 *
 * @param line for the user's login shell, whichever that is
 * @param input what standard input begins with
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they travel
record RemoteCommand(String line, byte[] input) {
  private static final int LONGEST = 120 * 1024;

  /**
   * The command of a script.
   *
   * @param question by which the script asks
   * @param seconds after which it is ended on the host, with all processes it started in its
   *     process group
   * @param sudo the limit is inside of it, because a process of root cannot be ended from outside
   */
  static RemoteCommand of(
      Script script, Question question, List<String> arguments, long seconds, boolean sudo) {
    var sent = SentScript.of(script, question);
    var words = new ArrayList<String>(List.of(SentScript.shell("", seconds), "sh"));
    words.addAll(sent.words(script, arguments));
    String line = asRoot(sudo) + "/bin/sh -c " + Quoted.words(words);
    if (line.length() > LONGEST || line.indexOf('\0') >= 0) {
      throw new Failure.Fault(
          "the arguments of the script " + script.name() + " do not fit into a command line");
    }
    return new RemoteCommand(line, sent.input());
  }

  /** In English, because Quorate reads what sudo says. */
  static String asRoot(boolean sudo) {
    return sudo ? "env LC_ALL=C sudo -n " : "";
  }
}
