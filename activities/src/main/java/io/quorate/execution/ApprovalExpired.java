package io.quorate.execution;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The approval of a plan is older than it may be when the first change begins (docs/etcd.md#n-24),
 * so people have to be asked again. The attempt changed nothing.
 */
public final class ApprovalExpired extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ApprovalExpired(Instant goodUntil, String sentence) {
    super(
        "The approval was good until "
            + goodUntil.truncatedTo(ChronoUnit.SECONDS)
            + ", and this was not done by then: "
            + sentence
            + ".");
  }
}
