package io.quorate.runbook;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Proposal.Command;
import io.quorate.view.ClusterView;
import java.util.Optional;

/**
 * Answer to a loss: the diagnosis, and what would be proposed then. Where the loss is a stated one,
 * nothing of it has happened.
 *
 * @param after the view after the loss
 * @param answer of the runbook that would be proposed; empty where none would be
 */
public record LossAnswer(ClusterView after, Diagnosis diagnosis, Optional<Prescription> answer) {
  /**
   * Returns the answer that an incident would propose.
   *
   * @param after the view after the loss
   */
  public static LossAnswer to(ClusterView after, ApprovalPolicy policy) {
    return to(after, Optional.empty(), policy);
  }

  /**
   * Returns the answer of this runbook, about the members that the proposal names where it is the
   * proposed one.
   *
   * @param runbook its name; empty: the one that answers the diagnosis
   */
  public static LossAnswer to(ClusterView after, Optional<String> runbook, ApprovalPolicy policy) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(after);
    Optional<Command> proposed =
        Proposal.on(after)
            .filter(Command.class::isInstance)
            .map(Command.class::cast)
            .filter(one -> runbook.map(one.runbook()::equals).orElse(true));
    Optional<Prescription> answer =
        proposed
            .map(one -> Runbooks.prescribe(one.runbook(), one.options(), after, policy))
            .or(
                () ->
                    runbook
                        .or(diagnosis::runbook)
                        .filter(name -> Runbooks.named(name).isPresent())
                        .map(name -> Runbooks.prescribe(name, Options.NONE, after, policy)));
    return new LossAnswer(after, diagnosis, answer);
  }

  /** Returns the plan that would be proposed; empty where none would be. */
  public Optional<Plan> plan() {
    return answer.filter(Plan.class::isInstance).map(Plan.class::cast);
  }

  /** Returns why there would be no plan, in a sentence; empty where there is one. */
  public Optional<String> without() {
    return answer
        .map(
            one ->
                one instanceof Prescription.Without none
                    ? Optional.of(none.because())
                    : Optional.<String>empty())
        .orElseGet(() -> Optional.of("No runbook answers it."));
  }

  /** Returns the answer, or a refusal where no runbook answers the loss. */
  public Prescription prescription() {
    return answer.orElseGet(
        () ->
            new Refusal(
                RunbookReason.OTHER_TROUBLE_FIRST.because(
                    diagnosis.sentence() + " No runbook answers it.")));
  }
}
