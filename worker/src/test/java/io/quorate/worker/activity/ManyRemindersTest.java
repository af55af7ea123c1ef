package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.client.RunningRuns;
import io.quorate.client.TestTemporal;
import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.http.ScriptedOperation;
import io.quorate.lab.machine.Await;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.ReminderSettings;
import io.quorate.reminder.Reminders;
import io.quorate.reminder.Waiting;
import io.quorate.workflow.Notifier;
import io.temporal.client.WorkflowClient;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reminders of many questions at once, in front of Temporal's in-process server. */
@Timeout(60)
class ManyRemindersTest extends NotifiedOperations {
  private static final int CLUSTERS = 7;

  private static final Reminders SOON =
      new Reminders(
          Optional.of(
              new ReminderSettings(Duration.ofSeconds(12), Duration.ofHours(1), Optional.empty())),
          Optional.empty());

  private final TestWorkflowEnvironment temporal = TestTemporal.begun();
  private final Shown channel = new Shown();

  /** A channel that keeps what people were reminded of. */
  private static final class Shown implements NotificationChannel {
    private final List<String> alone = new CopyOnWriteArrayList<>();
    private final List<List<Waiting>> together = new CopyOnWriteArrayList<>();

    @Override
    public Map<String, String> show(OperationState state, Showing showing) {
      showing.said().ifPresent(said -> alone.add(said.line()));
      return Map.of("question", showing.version().text());
    }

    @Override
    public Map<String, String> show(IncidentState state, Showing showing) {
      throw new AssertionError("there is no incident here");
    }

    @Override
    public void summarise(List<Arrival> clusters, Lease lease) {
      assertThat(clusters).isNotEmpty();
    }

    @Override
    public void announce(OpenCause cause, Lease lease) {
      throw new AssertionError("there is no common cause here");
    }

    @Override
    public void announce(SaidSilence silence, Lease lease) {
      throw new AssertionError("there is no silence here");
    }

    @Override
    public void remind(List<Waiting> matters, Lease lease) {
      together.add(matters);
    }
  }

  @BeforeEach
  void work() {
    Worker worker = temporal.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(ScriptedOperation.Execution.class, Notifier.class);
    worker.registerActivitiesImplementations(
        new Notifications(
            temporal.getWorkflowClient(),
            new RunningRuns(temporal.getWorkflowClient(), System::nanoTime),
            Optional.of(channel),
            SOON,
            NotifierChild::unseen,
            Clock.systemUTC()));
    temporal.start();
  }

  @Override
  WorkflowClient client() {
    return temporal.getWorkflowClient();
  }

  @AfterEach
  void close() {
    temporal.close();
  }

  @Test
  void manyDueQuestionsGetOneReminderTogetherAndNoneAlone() throws Exception {
    IntStream.range(0, CLUSTERS).forEach(number -> asking(new ClusterKey("c" + number)));

    Await.until("a reminder", Duration.ofSeconds(40), () -> !channel.together.isEmpty());

    assertThat(channel.together.getFirst()).hasSize(CLUSTERS);
    assertThat(channel.together).hasSize(1);
    assertThat(channel.alone).isEmpty();
  }
}
