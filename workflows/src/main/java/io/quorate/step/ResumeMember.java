package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Starts a member again with the data it had (docs/etcd.md#restarting). Data that is not proven
 * whole is never started under a known identity: a voter without its log forgets what it
 * acknowledged (docs/etcd.md#n-03).
 */
public record ResumeMember(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Start " + member + " with its data";
  }

  @Override
  public boolean startsOnData() {
    return true;
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  /**
   * Budget of three starts, because a crash loop destroys evidence (docs/etcd.md#time-limits), and
   * one more for the death of a worker.
   */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(5), 4);
  }

  /** The budget with the time in which all of the data is read before the start. */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toRead(view, member));
  }

  /**
   * The evidence that nothing is left to start, also for a member that is not in the membership any
   * more, which stays stopped. A next place was never in the membership and is started.
   */
  @Override
  public Optional<String> isDone(ClusterView view) {
    if (view.member(member).filter(m -> m.isListed() || m.nextOf().isPresent()).isEmpty()) {
      return Optional.of(member + " is not in the membership and stays stopped");
    }
    return view.member(member)
        .filter(view::isLive)
        .flatMap(Member::status)
        .map(status -> member + " answers as " + status.memberId());
  }

  /** The member counts as silent until {@link AwaitVoting} has seen it vote. */
  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().workload(member, Workload.State.RUNNING);
  }

  /**
   * May run without quorum: when another voter dies while this one is stopped, quorum is lost until
   * one of them is back (docs/etcd.md#quorum), and this one's data is known to be whole
   * (docs/etcd.md#n-03).
   */
  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member);
    if (seen.flatMap(Member::entry).filter(MembershipEntry::started).isEmpty()) {
      return new Verdict.Refused(member + " is no member that was ever started");
    }
    return switch (seen.get().workload().state()) {
      case STOPPED, HELD ->
          Preconditions.stranger(view, seen.get(), "put its own data back")
              .or(() -> Preconditions.otherHistory(view, seen.get()))
              .orElseGet(() -> data(seen.get()));
      case RUNNING ->
          seen.get()
              .hang()
              .<Verdict>map(hang -> new Verdict.Refused(member + " runs and hangs; end it first"))
              .orElse(Verdict.PROCEED);
      case ABSENT, UNKNOWN -> Preconditions.cannotBeStarted(seen.get());
    };
  }

  private Verdict data(Member stopped) {
    if (stopped.data().doubt().isPresent()) {
      return new Verdict.Refused(
          "%s is not started: %s".formatted(member, stopped.data().doubt().get()));
    }
    return stopped.data().intact()
        ? Verdict.PROCEED
        : new Verdict.Refused(
            "the data of "
                + member
                + " is not proven whole ("
                + stopped
                    .data()
                    .damage()
                    .orElse("its data directory is " + Preconditions.word(stopped.data().state()))
                + "); it is never started so: use minority-replace, with --data-is-lost where it"
                + " asks for that");
  }
}
