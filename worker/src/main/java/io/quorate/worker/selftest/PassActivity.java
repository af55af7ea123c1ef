package io.quorate.worker.selftest;

import io.quorate.observation.Polling;
import io.quorate.operation.FailureTypes;
import io.quorate.worker.selftest.Course.Missed;
import io.quorate.workflow.SelfTestActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Self-tests by this worker.
 *
 * @param test goes the whole way; returns the stage that was not reached
 */
public record PassActivity(Function<Polling, Optional<Missed>> test) implements SelfTestActivities {
  private static final Logger LOG = LoggerFactory.getLogger(PassActivity.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  @Override
  public void pass() {
    ActivityExecutionContext context = Activity.getExecutionContext();
    Polling polling =
        new Polling(
            BETWEEN_LOOKS,
            System::nanoTime,
            pause -> {
              // Later than the SDK's throttle, so that a heartbeat is sent and its answer known.
              Polling.sleep(pause);
              context.heartbeat(null);
            });
    LOG.info("A self-test begins, with a gateway and a worker of its own");
    Optional<Missed> missed = tested(polling);
    if (missed.isPresent()) {
      LOG.error(missed.get().sentence());
      throw ApplicationFailure.newNonRetryableFailure(
          missed.get().sentence(), missed.get().stage().words());
    }
    LOG.info("The self-test has passed");
  }

  private Optional<Missed> tested(Polling polling) {
    try {
      return test.apply(polling);
    } catch (TemporalException over) {
      throw over;
    } catch (RuntimeException broken) {
      // With the flag the SDK could not tell Temporal that the worker ends.
      if (Thread.interrupted()) {
        throw ApplicationFailure.newFailure("The worker is stopping.", FailureTypes.TRANSIENT);
      }
      LOG.error("The self-test could not start", broken);
      Missed start = new Missed(Stage.START, broken.toString());
      throw ApplicationFailure.newFailure(start.sentence(), start.stage().words());
    }
  }
}
