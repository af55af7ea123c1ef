package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.operation.FailureTypes;
import io.quorate.recording.Attempts;
import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An attempt that fails after more time than the SDK allows between two heartbeats: 3 s and 5 s.
 */
@Timeout(60)
class LongAttemptTest {
  private static final Duration LONG = Duration.ofSeconds(9);
  private static final Instant BEGAN = Instant.parse("2026-11-28T03:00:00Z");

  private final List<Attempts> before = new CopyOnWriteArrayList<>();

  @Test
  void theNextAttemptKnowsWhyItFailed() {
    try (OneActivity temporal =
        new OneActivity(OneActivity.CallsItAgain.class, arguments -> failLate())) {
      temporal.history("");
    }
    assertThat(before)
        .containsExactly(
            Attempts.NONE, Attempts.NONE.after(FailureTypes.NOT_YET, BEGAN, BEGAN.plus(LONG)));
  }

  private String failLate() {
    try (HeartbeatingAttempt attempt =
        new HeartbeatingAttempt(Activity.getExecutionContext(), "test.12345678")) {
      before.add(attempt.before());
      if (before.size() > 1) {
        return "";
      }
      long end = System.nanoTime() + LONG.toNanos();
      Await.until("the end of a long look", LONG.multipliedBy(2), () -> System.nanoTime() > end);
      attempt.handOn(attempt.before().after(FailureTypes.NOT_YET, BEGAN, BEGAN.plus(LONG)));
      throw ApplicationFailure.newFailure("etcd-1 does not answer", FailureTypes.NOT_YET);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
