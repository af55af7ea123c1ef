package io.quorate.recording;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Assessment;
import io.quorate.operation.Briefing;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Found;
import io.quorate.operation.Limits;
import io.quorate.operation.LossSummary;
import io.quorate.operation.Opaque;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.RecordedUndo;
import io.quorate.operation.StepMode;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.plan.MemberTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.StepResult;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Bracket;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Rehearse;
import io.quorate.step.WorkflowStep.Soak;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Recorder of prescriptions, plans and results in the words and with the rules of this release.
 *
 * @param release of Quorate that records
 */
public record Recording(String release) {
  /**
   * Records the answer of a runbook to a look.
   *
   * @param looked when the look ended; a look that compares data takes minutes
   */
  public Assessment assessment(
      Prescription prescription,
      ClusterView view,
      ApprovalPolicy policy,
      Assessment.Channel channel,
      Instant looked) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(told(prescription, view));
    return new Assessment(
        prescription(prescription, diagnosis, policy),
        diagnosis.code().words(),
        diagnosis.sentence(),
        Limits.STANDARD.expiringAfter(policy.expireAfter()),
        OpaqueValues.of(new DatedMemory(view.remembered(), looked)),
        channel,
        Optional.of(release));
  }

  /** Returns the view that people are told of: in a rehearsal the one with the stated loss. */
  private static ClusterView told(Prescription prescription, ClusterView view) {
    return prescription instanceof Plan plan && plan.rehearsed().isPresent() ? plan.seen() : view;
  }

  /** Reads what an earlier look wrote down; a memory without a time counts as old. */
  public static DatedMemory memory(Opaque written) {
    return written.isNothing()
        ? DatedMemory.NONE
        : OpaqueValues.known(written, DatedMemory.class).orElse(DatedMemory.NONE);
  }

  /**
   * Records the result of a step.
   *
   * @param sentence what the step did, in words, with the ids that were not known before
   */
  public RecordedResult result(StepResult result, String sentence) {
    Map<String, String> added = new TreeMap<>();
    result.added().forEach((name, id) -> added.put(name.value(), id.toString()));
    return new RecordedResult(
        switch (result.outcome()) {
          case DONE -> RecordedResult.Outcome.DONE;
          case ALREADY_DONE -> RecordedResult.Outcome.ALREADY_DONE;
        },
        result.evidence(),
        added,
        Optional.of(sentence),
        Optional.of(release));
  }

  private RecordedPrescription prescription(
      Prescription prescription, Diagnosis diagnosis, ApprovalPolicy policy) {
    return switch (prescription) {
      case Plan plan -> plan(plan, diagnosis, policy.stranger().filter(any -> plan.asksSomebody()));
      case Prescription.NothingToDo nothing ->
          new RecordedPrescription.NothingToDo(
              nothing.because(), nothing.followedBy(), Optional.of(nothing.reason()));
      case Prescription.NotYet later ->
          new RecordedPrescription.NotYet(
              later.because(), later.until(), Optional.of(later.reason()));
      case Prescription.Refusal refusal ->
          new RecordedPrescription.Refusal(refusal.because(), Optional.of(refusal.reason()));
    };
  }

  /**
   * Records a plan with its digest and briefing, and with what a workflow needs to know of its
   * steps.
   */
  public RecordedPlan plan(Plan plan, Diagnosis diagnosis) {
    return plan(plan, diagnosis, Optional.empty());
  }

  private RecordedPlan plan(Plan plan, Diagnosis diagnosis, Optional<String> stranger) {
    Briefing briefing =
        plan.rehearsed().isPresent()
            ? briefing(plan, diagnosis).rehearsed()
            : briefing(plan, diagnosis);
    return new RecordedPlan(
        release,
        plan.runbook(),
        plan.request(),
        plan.title(),
        plan.digest(),
        stranger.map(briefing::warning).orElse(briefing),
        plan.steps().stream().map(step -> step(step, plan)).toList(),
        OpaqueValues.of(plan));
  }

  private static RecordedStep step(Step step, Plan plan) {
    return new RecordedStep(
        step.name(),
        plan.sentence(step),
        step.material(),
        step.hazard(),
        work(step, plan),
        step.maySkip() ? RecordedStep.Skip.WITH_A_REASON : RecordedStep.Skip.NEVER,
        step.undo().map(undo -> undo(undo, plan.seen())));
  }

  private static StepMode work(Step step, Plan plan) {
    if (step instanceof AskApproval ask) {
      StepMode.AskPeople asks =
          new StepMode.AskPeople(ask.approvals(), ask.group(), plan.typed(), ask.terms());
      return plan.rehearsed().isPresent() ? new StepMode.Rehearsed(Optional.of(asks)) : asks;
    }
    if (step instanceof Rehearse) {
      return new StepMode.Rehearsed(Optional.empty());
    }
    if (step instanceof Soak soak) {
      return new StepMode.LetTimePass(soak.length());
    }
    if (step.endsByContinue()) {
      return new StepMode.WaitOpenly(step.activityType(), step.budget(plan.seen()).attempt());
    }
    if (step instanceof Bracket bracket && bracket.opens()) {
      return new StepMode.Bracket(step.activityType(), step.budget(plan.seen()).attempt());
    }
    return new StepMode.ByActivity(
        step.activityType(),
        step.budget(plan.seen()).attempt(),
        step.mayBeCalledOff() ? StepMode.OnAbort.CALL_OFF : StepMode.OnAbort.WAIT);
  }

  /** Records a step that undoes another, to be carried out apart from its plan. */
  static RecordedUndo undo(Step undo, ClusterView seen) {
    return new RecordedUndo(
        undo.name(),
        undo.activityType(),
        undo.sentence(seen),
        undo.hazard(),
        undo.budget(seen).attempt(),
        body(undo));
  }

  /**
   * Returns the JSON of one step. Jackson writes the name of a step only where the static type is
   * {@code Step}.
   */
  private static Opaque body(Step step) {
    return OpaqueValues.of(new LoneStep(step));
  }

  /** Step apart from its plan. */
  record LoneStep(Step step) {}

  private static Briefing briefing(Plan plan, Diagnosis diagnosis) {
    return new Briefing(
        diagnosis.code().words(),
        diagnosis.sentence(),
        plan.title(),
        plan.digest(),
        MemberTable.of(plan.seen()),
        MarginWords.lines(plan),
        MarginWords.of(plan),
        MemberTable.snapshotLine(plan.seen()),
        plan.promise(),
        plan.warnings(),
        plan.rehearsed().orElse(plan).pointOfNoReturn(),
        needs(plan.steps()),
        loss(plan),
        Optional.of(
            new BriefPlan(plan.rehearsed().orElse(plan), FoundTrouble.of(plan.seen(), diagnosis))
                .inBrief()),
        Optional.of(diagnosis.trouble(plan.seen())));
  }

  /** Returns what a look found, in brief. */
  public static Found found(ClusterView view, Diagnosis diagnosis) {
    return FoundTrouble.of(view, diagnosis);
  }

  /** Returns the loss that a plan announces, as a history keeps it. */
  public static Optional<LossSummary> loss(Plan plan) {
    return plan.loss().map(Recording::summary);
  }

  private static LossSummary summary(AnnouncedLoss loss) {
    return new LossSummary(
        loss.source(),
        Optional.of(loss.revision().value()),
        loss.highestSeen(),
        loss.certainlyLost(),
        loss.possiblyLost(),
        new LossSummary.Window(loss.from(), loss.to()),
        loss.lines(),
        loss.highestIndex());
  }

  private static String needs(List<Step> steps) {
    return steps.stream()
        .filter(AskApproval.class::isInstance)
        .map(AskApproval.class::cast)
        .findFirst()
        .map(
            ask ->
                ask.approvals()
                    + ask.group().map(group -> " of " + group).orElse("")
                    + ask.terms().map(ApprovalTerms::words).orElse(""))
        .orElse("0");
  }
}
