package io.quorate.execution;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.head.StopCause;
import io.quorate.observation.Observer;
import io.quorate.observation.Polling;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.step.ReplicationProgress;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Means by which an executor brings about the effect of a step: the ports of the cluster, the view
 * on which the guard allowed it, and the permit.
 *
 * @param prepared evidence that {@link StepExecutor#prepare} collected before the guard was asked
 * @param anew looks and asks the guard again, for a permit after something that takes longer than
 *     one lasts, such as fetching a snapshot
 */
public record StepContext(
    ClusterPorts ports,
    ClusterView view,
    Permit permit,
    Attempt attempt,
    Observer observer,
    Optional<String> prepared,
    Supplier<Permit> anew) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** Age up to which a look counts as the one right before an effect. */
  private static final Duration YOUNG = Duration.ofSeconds(2);

  private static final int LAST_LINES = 5;

  Membership membership() {
    return ports.membership();
  }

  Maintenance maintenance() {
    return ports.maintenance();
  }

  /**
   * The member through which changes are sent: the leader, which knows best who is connected, or
   * any voter that votes.
   */
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

  /**
   * The permit for an effect that has to wait for a fetch: the one of this step where that took no
   * time, as with a snapshot that is at hand, otherwise one of another look. Only before the first
   * effect, because the look was before it.
   */
  Permit afterFetching() {
    return permit.isYoungerThan(YOUNG) ? permit : anew.get();
  }

  /** The means with another permit. */
  StepContext permitted(Permit other) {
    return new StepContext(ports, view, other, attempt, observer, prepared, anew);
  }

  MemberStatus answer(MemberName name) {
    return member(name).status().orElseThrow(() -> new Failure.NotYet(name + " does not answer"));
  }

  ClusterView lookAgain() {
    return observer.glance(Set.of());
  }

  /** Observes the cluster again, and the host of this member even if the member answers. */
  ClusterView lookAgainAt(MemberName host) {
    return observer.glance(Set.of(host));
  }

  /** How far a member is that receives the cluster's data, by its answer and by its disk. */
  ReplicationProgress howFar(
      MemberName member, ClusterView seen, Optional<ReplicationProgress> before) {
    return ReplicationProgress.of(
        seen, member, ports.data().databaseBytes(member).orElse(0L), before);
  }

  /** The state of a member's process with its evidence, and the last lines of its log. */
  String lastWords(MemberName member) {
    List<String> lines = ports.workloads().lastLogLines(member, LAST_LINES);
    Workload process = ports.workloads().look(member);
    return "Its process: "
        + process.evidence()
        + process.hang().map(sign -> ", which " + sign.evidence()).orElse("")
        + ". "
        + (lines.isEmpty() ? "Its log is empty." : StopCause.withLog(lines));
  }

  /** Waits between two looks; an interrupt ends the attempt. */
  void pause(Duration time) {
    if (attempt.isOver()) {
      throw new Failure.Transient("this attempt is over");
    }
    Polling.sleep(time);
  }

  /** Polling that ends when the attempt ends. */
  Polling polling(Duration between) {
    return new Polling(between, System::nanoTime, this::pause);
  }

  /**
   * Looks repeatedly during a time in which nothing may be missing: a member that has just started,
   * or one whose disk has not followed yet, shows values that do not last (docs/etcd.md#upgrades,
   * #downgrades). Throws {@link Failure.NotYet} as soon as something is missing.
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
