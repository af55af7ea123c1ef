package io.quorate.hosts;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Host;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import io.quorate.shell.ScriptCalls;
import io.quorate.shell.Shell;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Sight;
import io.quorate.supervisor.StartObjection;
import io.quorate.supervisor.Supervisor;
import io.quorate.volume.Mount;
import io.quorate.volume.Volume;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Scripts of one member, run on its host; maps their exit codes to failures. */
public record MemberScripts(MemberPaths member, Host host, HostLimits limits, Mount mount) {
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
    return calls().look(wanted.with(absence().part()), arguments(more), limit);
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
    return calls().underLock(wanted.with(absence().part()), arguments(more), limit, decide);
  }

  /** Throws unless the observation under the lock equals the one before it. */
  <T> void requireUnchanged(T before, T now) {
    calls().requireUnchanged(before, now);
  }

  /**
   * Throws unless the process is proven absent: a process that is neither proven to run nor proven
   * gone is left alone.
   */
  void requireAbsent(Sight observation, String what) {
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

  /**
   * The directory of the member's data, whose scripts prove with this look that it does not run.
   */
  public Volume volume() {
    return new Volume(
        member.name(),
        member.etcdName().value(),
        member.dataDirectory(),
        member.environmentFile(),
        mount,
        host,
        limits,
        absence());
  }

  private SupervisedAbsence absence() {
    return new SupervisedAbsence(member);
  }

  private ScriptCalls calls() {
    return new ScriptCalls(host, member.name().value(), member.supervisor().lockFile());
  }

  private List<String> arguments(List<String> more) {
    return volume().arguments(more);
  }
}
