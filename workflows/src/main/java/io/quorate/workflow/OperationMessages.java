package io.quorate.workflow;

import io.quorate.approval.DecisionAnswer;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.PlaceNames;
import io.quorate.operation.Request;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;

/**
 * Messages by which people reach a running operation. Updates are answered; where no worker answers
 * an update, a signal with the update's id takes its place, and both together count once.
 */
public interface OperationMessages {
  /**
   * Takes a {@code Decision} on the open question; answers each decision that passed the validator,
   * also one that does not count.
   */
  @UpdateMethod(name = OperationNames.DECIDE)
  DecisionAnswer decide(Opaque decision);

  /**
   * Refuses a malformed decision, and one of a person who may not decide and was told so before:
   * neither enters the history. The first refusal of a person is recorded with the question, up to
   * a limit.
   */
  @UpdateValidatorMethod(updateName = OperationNames.DECIDE)
  void validateDecision(Opaque decision);

  /** Takes a {@code Request}: pause, continue, abort, retry, skip. */
  @UpdateMethod(name = OperationNames.REQUEST)
  Request.Answer request(Opaque request);

  /** Refuses a malformed request, which then does not enter the history. */
  @UpdateValidatorMethod(updateName = OperationNames.REQUEST)
  void validateRequest(Opaque request);

  /** Takes a {@code Taken}: who is on it now. It permits nothing and moves nothing on. */
  @UpdateMethod(name = OperationNames.TAKE)
  Request.Answer take(Opaque taken);

  /** Refuses a malformed one, which then does not enter the history. */
  @UpdateValidatorMethod(updateName = OperationNames.TAKE)
  void validateTake(Opaque taken);

  /**
   * Takes a decision that no worker answered.
   *
   * @param id of the update that was not answered
   */
  @SignalMethod(name = OperationNames.DECIDED)
  void decided(String id, Opaque decision);

  /**
   * Takes a request that no worker answered.
   *
   * @param id of the update that was not answered
   */
  @SignalMethod(name = OperationNames.REQUESTED)
  void requested(String id, Opaque request);

  /** Takes an {@code IncidentWish}; a parked operation that changed nothing ends for it. */
  @SignalMethod(name = OperationNames.WANTED)
  void wanted(Opaque wish);

  /** Takes a {@code PlaceAnswer}: the operation that waits for its turn has its place now. */
  @SignalMethod(name = PlaceNames.GIVEN)
  void placeGiven(Opaque answer);

  @QueryMethod(name = OperationNames.STATE)
  OperationState state();
}
