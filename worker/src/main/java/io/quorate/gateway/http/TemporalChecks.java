package io.quorate.gateway.http;

import io.quorate.client.TemporalCalls;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.List;
import java.util.Optional;

/** Checks of whether Temporal can be used. */
public final class TemporalChecks {
  /** A workflow id that no workflow has. */
  private static final String NOBODY = "quorate/nobody";

  private TemporalChecks() {}

  /** Creates the check that Temporal answers, asked about a workflow that does not exist. */
  public static Check answers(WorkflowClient client) {
    return new Check("temporal", true, () -> ask(client));
  }

  /**
   * Creates the check of the search attributes: Temporal refuses to search for one that it does not
   * have.
   */
  public static Check searchAttributes(WorkflowClient client, List<String> names) {
    return new Check(
        "searchAttributes",
        true,
        () -> {
          names.forEach(name -> client.countWorkflows(name + " = \"nothing\""));
          return Optional.empty();
        });
  }

  private static Optional<String> ask(WorkflowClient client) {
    try {
      return Optional.of(
          "A workflow has the id "
              + client.newUntypedWorkflowStub(NOBODY).describe().getExecution().getWorkflowId()
              + ", which is meant to be nobody's.");
    } catch (WorkflowNotFoundException e) {
      String message = TemporalCalls.rootOf(e);
      return message.contains("amespace") ? Optional.of(message) : Optional.empty();
    }
  }
}
