package io.quorate.hosts;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Host;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import io.quorate.shell.Shell;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.StartObjection;
import io.quorate.supervisor.Supervision;
import io.quorate.volume.Mount;
import io.quorate.volume.Volume;
import io.quorate.volume.VolumeScript;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Scripts of a member, which run on the member's host. */
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
  Facts look(VolumeScript script, List<String> more) {
    return volume().look(script, more);
  }

  MemberObservation observation() {
    return sight(look(MemberScript.LOOK, List.of()));
  }

  MemberObservation sight(Facts facts) {
    return new Supervision(member, facts).process();
  }

  /** Runs a script that takes the member's lock; see {@link Volume#underLock}. */
  Facts underLock(VolumeScript script, List<String> more, Function<Facts, String> decide) {
    return volume().underLock(script, more, decide);
  }

  /** Runs such a script with a time limit of its own. */
  Facts underLock(
      VolumeScript script, List<String> more, Duration limit, Function<Facts, String> decide) {
    return volume().underLock(script, more, limit, decide);
  }

  /** Throws unless the observation under the lock equals the one before it. */
  <T> void requireUnchanged(T before, T now) {
    volume().requireUnchanged(before, now);
  }

  /**
   * Throws unless the process is proven absent: a process that is neither proven to run nor proven
   * gone is left alone.
   */
  void requireAbsent(MemberObservation observation, String what) {
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
    var supervision = new Supervision(member, facts);
    supervision
        .objection()
        .or(() -> StartObjection.ofTwoOwners(facts))
        .or(supervision::obstacle)
        .ifPresent(
            why -> {
              throw new Failure.Refused(member.name() + " is not " + what + ": " + why);
            });
  }

  /** Throws where a person has to do something before a member that runs is stopped. */
  void requireRead(Facts facts) {
    new Supervision(member, facts)
        .unread()
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
        new SupervisedAbsence(member));
  }
}
