package io.quorate.runbook;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Asker;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.plan.Plan;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.step.Joins.AddLearner;
import io.quorate.view.ClusterView;
import io.quorate.view.JumpHosts;
import io.quorate.view.Member;
import io.quorate.view.NamedLoss;
import io.quorate.view.StatedLoss;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Judgement of a loss before it happens: what would be diagnosed and proposed, and what that would
 * cost.
 *
 * @param losses that are stated
 * @param today the view from which they are taken out
 * @param answer to the loss, as an incident would get it
 * @param shortage why too few people could approve the plan; empty where enough could, and without
 *     a plan
 */
public record WhatIf(
    List<NamedLoss> losses, ClusterView today, LossAnswer answer, Optional<String> shortage) {
  private static final String RECOVERY = "majority-recovery";
  private static final Asker ALERT = new Asker("the alert", true);

  /** Order of losses, the worst first: no quorum, then no plan, lost writes, the least margin. */
  public static final Comparator<WhatIf> WORST_FIRST =
      Comparator.comparing((WhatIf one) -> one.margin().orElse(-1) >= 0)
          .thenComparing(one -> one.margin().isEmpty())
          .thenComparing(one -> one.margin().orElse(-1) >= 0 || one.plan().isPresent())
          .thenComparing(one -> !one.mayRestore())
          .thenComparing(one -> one.margin().orElse(0));

  public WhatIf {
    losses = List.copyOf(losses);
  }

  /**
   * Judges one loss.
   *
   * @param losses the names of what is lost
   * @param loss what that is of which member
   */
  public static WhatIf of(
      ClusterView today, List<NamedLoss> losses, StatedLoss loss, ApprovalPolicy policy) {
    ApprovalPolicy ofAlerts =
        new ApprovalPolicy(policy.required(), policy.expireAfter()).askedBy(ALERT);
    LossAnswer answer = answer(loss.in(today), ofAlerts);
    return new WhatIf(
        losses,
        today,
        answer,
        answer.plan().flatMap(plan -> shortage(plan, policy.askedBy(ALERT))));
  }

  /** Judges every single member, machine, zone, site and jump host; the worst first. */
  public static List<WhatIf> each(ClusterView today, JumpHosts jumps, ApprovalPolicy policy) {
    return NamedLoss.each(today, jumps).stream()
        .map(List::of)
        .map(one -> of(today, one, NamedLoss.in(today, one, jumps), policy))
        .sorted(WORST_FIRST)
        .toList();
  }

  /** Returns the answer; where nobody could tell anything, what a recovery says to do. */
  private static LossAnswer answer(ClusterView after, ApprovalPolicy policy) {
    LossAnswer proposed = LossAnswer.to(after, policy);
    return proposed.diagnosis() instanceof Diagnosis.Unobservable && proposed.answer().isEmpty()
        ? LossAnswer.to(after, Optional.of(RECOVERY), policy)
        : proposed;
  }

  private static Optional<String> shortage(Plan plan, ApprovalPolicy asking) {
    return plan.asksSomebody()
        ? asking.unanswerable(asking.needs(plan.hazard()))
        : Optional.empty();
  }

  /** Returns the plan that would be proposed; empty where none would be. */
  public Optional<Plan> plan() {
    return answer.plan();
  }

  /** Returns the runbook that is asked for an answer; empty where none is. */
  public Optional<String> runbook() {
    return answer.answer().map(any -> answer.diagnosis().runbook().orElse(RECOVERY));
  }

  /**
   * Returns how many more voters could be lost after the loss; below 0 quorum is lost. Empty where
   * Quorate could not tell.
   */
  public Optional<Integer> margin() {
    return answer.diagnosis() instanceof Diagnosis.Unobservable
        ? Optional.empty()
        : Optional.of(answer.after().margin());
  }

  /**
   * Returns the time whose writes would be lost at most, if the loss came now: those after the data
   * that the plan names, else after the newest snapshot, where a restore of it may follow. Empty
   * where none are lost, and where nothing bounds it. Rounded up to a whole second.
   */
  public Optional<Duration> lostTime() {
    Optional<AnnouncedLoss> announced = plan().flatMap(Plan::loss);
    if (announced.isPresent()) {
      return announced
          .filter(loss -> loss.possiblyLost().filter(most -> most == 0).isEmpty())
          .flatMap(AnnouncedLoss::from)
          .map(from -> roundedUp(Duration.between(from, today.at())));
    }
    return today
        .lastSnapshot()
        .filter(any -> mayRestore())
        .map(last -> roundedUp(Drill.ageOf(last, today.at())));
  }

  private static Duration roundedUp(Duration time) {
    return Duration.ofSeconds(time.plusNanos(999_999_999).toSeconds());
  }

  /**
   * Returns how long the last trial took for what would be done: a restore, or the joining of a
   * learner. Empty where no trial did that.
   */
  public Optional<Duration> tookOnTrial() {
    Optional<Drill> drill =
        today.protection().flatMap(Protection::lastDrill).filter(Drill::verified);
    return mayRestore()
        ? drill.map(Drill::took)
        : drill
            .filter(any -> plan().filter(WhatIf::addsAMember).isPresent())
            .flatMap(Drill::learner);
  }

  /** Whether the cluster would be restored, by the plan or by the plan that follows it. */
  boolean mayRestore() {
    return answer.diagnosis().code() == DiagnosisCode.QUORUM_LOST
        || plan().flatMap(Plan::loss).isPresent();
  }

  private static boolean addsAMember(Plan plan) {
    return plan.steps().stream().anyMatch(AddLearner.class::isInstance);
  }

  /** Returns what could be done today so that the loss would cost less, a sentence each. */
  public List<String> cheaper() {
    return new CheaperLoss(this).sentences();
  }

  /** Returns the voters that answer today and would not after the loss. */
  public List<Member> lostVoters() {
    return today.voters().stream()
        .filter(today::isLive)
        .filter(
            voter -> answer.after().member(voter.name()).filter(answer.after()::isLive).isEmpty())
        .toList();
  }
}
