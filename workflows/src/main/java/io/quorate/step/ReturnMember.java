package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.diagnosis.Return;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Starts a member with its data while there is no quorum (docs/etcd.md#return-of-a-majority). Such
 * a member answers nobody until enough others run, so the step is done when its process runs; that
 * it votes is what {@link AwaitVoting} waits for.
 *
 * @param danger why nobody can tell whether the data is an older copy, without which a voter that
 *     is missing had acknowledged writes alone; empty where the record tells, or nobody is missing,
 *     and in values stored before that was asked
 * @param needed why the promise of the plan needs this member: what the others lack may be in its
 *     data alone; empty where the record vouches for the others, and in values stored before that
 *     was asked
 */
public record ReturnMember(MemberName member, Optional<String> danger, Optional<String> needed)
    implements ActivityStep {
  public ReturnMember {
    danger = Objects.requireNonNullElse(danger, Optional.empty());
    needed = Objects.requireNonNullElse(needed, Optional.empty());
  }

  /** A start that costs no acknowledged write, and that the others can do without. */
  public ReturnMember(MemberName member) {
    this(member, Optional.empty(), Optional.empty());
  }

  @Override
  public String sentence() {
    return "Start "
        + member
        + " with its data"
        + danger.map(why -> ", which may be an older copy (" + why + ")").orElse("")
        + "; it serves once enough voters run";
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
    return danger.isPresent() ? Hazard.DESTRUCTIVE : Hazard.REVERSIBLE;
  }

  /**
   * Budget of three starts, because a crash loop destroys evidence (docs/etcd.md#time-limits), and
   * one more for the death of a worker.
   */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(15), 4);
  }

  /** The budget with the time in which all of the data is read before the start. */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toRead(view, member));
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
    String why = member + " is not started: it " + how.sentence(view, seen.get());
    return switch (how) {
      case STARTABLE, RUNS, SERVES -> Verdict.PROCEED;
      // Other data than people were told of: whether the others are enough is another question.
      case OUTDATED, FORKED, GONE -> new Verdict.Changed(why + ".");
      case FORGETFUL, STOPPED_BY_SIGNAL, HANGS, AWAY, NEVER_STARTED -> new Verdict.Refused(why);
    };
  }

  /**
   * The others may be a quorum without this member. Where nobody knows whether their data is an
   * older copy, they must not elect a leader of theirs on one person's word.
   */
  @Override
  public boolean maySkip() {
    return needed.isEmpty();
  }
}
