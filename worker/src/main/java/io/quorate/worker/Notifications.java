package io.quorate.worker;

import io.quorate.operation.NotifierProgress;
import io.quorate.operation.NotifierSubject;
import io.quorate.port.NotificationChannel;
import io.quorate.workflow.NotifierActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.util.Optional;

/** Tells people through the configured channel; without one there is nobody to tell. */
final class Notifications implements NotifierActivities {
  private final WorkflowClient client;
  private final Optional<NotificationChannel> channel;
  private final Clock clock;

  Notifications(WorkflowClient client, Optional<NotificationChannel> channel, Clock clock) {
    this.client = client;
    this.channel = channel;
    this.clock = clock;
  }

  @Override
  public void follow(NotifierSubject subject) {
    channel.ifPresent(there -> follow(subject, there));
  }

  private void follow(NotifierSubject subject, NotificationChannel there) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    NotifierProgress before =
        context.getHeartbeatDetails(NotifierProgress.class).orElse(NotifierProgress.NONE);
    try (NotifierBeat beat =
        new NotifierBeat(client.newActivityCompletionClient(), context.getTaskToken(), before)) {
      boolean first = context.getInfo().getAttempt() == 1;
      new Following(new SubjectReader(client, subject), there, beat, clock, first).untilItsEnd();
    }
  }
}
