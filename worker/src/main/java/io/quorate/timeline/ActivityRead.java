package io.quorate.timeline;

import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;
import java.util.Optional;

/** One activity of the run, from its being scheduled to its end. */
interface ActivityRead {
  /** Its last attempt began; written when it ended, so only the last one is ever told. */
  default void began(int attempt, Optional<String> earlierFailure) {}

  void completed(Instant at, Payloads result);

  void failed(Instant at, Failure failure);

  void calledOff(Instant at);
}
