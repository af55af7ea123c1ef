package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.temporal.activity.Activity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A Temporal server that answers everything but heartbeats: after the heartbeat time-out it starts
 * another attempt, so this one must not begin a change any more.
 */
@Timeout(60)
class HeartbeatsAloneFailTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final FailingHeartbeats heartbeats = new FailingHeartbeats();
  private final List<String> changes = new ArrayList<>();

  @Test
  void noChangeBeginsWhileTheServerAcknowledgesNoHeartbeat() {
    try (OneActivity temporal =
        new OneActivity(arguments -> changeBeforeWhileAndAfter(), heartbeats)) {
      temporal.history("");
    }
    assertThat(changes).containsExactly("before", "refused", "after");
  }

  @Test
  void noChangeBeginsBeforeTheFirstAcknowledgement() {
    heartbeats.fail = true;
    try (OneActivity temporal =
        new OneActivity(
            arguments -> {
              try (HeartbeatingAttempt attempt = attempt()) {
                change("too early", attempt);
              }
              return "";
            },
            heartbeats)) {
      temporal.history("");
    }
    assertThat(changes).containsExactly("refused");
  }

  private String changeBeforeWhileAndAfter() {
    try (HeartbeatingAttempt attempt = attempt()) {
      change("before", attempt);
      heartbeats.fail = true;
      Await.until("a stale attempt", SOON, () -> !attempt.isFresh());
      change("meanwhile", attempt);
      heartbeats.fail = false;
      Await.until("a fresh attempt", SOON, attempt::isFresh);
      change("after", attempt);
      return "";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static HeartbeatingAttempt attempt() {
    return new HeartbeatingAttempt(Activity.getExecutionContext(), "test.12345678");
  }

  /** As every changing method of a port: the permit is used right before. */
  private void change(String what, HeartbeatingAttempt attempt) {
    Permit permit =
        Permit.granted(
            attempt.operation(),
            Duration.ofSeconds(10),
            System::nanoTime,
            () -> attempt.isOver() || !attempt.isFresh());
    try {
      permit.use();
      changes.add(what);
    } catch (Failure.Transient late) {
      changes.add("refused");
    }
  }
}
