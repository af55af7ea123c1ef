package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.PlaceNames;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlaceRequest;
import io.quorate.places.PlaceWish;
import io.quorate.places.PlacedOperations;
import io.quorate.places.Places;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Promise;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Places of the fleet. An operation frees its place at its end; one that was terminated says
 * nothing, so those who have a place are looked at while somebody waits.
 */
public final class FleetPlaces implements FleetPlacesWorkflow {
  /** Pause between two looks at those who have a place. */
  private static final Duration CHECK = Duration.ofSeconds(30);

  /** Number of operations of one look that wait: the head of the queue, beside all holders. */
  private static final int LOOKED_AT = 30;

  /** Number of history events after which a new run goes on. */
  private static final int EVENTS = 1500;

  private final PlaceActivities activities =
      Workflow.newActivityStub(PlaceActivities.class, Timeouts.endedOperations());

  private final Deque<PlaceWish> untold = new ArrayDeque<>();
  private Promise<Void> pause = Workflow.newPromise((Void) null);
  private Places places;
  private int news;

  @WorkflowInit
  public FleetPlaces(Opaque before) {
    places = before.isNothing() ? Places.NONE : PayloadReader.accepted(before, Places.class);
  }

  @Override
  public void run(Opaque before) {
    while (true) {
      while (!untold.isEmpty()) {
        tell(untold.remove());
      }
      int known = news;
      boolean someone = !places.waiting().isEmpty();
      if (someone && pause.isCompleted()) {
        freeEnded();
        pause = Timers.begin(CHECK, "another look at those who have a place");
      } else {
        Workflow.await(
            () -> news != known || Timers.isLong(EVENTS) || (someone && pause.isCompleted()));
      }
      if (Timers.isLong(EVENTS) && untold.isEmpty()) {
        Workflow.await(Workflow::isEveryHandlerFinished);
        Workflow.continueAsNew(OpaqueValues.of(places));
      }
    }
  }

  @Override
  public void validateAsk(Opaque written) {
    OpaqueValues.read(written, PlaceRequest.class);
  }

  @Override
  public PlaceAnswer ask(Opaque written) {
    PlaceRequest request = PayloadReader.accepted(written, PlaceRequest.class);
    String operation = request.wish().operation();
    places = places.asked(request.wish(), request.limits());
    give(operation);
    return places.answer(operation);
  }

  @Override
  public void free(String operation) {
    places = places.freed(operation);
    give("");
  }

  /**
   * Gives what is free.
   *
   * @param asker is answered, and needs no signal
   */
  private void give(String asker) {
    Places before = places;
    places = places.given();
    places.holders().stream()
        .filter(one -> !before.holds(one.operation()) && !one.operation().equals(asker))
        .forEach(untold::add);
    news++;
  }

  /** Tells an operation that it has its place; one that has ended meanwhile frees the place. */
  private void tell(PlaceWish one) {
    try {
      Workflow.newUntypedExternalWorkflowStub(OperationRequest.workflowId(one.cluster()))
          .signal(PlaceNames.GIVEN, OpaqueValues.of(places.answer(one.operation())));
    } catch (SignalExternalWorkflowException | TemporalFailure over) {
      free(one.operation());
    }
  }

  private void freeEnded() {
    List<PlaceWish> some =
        Stream.concat(places.holders().stream(), places.queue().stream().limit(LOOKED_AT)).toList();
    try {
      activities.ended(OpaqueValues.of(new PlacedOperations(some))).forEach(this::free);
    } catch (ActivityFailure unanswered) {
      Workflow.getLogger(FleetPlaces.class)
          .warn("Nobody knows who has ended: {}", unanswered.toString());
    }
  }

  @Override
  public Places state() {
    return places;
  }
}
