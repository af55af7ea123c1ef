package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/** Gives a learner that is in sync its vote; done when the list and the member itself say so. */
public record PromoteLearner(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Promote " + member + " to voter";
  }

  @Override
  public Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.CHANGE;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .filter(Member::isVoter)
        .filter(seen -> seen.status().filter(status -> !status.learner()).isPresent())
        .flatMap(Member::id)
        .map(id -> member + " (" + id + ") is a voter and says so itself");
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().promoted(member);
  }

  @Override
  public Optional<MemberName> newcomer() {
    return Optional.of(member);
  }

  @Override
  public boolean changesVoters() {
    return true;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member);
    if (seen.isEmpty() || !seen.get().isListed()) {
      return new Verdict.Refused(member + " is not in the membership");
    }
    if (seen.get().isVoter()) {
      return new Verdict.NotYet(member + " is listed as a voter and does not say so itself yet");
    }
    Optional<MemberStatus> status =
        view.isLive(seen.get()) ? seen.get().status() : Optional.empty();
    return status.isPresent()
        ? Verdict.PROCEED
        : new Verdict.NotYet(member + " does not answer; a silent member gets no vote");
  }
}
