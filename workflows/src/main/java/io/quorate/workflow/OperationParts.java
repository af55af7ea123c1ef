package io.quorate.workflow;

import io.quorate.operation.OperationRequest;

/** Parts of an operation that its stages share. */
record OperationParts(
    OperationRequest request,
    OperationProgress progress,
    PendingRequests pending,
    OperationPosition position,
    Looking looking,
    Waits waits,
    WatchedPause rest,
    Parking parking) {
  static OperationParts of(
      OperationRequest request,
      OperationProgress progress,
      OperationHandlers handlers,
      OperationPosition position) {
    Looking looking = new Looking(request);
    Waits waits = new Waits(request, progress, handlers, position);
    WatchedPause rest = new WatchedPause(progress, position, looking, waits);
    Parking parking = new Parking(progress, handlers.pending(), rest, waits);
    return new OperationParts(
        request, progress, handlers.pending(), position, looking, waits, rest, parking);
  }
}
