package io.quorate.runbook.rehearsal;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sentences;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.LossAnswer;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Rehearse;
import io.quorate.view.ClusterView;
import io.quorate.view.NamedLoss;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rehearsal: states a loss, and asks people about the plan that the loss would bring. Each step of
 * that plan is words here; only the question is asked. Whatever the answer, nothing is changed.
 */
public final class RehearsalRunbook implements Runbook<RehearsalRequest> {
  @Override
  public String name() {
    return RehearsalText.RUNBOOK;
  }

  @Override
  public String sentence() {
    return "Ask people about the plan that a stated loss would bring, and carry nothing out.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.text(
            RehearsalRequest.LOSE,
            "LOSS",
            "What is stated to be lost, separated by commas: etcd-1, process=etcd-1, machine=ID,"
                + " zone=a or site=x; left out: one member, and all voters where majority-recovery"
                + " is rehearsed."),
        Option.text(
            RehearsalRequest.RUNBOOK,
            "RUNBOOK",
            "The runbook whose plan is rehearsed; left out: the one that answers the loss."));
  }

  @Override
  public RehearsalRequest request(Options options) {
    return RehearsalRequest.of(options);
  }

  @Override
  public String title(RehearsalRequest request) {
    return request.title();
  }

  /** The depth at which a recovery without quorum is planned, without what can take minutes. */
  @Override
  public ObservationDepth depth() {
    return ObservationDepth.KNOWN_SOURCES;
  }

  @Override
  public Prescription prescribe(ClusterView view, RehearsalRequest request) {
    if (!(DiagnosisTable.diagnose(view) instanceof Diagnosis.Whole)) {
      Diagnosis found = DiagnosisTable.diagnose(view);
      return new Refusal(
          RehearsalReason.IN_EARNEST.because(
              "It is no time to rehearse. " + Sentences.first(found.sentence())));
    }
    List<NamedLoss> losses = LossToRehearse.of(view, request);
    ClusterView after;
    try {
      after = NamedLoss.in(view, losses).in(view);
    } catch (IllegalArgumentException unknown) {
      return new Refusal(
          RehearsalReason.NOTHING_OF_THAT_NAME.because(String.valueOf(unknown.getMessage())));
    }
    Prescription answer =
        LossAnswer.to(after, request.runbook(), ApprovalPolicy.DEFAULT).prescription();
    return answer instanceof Plan plan && asks(plan)
        ? rehearsal(plan, losses, request)
        : new Refusal(
            RehearsalReason.NO_PLAN_TO_REHEARSE.because(
                "Nobody would be asked after the loss of "
                    + NamedLoss.words(losses)
                    + ": "
                    + because(answer)));
  }

  private static boolean asks(Plan plan) {
    return plan.steps().stream().anyMatch(AskApproval.class::isInstance);
  }

  private static String because(Prescription answer) {
    return answer instanceof Prescription.Without without
        ? Sentences.first(without.because())
        : "the plan asks nobody.";
  }

  private static Plan rehearsal(Plan plan, List<NamedLoss> losses, RehearsalRequest request) {
    return new Plan(
        RehearsalText.RUNBOOK,
        request.about(losses),
        RehearsalText.marked(plan.title()),
        plan.seen(),
        plan.steps().stream().map(RehearsalRunbook::words).toList(),
        Stream.concat(
                Stream.of(
                    "The loss of "
                        + NamedLoss.words(losses)
                        + " is stated and has not happened. Whatever the answer, nothing is"
                        + " changed."),
                plan.warnings().stream())
            .toList(),
        plan.promise(),
        plan.loss());
  }

  private static Step words(Step step) {
    return step instanceof AskApproval ? step : new Rehearse(step);
  }
}
