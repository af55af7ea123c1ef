package io.quorate.client;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceNames;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlaceRequest;
import io.quorate.places.PlaceWish;
import io.quorate.places.Places;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of the workflow that keeps the places of the fleet; the first wish starts the workflow.
 */
public record FleetPlaceQueue(WorkflowClient client, TemporalCalls calls, String taskQueue) {
  private static final Logger LOG = LoggerFactory.getLogger(FleetPlaceQueue.class);

  /**
   * Asks for a place. The same operation may ask again at any time; an answer that is missed may
   * have given the place all the same.
   */
  public Outcome<PlaceAnswer> ask(PlaceRequest request) {
    return calls.within(Deadlines.ANSWER, () -> asked(OpaqueValues.of(request)));
  }

  private PlaceAnswer asked(Opaque written) {
    try {
      return ask(existing(), written);
    } catch (WorkflowNotFoundException first) {
      String run =
          client
              .newUntypedWorkflowStub(PlaceNames.TYPE, options())
              .start(Opaque.NOTHING)
              .getRunId();
      LOG.info("The places of the fleet are kept by {}, run {}", PlaceNames.WORKFLOW_ID, run);
      return ask(existing(), written);
    }
  }

  private static PlaceAnswer ask(WorkflowStub places, Opaque request) {
    return places.update(PlaceNames.ASK, PlaceAnswer.class, request);
  }

  private WorkflowStub existing() {
    return client.newUntypedWorkflowStub(PlaceNames.WORKFLOW_ID);
  }

  private WorkflowOptions options() {
    return WorkflowOptions.newBuilder()
        .setWorkflowId(PlaceNames.WORKFLOW_ID)
        .setTaskQueue(taskQueue)
        .setWorkflowIdConflictPolicy(
            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
        .setStaticSummary("places of the fleet for disruptive steps")
        .build();
  }

  /** Returns what else runs in the fleet; empty where nothing does, or nobody says it. */
  public Optional<String> others(PlaceWish wish) {
    Outcome<Places> known =
        calls.within(Deadlines.PART, () -> existing().query(PlaceNames.STATE, Places.class));
    return known instanceof Outcome.Done<Places> done
        ? done.value().others(wish)
        : Optional.empty();
  }
}
