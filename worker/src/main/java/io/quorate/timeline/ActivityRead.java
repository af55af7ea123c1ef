package io.quorate.timeline;

import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;
import java.util.Optional;

/** Reads one activity of the run, from when it was scheduled to its end. */
interface ActivityRead {
  /**
   * Takes note that the last attempt of the activity began. Temporal records the begin of an
   * attempt when the attempt ends, so only the last one is ever known.
   */
  default void began(int attempt, Optional<String> earlierFailure) {}

  void completed(Instant at, Payloads result);

  void failed(Instant at, Failure failure);

  void calledOff(Instant at);
}
