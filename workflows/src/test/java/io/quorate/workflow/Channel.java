package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A notifier's activity without a channel: each try fails and wants to be tried again later, so
 * that no time is spent in it. {@link #reached} lets the next try succeed.
 */
final class Channel implements NotifierActivities {
  private static final Duration LATER = Duration.ofMinutes(30);

  final AtomicInteger tries = new AtomicInteger();
  volatile boolean reached;

  @Override
  public void follow(Opaque subject) {
    tries.incrementAndGet();
    if (!reached) {
      throw ApplicationFailure.newBuilder()
          .setMessage("Slack answers 503")
          .setType(FailureTypes.TRANSIENT)
          .setNextRetryDelay(LATER)
          .build();
    }
  }
}
