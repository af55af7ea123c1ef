package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationMemory.PlaceMemory;
import io.quorate.operation.Phase;
import io.quorate.operation.PlaceNames;
import io.quorate.operation.PlaceOrder;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.StepOrder;
import io.quorate.places.PlaceAnswer;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * Wait for the place that an operation needs before it changes something. The place is kept to the
 * end of the operation, its next question, a soak, a pause or a park: while people think, others
 * may go on. An operation that has changed something waits for nobody when it goes on.
 */
final class PlaceWait {
  /** Change: no operation changes something before it has its place. */
  private static final String PLACE_IS_TAKEN = "place-is-taken";

  /** Pause before the operation asks again, in case the signal {@code placeGiven} was lost. */
  private static final Duration AGAIN = Duration.ofMinutes(2);

  /** Pause after a question without an answer. */
  private static final Duration UNANSWERED = Duration.ofSeconds(15);

  private final OperationParts parts;

  PlaceWait(OperationParts parts) {
    this.parts = parts;
  }

  /**
   * Notes whether this run takes places: one that was begun before there were places does not. Call
   * {@code getVersion} at the beginning of a run. After a canceled activity a replay misses the
   * marker: the server may write the end of an activity that never started between the commands of
   * one task, and the SDK looks only before that event.
   */
  static void open(OperationPosition position) {
    position.takePlaces(
        Workflow.getVersion(PLACE_IS_TAKEN, Workflow.DEFAULT_VERSION, 1)
            != Workflow.DEFAULT_VERSION);
  }

  /**
   * Returns whether the operation may begin the step. Where it may not yet, this waits for a while,
   * or until people want a pause or an abort, and is called again.
   */
  boolean isTaken(RecordedStep step, StepOrder order) {
    OperationPosition position = parts.position();
    if (!step.hazard().mutates() || position.hasPlace() || !position.takesPlaces()) {
      return true;
    }
    boolean waited = position.waitsForPlace();
    // The signal placeGiven may arrive before the answer of the activity.
    position.place(PlaceMemory.WAITING);
    Optional<PlaceAnswer> answer = ask(order);
    if (isBegun() || answer.filter(PlaceAnswer::given).isPresent()) {
      position.place(PlaceMemory.GIVEN);
    }
    if (position.hasPlace()) {
      goOn(waited);
      return true;
    }
    await(answer);
    if (position.hasPlace()) {
      goOn(true);
    } else if (isToStop()) {
      free();
    }
    return position.hasPlace() && !isToStop();
  }

  private void await(Optional<PlaceAnswer> answer) {
    String words =
        answer
            .map(PlaceAnswer::words)
            .orElse("the workflow " + PlaceNames.WORKFLOW_ID + " does not answer");
    parts
        .progress()
        .enter(
            Phase.RUNNING,
            parts.position().at().plan().title() + " waits for its turn: " + words + ".");
    parts
        .waits()
        .until(
            answer.isPresent() ? AGAIN : UNANSWERED,
            "turn: " + words,
            () -> parts.position().hasPlace() || isToStop());
  }

  /** A half-done change waits for nobody, also where nobody keeps the places. */
  private boolean isBegun() {
    return parts.progress().effects().any();
  }

  private boolean isToStop() {
    return parts.pending().aborted().isPresent() || parts.pending().paused().isPresent();
  }

  private void goOn(boolean waited) {
    if (waited) {
      parts.progress().enter(Phase.RUNNING, parts.position().at().plan().title());
    }
  }

  /**
   * Returns the answer; empty where nobody gives one. A plan that this release cannot read needs no
   * place: its step parks, and names the release.
   */
  private Optional<PlaceAnswer> ask(StepOrder order) {
    try {
      Opaque answer =
          Workflow.newUntypedActivityStub(Timeouts.place())
              .execute(
                  PlaceNames.TAKE,
                  Opaque.class,
                  new PlaceOrder(order, parts.progress().state().requestedAt(), isBegun()));
      return PayloadReader.of(answer, PlaceAnswer.class);
    } catch (ActivityFailure unanswered) {
      return Optional.of(unanswered)
          .filter(failure -> Reasons.is(failure, FailureTypes.FAULT))
          .map(unread -> new PlaceAnswer(order.operation(), true, "the step says what is wrong"));
    }
  }

  /** Frees the place, or leaves the queue; does nothing where the operation has neither. */
  void free() {
    if (parts.position().leavesPlace()) {
      try {
        Workflow.newUntypedExternalWorkflowStub(PlaceNames.WORKFLOW_ID)
            .signal(PlaceNames.FREE, parts.progress().operation());
      } catch (SignalExternalWorkflowException | TemporalFailure nobody) {
        Workflow.getLogger(PlaceWait.class).debug("nobody keeps the places of the fleet");
      }
    }
  }
}
