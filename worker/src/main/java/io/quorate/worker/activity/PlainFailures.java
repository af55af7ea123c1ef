package io.quorate.worker.activity;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps raw exceptions out of histories: whatever an activity throws leaves as a failure with one
 * of our types and a sentence, without a stack trace.
 */
public final class PlainFailures extends WorkerInterceptorBase {
  private static final Logger LOG = LoggerFactory.getLogger(PlainFailures.class);

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new ActivityInboundCallsInterceptorBase(next) {
      private String activity = "an activity";

      @Override
      public void init(ActivityExecutionContext context) {
        activity = context.getInfo().getActivityType();
        super.init(context);
      }

      @Override
      public ActivityOutput execute(ActivityInput input) {
        try {
          return super.execute(input);
        } catch (ApplicationFailure ours) {
          throw Failures.plain(ours);
        } catch (TemporalFailure | ActivityCompletionException temporals) {
          throw temporals;
        } catch (Throwable unexpected) {
          throw described(activity, unexpected);
        }
      }
    };
  }

  private static ApplicationFailure described(String activity, Throwable unexpected) {
    String reference = UUID.randomUUID().toString().substring(0, 8);
    LOG.error("{}: {} failed in a way that nobody expected", reference, activity, unexpected);
    return Failures.unexpected(activity, reference);
  }
}
