package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.recording.Attempts;
import io.temporal.activity.Activity;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An attempt that beats and works on until Temporal ends it at its time-out. */
@Timeout(60)
class CutOffAttemptTest {
  private final List<Attempts> before = new CopyOnWriteArrayList<>();

  @Test
  void theNextAttemptKnowsThatItFailedAndMayHaveTakenEffect() {
    try (OneActivity temporal =
        new OneActivity(OneActivity.CallsItTwice.class, arguments -> workOnUntilCutOff())) {
      temporal.history("");
    }
    assertThat(before).hasSize(2);
    assertThat(before.get(0)).isEqualTo(Attempts.NONE);
    assertThat(before.get(1).failures()).isEqualTo(1);
    assertThat(before.get(1).outcome()).isEqualTo(Attempts.Outcome.UNKNOWN);
    assertThat(before.get(1).sentence()).isEqualTo("copying");
  }

  private String workOnUntilCutOff() {
    try (HeartbeatingAttempt attempt =
        new HeartbeatingAttempt(Activity.getExecutionContext(), "test.12345678")) {
      before.add(attempt.before());
      attempt.progress("copying");
      if (before.size() == 1) {
        Await.until("the end of the attempt", Duration.ofSeconds(20), attempt::isOver);
      }
      return "";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
