package io.quorate.ssh;

import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import java.util.regex.Pattern;

/**
 * Why a host carried out the command line and the script did not begin, told by what sudo, timeout
 * and the login shell say. Nothing was done then.
 */
final class UnstartedScript {
  private static final Pattern NO_TERMINAL = Pattern.compile("must have a tty");
  private static final Pattern NO_RIGHT =
      Pattern.compile(
          "password is required|terminal is required|not in the sudoers|may not run sudo"
              + "|not allowed to (execute|run)|account validation failure");

  /**
   * Exit code of a shell that does not find a command. The shell's message is in the language of
   * the login.
   */
  private static final int NOT_FOUND = 127;

  private static final Pattern OTHER_TIMEOUT =
      Pattern.compile("timeout: (invalid|unrecognized|unknown) option|Usage: timeout");
  private static final Pattern NO_LOGIN = Pattern.compile("account is (currently )?not available");
  private static final int LONGEST = 300;

  private UnstartedScript() {}

  /**
   * The failure.
   *
   * @param what the script and its host, for the sentence
   * @param said what the host printed, on both outputs
   */
  static Failure failure(SshTarget target, String what, int exit, String said) {
    String on = " on " + target.host().place();
    if (target.sudo() && NO_TERMINAL.matcher(said).find()) {
      return new Failure.Fault(
          "sudo wants a terminal%s; add to its sudoers: Defaults:%s !requiretty"
              .formatted(on, target.user()));
    }
    if (target.sudo() && exit == NOT_FOUND && !said.contains("timeout")) {
      return new Failure.Fault(
          "sudo is missing%s; install it, or log in as root without sudo".formatted(on));
    }
    if (target.sudo() && NO_RIGHT.matcher(said).find()) {
      return new Failure.Fault(
          "sudo does not let %s become root without a password%s; add to its sudoers: %s"
              .formatted(target.user(), on, sudoersLine(target.user())));
    }
    if (exit == NOT_FOUND && said.contains("timeout")) {
      return new Failure.Fault("timeout is missing" + on + "; install coreutils");
    }
    if (OTHER_TIMEOUT.matcher(said).find()) {
      return new Failure.Fault(
          "timeout%s does not know -k, as that of an old busybox; install coreutils".formatted(on));
    }
    if (NO_LOGIN.matcher(said).find()) {
      return new Failure.Fault(
          "%s has no login shell%s; give the user /bin/sh".formatted(target.user(), on));
    }
    return new Failure.Transient(
        "nothing was done: %s did not begin (exit %d)%s".formatted(what, exit, tail(said)));
  }

  /** The narrowest line that works. It is all of root. */
  static String sudoersLine(String user) {
    return user + " ALL=(root) NOPASSWD: /bin/sh";
  }

  private static String tail(String said) {
    String line = CleanText.line(said);
    if (line.isEmpty()) {
      return "";
    }
    return ": " + (line.length() > LONGEST ? line.substring(line.length() - LONGEST) : line);
  }
}
