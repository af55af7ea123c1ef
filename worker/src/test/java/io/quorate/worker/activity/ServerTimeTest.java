package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.activity.Activity;
import io.temporal.activity.DynamicActivity;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A yes is as old as Temporal says, whatever the clock of the worker's machine says. */
@Timeout(60)
class ServerTimeTest {
  @Test
  void timeGoesOnFromTheStartThatTemporalGave() {
    Instant began = Instant.parse("2026-03-04T05:06:07Z");
    AtomicLong nanos = new AtomicLong(-50);
    ServerTime time = new ServerTime(began, -50, nanos::get);
    assertThat(time.instant()).isEqualTo(began);
    nanos.addAndGet(Duration.ofMinutes(16).toNanos());
    assertThat(time.instant()).isEqualTo(began.plus(Duration.ofMinutes(16)));
  }

  /** The test server's clock stands where it was set, hours from that of this machine. */
  @Test
  void anAttemptBeginsAtTheTimeOfTheServer() {
    AtomicReference<Instant> told = new AtomicReference<>(Instant.EPOCH);
    DynamicActivity asks =
        arguments -> {
          told.set(ServerTime.of(Activity.getExecutionContext().getInfo()).instant());
          return "told";
        };
    Duration ahead = Duration.ofHours(6);
    try (OneActivity temporal = new OneActivity(asks)) {
      temporal.pass(ahead);
      Instant server = temporal.now();
      temporal.history("nothing");
      assertThat(server).isAfter(Instant.now().plus(ahead.dividedBy(2)));
      assertThat(told.get()).isBetween(server.minusSeconds(1), server.plus(Duration.ofMinutes(1)));
    }
  }
}
