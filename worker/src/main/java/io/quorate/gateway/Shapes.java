package io.quorate.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.ClusterKey;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.workflow.OperationState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The JSON of answers: the contract's shape, and beside it what the page shows besides. */
final class Shapes {
  private final Optional<String> temporalPage;

  /**
   * Shapes with links.
   *
   * @param temporalPage the list of workflows of the namespace on Temporal's page, if it is known
   */
  Shapes(Optional<String> temporalPage) {
    this.temporalPage = temporalPage;
  }

  static Object prescription(ClusterKey cluster, String runbook, Prescription prescription) {
    return switch (prescription) {
      case Plan plan ->
          Map.of("cluster", cluster.value(), "runbook", runbook, "prescription", plan.name());
      case Prescription.Without without ->
          Map.of(
              "cluster",
              cluster.value(),
              "runbook",
              runbook,
              "prescription",
              without.name(),
              "because",
              without.because());
    };
  }

  ObjectNode show(Target target, OperationState state) {
    ObjectNode json = Bodies.JSON.createObjectNode();
    json.put("operation", state.operation());
    json.put("cluster", state.cluster().value());
    json.put("runbook", state.runbook());
    json.put("requestedBy", state.requestedBy());
    json.put("state", state.phase().words());
    json.put("because", state.because());
    json.put("title", state.title());
    json.put("since", state.since().toString());
    json.put("startedAt", target.startedAt().toString());
    state.waitingOn().ifPresent(whom -> json.put("waitingOn", whom));
    json.set("briefing", Bodies.JSON.valueToTree(state.briefing()));
    json.set("notices", Bodies.JSON.valueToTree(state.notices()));
    json.set("choices", Bodies.JSON.valueToTree(state.choices()));
    temporalPage.ifPresent(page -> json.put("temporal", link(page, target)));
    return json;
  }

  private static String link(String page, Target target) {
    return page
        + "/"
        + URLEncoder.encode(target.workflowId(), StandardCharsets.UTF_8)
        + "/"
        + target.runId()
        + "/history";
  }
}
