package io.quorate.worker.activity;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.operation.Opaque;
import io.quorate.port.NotificationChannel;
import io.quorate.workflow.CauseActivities;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people of a common cause: in the log, and in one message of the channel. */
public record CauseTelling(Optional<NotificationChannel> channel, Clock clock)
    implements CauseActivities {
  private static final Logger LOG = LoggerFactory.getLogger(CauseTelling.class);

  /**
   * Time in which one attempt may post: shorter than the activity's time-out, after which a second
   * attempt may post.
   */
  private static final Duration WRITES = Duration.ofSeconds(25);

  @Override
  public void tell(Opaque written) {
    OpenCause cause = Failures.order(written, OpenCause.class);
    Instant end = clock.instant().plus(WRITES);
    LOG.error("{}: {}", cause.cause().id(), cause.cause().sentence());
    Failures.translated(
        () -> {
          channel.ifPresent(to -> to.announce(cause, () -> clock.instant().isBefore(end)));
          return true;
        });
  }
}
