package io.quorate.execution;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.observation.Observer;
import io.quorate.observation.Polling;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a step executor has at hand: the ports of its cluster, the view on which the guard said yes,
 * and the yes itself.
 *
 * @param prepared what was found out before the guard was asked
 */
public record StepContext(
    ClusterPorts ports,
    ClusterView view,
    Permit permit,
    Attempt attempt,
    Observer observer,
    Optional<String> prepared) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  Membership membership() {
    return ports.membership();
  }

  Maintenance maintenance() {
    return ports.maintenance();
  }

  /** The member to ask for a change: the leader, for its view of who is connected is the best. */
  MemberName through() {
    return view.leader()
        .filter(view::isVoting)
        .or(() -> view.voting().stream().findFirst())
        .map(Member::name)
        .orElseThrow(() -> new Failure.NotYet("no voter takes part in the quorum now"));
  }

  Member member(MemberName name) {
    return view.member(name)
        .orElseThrow(() -> new Failure.Refused(name + " is neither configured nor listed"));
  }

  MemberId id(MemberName name) {
    return member(name)
        .id()
        .orElseThrow(() -> new Failure.Refused(name + " is not in the membership"));
  }

  MemberStatus answer(MemberName name) {
    return member(name).status().orElseThrow(() -> new Failure.NotYet(name + " does not answer"));
  }

  ClusterView lookAgain() {
    return observer.glance(Optional.empty());
  }

  /** One look around the step, its host included. */
  ClusterView lookAgainAt(MemberName host) {
    return observer.glance(Optional.of(host));
  }

  /** Waits between two looks; an interrupt ends the attempt. */
  void pause(Duration time) {
    if (attempt.isOver()) {
      throw new Failure.Transient("this attempt is over");
    }
    Polling.sleep(time);
  }

  /** Polling that ends with the attempt. */
  Polling polling(Duration between) {
    return new Polling(between, System::nanoTime, this::pause);
  }

  /**
   * Looks for as long as nothing may be missing: a member that has just started, or one whose disk
   * has not followed yet, shows what does not last (docs/etcd.md#upgrades, #downgrades). Throws
   * {@link Failure.NotYet} as soon as something is missing.
   */
  void requireFor(Duration time, Function<ClusterView, Optional<String>> missing) {
    Optional<String> gap =
        polling(BETWEEN_LOOKS)
            .within(
                time,
                () -> {
                  attempt.progress("it shows, and has to stay so for " + time.toSeconds() + " s");
                  return missing.apply(lookAgain());
                });
    gap.ifPresent(
        what -> {
          throw new Failure.NotYet(what);
        });
  }
}
