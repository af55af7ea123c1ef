package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.diagnosis.Return;
import java.time.Duration;
import java.util.Optional;

/**
 * Starts a member with its data while there is no quorum (docs/etcd.md#return-of-a-majority). Such
 * a member answers nobody until enough others run, so the step is done when its process runs; that
 * it votes is what {@link AwaitVoting} waits for.
 */
public record ReturnMember(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Start " + member + " with its data; it serves once enough voters run";
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
   * one more for the death of a worker. Within it all data is read before the start: 8 GiB at 20
   * MB/s take seven minutes.
   */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(15), 4);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .filter(seen -> seen.workload().state() == Workload.State.RUNNING)
        .map(seen -> member + " runs: " + seen.workload().evidence());
  }

  /** The member counts as silent until {@link AwaitVoting} has seen it vote. */
  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().workload(member, Workload.State.RUNNING);
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member).filter(Member::isVoter);
    if (seen.isEmpty()) {
      return new Verdict.Refused(member + " is no voter as far as is known");
    }
    Optional<ForgetfulVoter> forgetful = ForgetfulVoter.in(view);
    if (forgetful.isPresent()) {
      return new Verdict.Refused(
          member
              + " is not started: "
              + forgetful.get().voter().name()
              + " "
              + forgetful.get().why());
    }
    Return how = Return.of(view, seen.get());
    return switch (how) {
      case STARTABLE, RUNS, SERVES -> Verdict.PROCEED;
      case FORGETFUL, STOPPED_BY_SIGNAL, HANGS, AWAY, OUTDATED, FORKED, NEVER_STARTED, GONE ->
          new Verdict.Refused(member + " is not started: it " + how.sentence(view, seen.get()));
    };
  }
}
