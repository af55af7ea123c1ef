package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/**
 * Starts a learner with an empty data directory and the membership as quorum confirms it; done when
 * the member answers as that learner.
 *
 * <p>A data directory with something in it is started only when this very learner made it (the
 * start gate, docs/etcd.md#start-gate), by the files that are there and by whose data they say it
 * is.
 */
public record StartMember(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Start " + member + " as a learner";
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
    return new Budget(Duration.ofMinutes(2), 4);
  }

  /** The budget with the time in which the leader's database arrives: it serves only after that. */
  @Override
  public Budget budget(ClusterView view) {
    long bytes = view.largestDatabase();
    return new Budget(
        budget().attempt().plus(HowFar.patience(bytes)).plus(HowFar.toReceive(bytes)),
        budget().attempts());
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .filter(view::isLive)
        .flatMap(Member::status)
        .map(status -> member + " answers as " + status.memberId());
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().started(member);
  }

  @Override
  public Optional<MemberName> newcomer() {
    return Optional.of(member);
  }

  @Override
  public Optional<Step> undo() {
    return Optional.of(new StopMember(member));
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member);
    if (seen.isEmpty() || !seen.get().isLearner()) {
      return new Verdict.Refused(
          member + " is not a learner; a voter is never started with an empty data directory");
    }
    return switch (seen.get().workload().state()) {
      case STOPPED, HELD ->
          Preconditions.stranger(view, seen.get(), "it must be removed and added anew")
              .or(() -> tooOld(view, seen.get()))
              .orElseGet(() -> data(seen.get()));
      case RUNNING -> Verdict.PROCEED;
      case ABSENT, UNKNOWN -> Preconditions.cannotBeStarted(seen.get());
    };
  }

  /**
   * The refusal of an etcd older than the cluster version, which ends at once (docs/etcd.md#n-19).
   */
  private Optional<Verdict> tooOld(ClusterView view, Member learner) {
    return learner
        .installation()
        .binary()
        .flatMap(version -> Preconditions.mayJoin(view, member, version));
  }

  private Verdict data(Member learner) {
    boolean neverStarted = learner.entry().filter(entry -> !entry.started()).isPresent();
    if (Preconditions.nothingThere(learner.data().state())) {
      return neverStarted
          ? Verdict.PROCEED
          : new Verdict.Refused(
              member
                  + " was started before and its data is gone; it must be removed and added anew");
    }
    if (learner.data().intact()) {
      return Verdict.PROCEED;
    }
    return new Verdict.Refused(
        learner.data().state() == DataDirectory.State.UNREADABLE
            ? "the data directory of "
                + member
                + " cannot be read"
                + learner.data().doubt().map(": "::concat).orElse("")
            : "the data of " + member + " is not whole; it must be removed and added anew");
  }
}
