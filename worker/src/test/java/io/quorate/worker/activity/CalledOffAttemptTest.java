package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.observation.Polling;
import io.quorate.port.Failure;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.common.converter.EncodedValues;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An attempt in the middle of a long effect, such as a copy, that an abort calls off. */
@Timeout(60)
class CalledOffAttemptTest {
  /** Longer than any time-out of the attempt. */
  private static final Duration LONG = Duration.ofHours(1);

  @Test
  void aCancelledEffectIsInterruptedAndReportsAnUnknownOutcome() {
    try (OneActivity temporal = new OneActivity(CallsItOff.class, arguments -> copy())) {
      String history = temporal.history("");

      assertThat(history)
          .contains("the copy was interrupted; it may have done its work")
          .contains("Unknown")
          .doesNotContain("fault of its own");
    }
  }

  private static String copy() {
    try (HeartbeatingAttempt attempt =
        new HeartbeatingAttempt(Activity.getExecutionContext(), "test.12345678")) {
      attempt.interruptWhenCalledOff();
      return Failures.translated(CalledOffAttemptTest::untilInterrupted);
    }
  }

  private static String untilInterrupted() {
    try {
      Polling.sleep(LONG);
      return "copied";
    } catch (Failure.Transient interrupted) {
      throw new Failure.Unknown("the copy was interrupted; it may have done its work", interrupted);
    }
  }

  /** A workflow of one activity, which it calls off after a second and waits for. */
  public static final class CallsItOff implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      ActivityOptions options =
          ActivityOptions.newBuilder()
              .setStartToCloseTimeout(LONG)
              .setHeartbeatTimeout(Duration.ofSeconds(3))
              // Temporal tries nothing again that it was asked to cancel; its server for tests
              // does.
              .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
              .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
              .build();
      List<Promise<String>> running = new ArrayList<>();
      CancellationScope scope =
          Workflow.newCancellationScope(
              () ->
                  running.add(
                      Workflow.newUntypedActivityStub(options)
                          .executeAsync(OneActivity.TYPE, String.class, "")));
      scope.run();
      Workflow.sleep(Duration.ofSeconds(1));
      scope.cancel("aborted");
      try {
        return running.get(0).get();
      } catch (ActivityFailure failure) {
        throw failure.getCause() instanceof ApplicationFailure known
            ? ApplicationFailure.newNonRetryableFailure(known.getOriginalMessage(), known.getType())
            : failure;
      }
    }
  }
}
