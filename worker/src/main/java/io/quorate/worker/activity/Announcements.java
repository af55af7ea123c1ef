package io.quorate.worker.activity;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.operation.Opaque;
import io.quorate.operation.SaidSilence;
import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Lease;
import io.quorate.workflow.CauseActivities;
import io.quorate.workflow.SilenceActivities;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people of a common cause or a silence: in the log, and in one message of the channel. */
public record Announcements(Optional<NotificationChannel> channel, Clock clock)
    implements CauseActivities, SilenceActivities {
  private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

  /**
   * Time in which one attempt may post: shorter than the activity's time-out, after which a second
   * attempt may post.
   */
  private static final Duration WRITES = Duration.ofSeconds(25);

  @Override
  public void tell(Opaque written) {
    OpenCause cause = Failures.order(written, OpenCause.class);
    LOG.error("{}: {}", cause.cause().id(), cause.cause().sentence());
    announce((to, lease) -> to.announce(cause, lease));
  }

  @Override
  public void tellSilence(Opaque written) {
    SaidSilence silence = Failures.order(written, SaidSilence.class);
    LOG.info("{}", silence.sentence());
    announce((to, lease) -> to.announce(silence, lease));
  }

  private void announce(BiConsumer<NotificationChannel, Lease> announcement) {
    Instant end = clock.instant().plus(WRITES);
    Failures.translated(
        () -> {
          channel.ifPresent(to -> announcement.accept(to, () -> clock.instant().isBefore(end)));
          return true;
        });
  }
}
