package io.quorate.hosts;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Sight;
import io.quorate.supervisor.StartObjection;
import io.quorate.supervisor.Supervisor;
import io.quorate.volume.Mount;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Scripts of one member, run on its host; maps their exit codes to failures. */
public record MemberScripts(MemberPaths member, Host host, HostLimits limits, Mount mount) {
  private static final int REFUSED = 3;
  private static final int UNKNOWN = 4;
  private static final int LOCK_TAKEN = 75;
  private static final int NOT_ANSWERED = 76;
  private static final int CHANGED = 77;
  private static final int UNSEEN = 78;

  /**
   * Checks the mount. Throws {@link Failure.Fault} when the path of the mount point is not
   * absolute.
   */
  public MemberScripts {
    mount.point().ifPresent(point -> MemberPaths.path(member.name(), "mount point", point));
  }

  /** Scripts for a member whose mounts are those that its machine is configured for. */
  public MemberScripts(MemberPaths member, Host host, HostLimits limits) {
    this(member, host, limits, Mount.AS_THE_MACHINE_SAYS);
  }

  /** Scripts on the machine that Quorate runs on, with this shell. */
  public MemberScripts(MemberPaths member, Shell shell, HostLimits limits) {
    this(member, new LocalHost(shell), limits);
  }

  /** Runs a script that only looks. */
  Facts look(MemberScript wanted, List<String> more) {
    return look(wanted, more, limits.look());
  }

  /** Runs a script that only looks, with a limit of its own, as for files that are read whole. */
  Facts look(MemberScript wanted, List<String> more, Duration limit) {
    Script script = wanted.under(member.supervisor());
    var ended = host.shell().run(script, arguments(more), Shell.Reply.NONE, limit);
    return facts(script, ended, false);
  }

  Sight observation() {
    return sight(look(MemberScript.LOOK, List.of()));
  }

  Sight sight(Facts facts) {
    return member.supervisor().sight(facts);
  }

  /**
   * Runs a script that takes the member's lock, prints what it sees, and acts once it is answered.
   *
   * @param decide gets the facts seen under the lock; its return value is the answer, and an
   *     exception from it ends the script without an effect
   */
  Facts underLock(MemberScript script, List<String> more, Function<Facts, String> decide) {
    return underLock(script, more, limits.act(), decide);
  }

  /**
   * Runs a script under the member's lock with a time limit of its own, for effects that take long.
   */
  Facts underLock(
      MemberScript wanted, List<String> more, Duration limit, Function<Facts, String> decide) {
    Script script = wanted.under(member.supervisor());
    Shell.Reply reply = question -> decide.apply(Facts.of(host.name(), question));
    var ended = host.shell().run(script, arguments(more), reply, limit);
    return facts(script, ended, true);
  }

  /** Throws unless the observation under the lock equals the one before it. */
  static <T> void requireUnchanged(MemberPaths member, T before, T now) {
    if (!before.equals(now)) {
      throw new Failure.Transient(
          "nothing was done: something else changed %s since it was looked at, or its host booted, or"
                  .formatted(member.name())
              + " another machine has its address; looking again");
    }
  }

  /**
   * Throws unless the process is proven absent: a process that is neither proven to run nor proven
   * gone is left alone.
   */
  static void requireAbsent(MemberPaths member, Sight observation, String what) {
    Workload workload = observation.workload(member);
    if (!workload.provenAbsent()) {
      throw new Failure.Refused(member.name() + " is not " + what + ": " + workload.evidence());
    }
  }

  /**
   * Throws where the member could not be started again as its files say: what is learnt only at the
   * start is learnt too late.
   */
  void requireStartable(Facts facts, String what) {
    Supervisor supervisor = member.supervisor();
    supervisor
        .objection(member, facts)
        .or(() -> StartObjection.ofTwoOwners(facts))
        .or(() -> supervisor.obstacle(facts))
        .ifPresent(
            why -> {
              throw new Failure.Refused(member.name() + " is not " + what + ": " + why);
            });
  }

  /** Throws where a person has to do something before a member that runs is stopped. */
  void requireRead(Facts facts) {
    member
        .supervisor()
        .unread(facts)
        .ifPresent(
            what -> {
              throw new Failure.Refused(member.name() + " is not stopped: " + what);
            });
  }

  private List<String> arguments(List<String> more) {
    var arguments =
        new ArrayList<>(
            List.of(
                member.etcdName().value(),
                member.dataDirectory(),
                member.environmentFile(),
                member.binary(),
                member.supervisor().service(),
                member.supervisor().logFile(),
                seconds(limits.lock()),
                seconds(limits.answer())));
    arguments.addAll(mount.arguments());
    arguments.addAll(more);
    return arguments;
  }

  static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.toSeconds()));
  }

  /**
   * The facts of a script that did its work; a failure for every other end.
   *
   * @param acts whether it may have had an effect when it ended in no way that it knows
   */
  private Facts facts(Script script, Shell.Ended ended, boolean acts) {
    String of = " of " + member.name();
    return switch (ended.exit()) {
      case 0 -> read(ended, acts);
      case REFUSED -> throw new Failure.Refused(why(ended, acts, "refused") + of);
      case UNKNOWN -> throw new Failure.Unknown(why(ended, acts, "unknown") + of);
      case LOCK_TAKEN ->
          throw new Failure.Transient(
              "nothing was done: %s holds the lock %s"
                  .formatted(
                      read(ended, false).sentence("lock-holder").orElse("another attempt"),
                      member.supervisor().lockFile()));
      case NOT_ANSWERED ->
          throw new Failure.Transient(
              "nothing was done: the answer came too late, the lock" + of + " was let go");
      case UNSEEN ->
          throw new Failure.Transient("nothing was done: " + why(ended, acts, "unseen") + of);
      case CHANGED ->
          throw new Failure.Transient(
              "nothing was done: " + member.name() + " changed at the last moment; looking again");
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
