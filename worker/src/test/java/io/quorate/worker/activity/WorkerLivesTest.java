package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.operation.WorkerNames;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A day of a worker's life that ends while Temporal takes no heartbeats. */
@Timeout(60)
class WorkerLivesTest {
  private final AtomicLong nanos = new AtomicLong();
  private final FailingHeartbeats heartbeats = new FailingHeartbeats();
  private final WorkerLives lives = new WorkerLives(nanos::get);

  @Test
  void aDayEndsWithAHeartbeatThatTemporalTookAndIsOverHalfAMinuteLater()
      throws ExecutionException, InterruptedException, TimeoutException {
    heartbeats.fail = true;
    try (OneActivity temporal = OneActivity.of(lives, heartbeats)) {
      CompletableFuture<String> end =
          CompletableFuture.supplyAsync(() -> temporal.history(WorkerNames.LIVE, ""));
      Await.until("a missed beat", Duration.ofSeconds(20), () -> heartbeats.failed.get() > 0);
      nanos.addAndGet(Duration.ofHours(25).toNanos());
      int missed = heartbeats.failed.get();
      Await.until("two more", Duration.ofSeconds(20), () -> heartbeats.failed.get() > missed + 1);
      assertThat(end).isNotDone();

      heartbeats.fail = false;
      assertThat(end.get(20, TimeUnit.SECONDS)).contains("EVENT_TYPE_ACTIVITY_TASK_COMPLETED");
    }
    assertThat(lives.ended()).isZero();
    assertThat(lives.isSilent()).as("the next day may begin").isFalse();
    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(lives.isSilent()).as("Temporal did not hear of the end").isTrue();
  }
}
