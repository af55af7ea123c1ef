package io.quorate.shell;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Calls of scripts about one subject on a host, whose first parts are {@code facts.sh} and, where
 * they act, {@code lock.sh}. Every end of a script but a good one becomes a failure.
 *
 * @param subject whom they are about, in sentences
 * @param lockFile what they lock before they act
 */
public record ScriptCalls(Host host, String subject, String lockFile) {
  private static final int REFUSED = 3;
  private static final int UNKNOWN = 4;
  private static final int LOCK_TAKEN = 75;
  private static final int NOT_ANSWERED = 76;
  private static final int CHANGED = 77;
  private static final int UNSEEN = 78;

  /** Runs a script that only looks. */
  public Facts look(Script script, List<String> arguments, Duration limit) {
    return facts(script, host.shell().run(script, arguments, Shell.Reply.NONE, limit), false);
  }

  /**
   * Runs a script that takes a lock, prints what it sees, and acts once it is answered.
   *
   * @param decide gets the facts seen under the lock; its return value is the answer, and an
   *     exception from it ends the script without an effect
   */
  public Facts underLock(
      Script script, List<String> arguments, Duration limit, Function<Facts, String> decide) {
    Shell.Reply reply = question -> decide.apply(Facts.of(host.name(), question));
    return facts(script, host.shell().run(script, arguments, reply, limit), true);
  }

  /** Throws unless the observation under the lock equals the one before it. */
  public <T> void requireUnchanged(T before, T now) {
    if (!before.equals(now)) {
      throw new Failure.Transient(
          "nothing was done: something else changed %s since it was looked at, or its host booted, or"
                  .formatted(subject)
              + " another machine has its address; looking again");
    }
  }

  /**
   * The facts of a script that did its work; a failure for every other end.
   *
   * @param acts whether it may have had an effect when it ended in no way that it knows
   */
  private Facts facts(Script script, Shell.Ended ended, boolean acts) {
    String of = " of " + subject;
    return switch (ended.exit()) {
      case 0 -> read(ended, acts);
      case REFUSED -> throw new Failure.Refused(why(ended, acts, "refused") + of);
      case UNKNOWN -> throw new Failure.Unknown(why(ended, acts, "unknown") + of);
      case LOCK_TAKEN ->
          throw new Failure.Transient(
              "nothing was done: %s holds the lock %s"
                  .formatted(
                      read(ended, false).sentence("lock-holder").orElse("another attempt"),
                      lockFile));
      case NOT_ANSWERED ->
          throw new Failure.Transient(
              "nothing was done: the answer came too late, the lock" + of + " was let go");
      case UNSEEN ->
          throw new Failure.Transient("nothing was done: " + why(ended, acts, "unseen") + of);
      case CHANGED ->
          throw new Failure.Transient(
              "nothing was done: " + subject + " changed at the last moment; looking again");
      default -> throw broken("the script " + script.name() + of + " ended with " + ended, acts);
    };
  }

  private String why(Shell.Ended ended, boolean acts, String key) {
    return read(ended, acts).sentence(key).orElse(key);
  }

  /**
   * Parses the output of a script. A malformed answer of a script that acts is an unknown outcome,
   * because the change may have been made.
   */
  private Facts read(Shell.Ended ended, boolean acts) {
    try {
      return Facts.of(host.name(), ended.output());
    } catch (Failure.Refused lie) {
      throw acts ? new Failure.Unknown(String.valueOf(lie.getMessage()), lie) : lie;
    }
  }

  private static Failure broken(String sentence, boolean acts) {
    return acts ? new Failure.Unknown(sentence) : new Failure.Transient(sentence);
  }
}
