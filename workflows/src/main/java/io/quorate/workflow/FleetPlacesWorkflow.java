package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceNames;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.Places;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Places of the fleet: gives operations their turn for steps that change something. */
@WorkflowInterface
public interface FleetPlacesWorkflow {
  /**
   * Runs for ever.
   *
   * @param before a {@code Places} of the run before; nothing in a first run
   */
  @WorkflowMethod(name = PlaceNames.TYPE)
  void run(Opaque before);

  /** Takes a {@code PlaceRequest}; a repeated one counts once. */
  @UpdateMethod(name = PlaceNames.ASK)
  PlaceAnswer ask(Opaque request);

  /** Refuses a request that this release cannot read, before the request is in the history. */
  @UpdateValidatorMethod(updateName = PlaceNames.ASK)
  void validateAsk(Opaque request);

  /** Takes the id of an operation that needs its place no more. */
  @SignalMethod(name = PlaceNames.FREE)
  void free(String operation);

  @QueryMethod(name = PlaceNames.STATE)
  Places state();
}
