package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.recording.Recording;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate plan -o json}, and answer to a start that ended at the first look.
 *
 * @param because reason of the prescription, in a sentence or two; for a plan, what is wrong with
 *     the cluster
 * @param code stable name of the reason, such as {@code voter-answers}; null for a plan
 * @param todo what a person can do: one command or one sentence each
 * @param approvals how many have to say yes; null without a plan
 * @param typed what each of them has to type: the cluster's name, where the plan can cost
 *     acknowledged writes or the requester may approve; null where nothing has to be typed
 * @param report what a recovery costs; null for every other plan, and without a plan
 */
public record PlanJson(
    String cluster,
    String runbook,
    String prescription,
    String because,
    Optional<String> code,
    @JsonProperty("do") List<String> todo,
    Optional<Instant> until,
    Optional<String> digest,
    Optional<Integer> approvals,
    List<StepJson> steps,
    Optional<String> title,
    Optional<String> promise,
    List<String> warnings,
    Optional<String> typed,
    Optional<LossReport> report) {

  /** One step. */
  public record StepJson(String name, String sentence, String hazard) {
    static StepJson of(Step step, ClusterView seen) {
      return new StepJson(step.name(), step.sentence(seen), StableName.of(step.hazard()));
    }
  }

  public static PlanJson of(ClusterKey cluster, String runbook, Prescription prescription) {
    return switch (prescription) {
      case Plan plan -> of(cluster, plan);
      case NotYet notYet -> without(cluster, runbook, notYet, Optional.of(notYet.until()));
      case NothingToDo nothing -> without(cluster, runbook, nothing, Optional.empty());
      case Refusal refusal -> without(cluster, runbook, refusal, Optional.empty());
    };
  }

  private static PlanJson of(ClusterKey cluster, Plan plan) {
    return new PlanJson(
        cluster.value(),
        plan.runbook(),
        plan.name(),
        DiagnosisTable.diagnose(plan.seen()).sentence(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.of(plan.digest()),
        Optional.of(approvals(plan)),
        plan.steps().stream().map(step -> StepJson.of(step, plan.seen())).toList(),
        Optional.of(plan.title()),
        Optional.of(plan.promise()),
        plan.warnings(),
        plan.typed(),
        Recording.loss(plan).map(LossReport::of));
  }

  private static PlanJson without(
      ClusterKey cluster, String runbook, Prescription.Without answer, Optional<Instant> until) {
    return new PlanJson(
        cluster.value(),
        runbook,
        answer.name(),
        answer.because(),
        Optional.of(answer.reason().code()),
        answer.reason().todo(),
        until,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static int approvals(Plan plan) {
    return plan.steps().stream()
        .filter(AskApproval.class::isInstance)
        .mapToInt(step -> ((AskApproval) step).approvals())
        .max()
        .orElse(0);
  }
}
