package io.quorate.worker.activity;

import io.quorate.client.RunningRuns;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.Opaque;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Reminders;
import io.quorate.view.ClusterView;
import io.quorate.workflow.NotifierActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.WorkflowClient;
import io.temporal.failure.ApplicationFailure;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Tells people through the configured channel; without a channel nobody is told. */
public final class Notifications implements NotifierActivities {
  /** Pause before an attempt that a worker of another release may get. */
  private static final Duration OTHER_RELEASE = Duration.ofSeconds(30);

  private final WorkflowClient client;
  private final RunningRuns runs;
  private final Optional<FirstMessages> firsts;
  private final Reminders reminders;
  private final Function<ClusterKey, ClusterView> looks;
  private final Clock clock;

  /**
   * Creates the activity of all notifiers of a worker.
   *
   * @param runs the running operations and incidents, which all activities of the worker share
   * @param reminders when people are told again of what waits for them
   * @param looks looks at a cluster whose operation is parked
   */
  public Notifications(
      WorkflowClient client,
      RunningRuns runs,
      Optional<NotificationChannel> channel,
      Reminders reminders,
      Function<ClusterKey, ClusterView> looks,
      Clock clock) {
    this.client = client;
    this.runs = runs;
    this.firsts = channel.map(there -> new FirstMessages(there, clock));
    this.reminders = reminders;
    this.looks = looks;
    this.clock = clock;
  }

  @Override
  public void follow(Opaque written) {
    NotifierSubject subject = subject(written);
    firsts.ifPresent(there -> follow(subject, there));
  }

  /**
   * Reads the subject. A subject that this release cannot read is tried again: a worker of a
   * release that can read it may be there already, and nobody else begins a notifier anew.
   */
  private static NotifierSubject subject(Opaque written) {
    try {
      return Failures.order(written, NotifierSubject.class);
    } catch (ApplicationFailure unreadable) {
      throw ApplicationFailure.newBuilder()
          .setMessage(unreadable.getOriginalMessage())
          .setType(FailureTypes.TRANSIENT)
          .setNextRetryDelay(OTHER_RELEASE)
          .build();
    }
  }

  private void follow(NotifierSubject subject, FirstMessages there) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    NotifierProgress before =
        context
            .getHeartbeatDetails(Opaque.class)
            .flatMap(beat -> OpaqueValues.known(beat, NotifierProgress.class))
            .orElse(NotifierProgress.NONE);
    try (NotifierBeat beat =
        new NotifierBeat(
            client.newActivityCompletionClient(),
            context.getTaskToken(),
            BeatPace.of(context.getInfo()),
            before)) {
      boolean first = context.getInfo().getAttempt() == 1;
      new NotifierAttempt(
              new SubjectReader(client, runs, subject),
              there,
              beat,
              new Reminding(reminders, clock),
              new ParkedFacts(looks, clock),
              first)
          .untilItsEnd();
    }
  }
}
