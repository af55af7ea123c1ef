package io.quorate.drawing;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Decision of a runbook, without its sentences. */
public final class Decision {
  private Decision() {}

  /**
   * Returns the kind of the answer with its code, its time or its steps: {@code refused
   * voter-votes}, {@code wait 3 s may-come-back}, {@code nothing nobody-lost}, {@code plan
   * ask-approval, resume-member}.
   */
  public static String of(String runbook, ClusterView view, Map<String, List<String>> options) {
    Prescription answer =
        Runbooks.prescribe(runbook, new Options(options), view, ApprovalPolicy.DEFAULT);
    return switch (answer) {
      case Plan plan ->
          "plan " + plan.steps().stream().map(Step::name).collect(Collectors.joining(", "));
      case NotYet later ->
          "wait %d s %s"
              .formatted(
                  Duration.between(view.at(), later.until()).toSeconds(), later.reason().code());
      case Refusal refusal -> "refused " + refusal.reason().code();
      case NothingToDo nothing -> "nothing " + nothing.reason().code();
    };
  }
}
