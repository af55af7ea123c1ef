package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.client.RunningRuns;
import io.quorate.client.TestTemporal;
import io.quorate.gateway.http.ScriptedOperation;
import io.quorate.lab.machine.Await;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentState;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.Taken;
import io.quorate.port.Failure;
import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Said;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.ReminderSettings;
import io.quorate.reminder.Reminders;
import io.quorate.reminder.Waiting;
import io.quorate.workflow.Notifier;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The notifier's activity in front of Temporal's in-process server, in real time. */
@Timeout(60)
class NotificationsTest extends NotifiedOperations {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Reminders OFTEN =
      new Reminders(
          Optional.of(
              new ReminderSettings(Duration.ofSeconds(6), Duration.ofHours(1), Optional.empty())),
          Optional.empty());

  private final Shown channel = new Shown();
  private final TestWorkflowEnvironment temporal = TestTemporal.begun();

  /** A channel that keeps what it was shown, and refuses as long as it has something to say. */
  private static final class Shown implements NotificationChannel {
    private final LinkedBlockingQueue<OperationState> states = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Long> tries = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Said> said = new LinkedBlockingQueue<>();
    private volatile Optional<RuntimeException> refusing = Optional.empty();

    @Override
    public Map<String, String> show(OperationState state, Showing showing) {
      tries.add(System.nanoTime());
      refusing.ifPresent(
          failure -> {
            throw failure;
          });
      states.add(state);
      showing.said().ifPresent(said::add);
      return Map.of("question", showing.version().text());
    }

    @Override
    public Map<String, String> show(IncidentState state, Showing showing) {
      throw new AssertionError("there is no incident here");
    }

    @Override
    public void summarise(List<Arrival> clusters, Lease lease) {
      throw new AssertionError("there is one cluster here");
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
      throw new AssertionError("there is one cluster here");
    }

    OperationState await(Phase phase) throws InterruptedException {
      OperationState state = states.poll(20, TimeUnit.SECONDS);
      while (state != null && state.phase() != phase) {
        state = states.poll(20, TimeUnit.SECONDS);
      }
      assertThat(state).as("nobody was shown a state that is " + phase).isNotNull();
      return state;
    }
  }

  @BeforeEach
  void work() {
    Worker worker = temporal.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(
        ScriptedOperation.Execution.class, WaitingOperation.Execution.class, Notifier.class);
    worker.registerActivitiesImplementations(
        new WaitingOperation.Waits(),
        new Notifications(
            temporal.getWorkflowClient(),
            new RunningRuns(temporal.getWorkflowClient(), System::nanoTime),
            Optional.of(channel),
            OFTEN,
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
  void theNotifierShowsTheQuestionAndTheEndAndThenEnds() throws InterruptedException {
    WorkflowStub operation = operation();
    WorkflowStub notifier = notifier(operation);
    assertThat(channel.await(Phase.WAITING_FOR_APPROVAL).openApproval()).isPresent();

    TestTemporal.approve(operation);

    assertThat(channel.await(Phase.COMPLETED).openApproval()).isEmpty();
    notifier.getResult(Void.class);
  }

  @Test
  void anUnchangedStateIsShownOnce() throws InterruptedException {
    notifier(operation());
    channel.await(Phase.WAITING_FOR_APPROVAL);
    assertThat(channel.states.poll(4, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void anOperationThatWasTerminatedIsShownAsStoppedWithoutAQuestion() throws InterruptedException {
    WorkflowStub operation = operation();
    WorkflowStub notifier = notifier(operation);
    channel.await(Phase.WAITING_FOR_APPROVAL);

    operation.terminate("wrong cluster");

    OperationState last = channel.await(Phase.STOPPED);
    assertThat(last.because()).startsWith("It was terminated in Temporal while it was waiting");
    assertThat(last.openApproval()).isEmpty();
    notifier.getResult(Void.class);
  }

  @Test
  void anEndThatNobodyCouldBeToldIsToldWhenTheChannelIsBack() throws InterruptedException {
    WorkflowStub operation = operation();
    WorkflowStub notifier = notifier(operation);
    channel.await(Phase.WAITING_FOR_APPROVAL);
    channel.refusing = Optional.of(new Failure.Transient("Slack answers 503."));
    TestTemporal.approve(operation);
    assertThat(operation.getResult(OperationState.class).phase()).isEqualTo(Phase.COMPLETED);
    channel.refusing = Optional.empty();

    channel.await(Phase.COMPLETED);
    notifier.getResult(Void.class);
  }

  @Test
  void anEndIsToldAlsoAfterTheNextOperationOfTheClusterBegan() throws InterruptedException {
    WorkflowStub first = operation();
    WorkflowStub notifier = notifier(first);
    channel.await(Phase.WAITING_FOR_APPROVAL);
    channel.refusing = Optional.of(new Failure.Fault("Slack knows no channel #etcd."));
    TestTemporal.approve(first);
    first.getResult(OperationState.class);
    WorkflowStub second = operation();
    channel.refusing = Optional.empty();

    OperationState told = channel.await(Phase.COMPLETED);

    assertThat(told.operation()).endsWith(ending(first)).doesNotEndWith(ending(second));
    notifier.getResult(Void.class);
  }

  @Test
  void aFaultOfQuorateIsTriedAgainAndShows() throws InterruptedException {
    channel.refusing = Optional.of(new NullPointerException("because \"response\" is null"));
    WorkflowStub operation = operation();
    WorkflowStub notifier = notifier(operation);
    channel.tries.poll(20, TimeUnit.SECONDS);
    channel.tries.poll(20, TimeUnit.SECONDS);
    assertThat(heartbeat(notifier)).contains("a fault of Quorate; the worker's log has it as");
    channel.refusing = Optional.empty();

    channel.await(Phase.WAITING_FOR_APPROVAL);
    TestTemporal.approve(operation);
    channel.await(Phase.COMPLETED);
    notifier.getResult(Void.class);
  }

  private static String heartbeat(WorkflowStub notifier) {
    return notifier
        .describe()
        .getRawDescription()
        .getPendingActivities(0)
        .getHeartbeatDetails()
        .getPayloads(0)
        .getData()
        .toStringUtf8();
  }

  @Test
  void aLongWaitOfAStepIsShownOnceWithTheReason() throws InterruptedException {
    WaitingOperation.Waits.SINCE.set(Instant.now().minusSeconds(16));
    WorkflowStub operation = operation(WaitingOperation.TYPE);
    notifier(operation);
    assertThat(channel.await(Phase.RUNNING).steps().get(0).evidence()).isEmpty();

    OperationState waiting = channel.await(Phase.RUNNING);

    assertThat(WaitingOperation.Waits.SINCE.get())
        .isBefore(Instant.now().minus(Duration.ofSeconds(20)));
    assertThat(waiting.steps().get(0).evidence().orElseThrow())
        .startsWith("waits since ")
        .endsWith(" UTC: etcd-1 does not vote at this moment");
    assertThat(channel.states.poll(4, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void aReminderThatWasDueWhileTheChannelWasAwayIsSaidOnceAfterwards() throws InterruptedException {
    notifier(operation());
    channel.await(Phase.WAITING_FOR_APPROVAL);
    channel.refusing = Optional.of(new Failure.Transient("Slack answers 503."));
    channel.tries.clear();
    assertThat(channel.tries.poll(20, TimeUnit.SECONDS)).as("the reminder was tried").isNotNull();
    channel.refusing = Optional.empty();

    Said reminder = channel.said.poll(20, TimeUnit.SECONDS);

    assertThat(reminder).isNotNull();
    assertThat(reminder.line()).startsWith("payments: a question waits for an answer, ");
    assertThat(channel.said.poll(4, TimeUnit.SECONDS)).as("one, not ten").isNull();
  }

  @Test
  void whoeverIsOnItIsRemindedOfNothing() throws InterruptedException {
    WorkflowStub operation = operation();
    notifier(operation);
    channel.await(Phase.WAITING_FOR_APPROVAL);
    operation.update(
        OperationNames.TAKE, Request.Answer.class, new Taken("dana", "Slack", Instant.now()));

    assertThat(channel.said.poll(10, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void theNotifierWaitsAsLongAsTheChannelAsks() throws InterruptedException {
    assertThat(NotifierAttempt.PAUSES.after(1, Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
    assertThat(NotifierAttempt.PAUSES.after(3, Duration.ZERO)).isEqualTo(Duration.ofSeconds(8));
    assertThat(NotifierAttempt.PAUSES.after(100, Duration.ZERO)).isEqualTo(Duration.ofMinutes(1));
    assertThat(NotifierAttempt.PAUSES.after(1, Duration.ofSeconds(90)))
        .isEqualTo(Duration.ofSeconds(90));

    channel.refusing =
        Optional.of(new Failure.Transient("Slack asks to wait.", Duration.ofSeconds(5)));
    notifier(operation());
    long first = channel.tries.poll(20, TimeUnit.SECONDS);
    long second = channel.tries.poll(20, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(second - first)).isGreaterThan(Duration.ofMillis(4900));
  }

  /** Nobody begins a notifier anew: a worker that can read its subject takes a later attempt. */
  @Test
  void aSubjectOfALaterReleaseIsTriedAgainAndSaysWhichReleaseIsNeeded() throws Exception {
    WorkflowStub notifier = stub(NotifierNames.TYPE, NotifierNames.workflowId("fleet/1"));
    notifier.start(Map.of("kind", "FLEET", "release", "9.9"));

    Await.until("a failed attempt", LIMIT, () -> lastFailure(notifier).isPresent());

    var failure = lastFailure(notifier).orElseThrow();
    assertThat(failure.getMessage())
        .contains("that a workflow of Quorate 9.9 gave: it does not know \"FLEET\" at kind")
        .contains("start a worker of that release");
    assertThat(failure.getApplicationFailureInfo().getType()).isEqualTo(FailureTypes.TRANSIENT);
    assertThat(failure.getApplicationFailureInfo().getNonRetryable()).isFalse();
  }

  private static Optional<io.temporal.api.failure.v1.Failure> lastFailure(WorkflowStub notifier) {
    return notifier.describe().getRawDescription().getPendingActivitiesList().stream()
        .filter(PendingActivityInfo::hasLastFailure)
        .map(PendingActivityInfo::getLastFailure)
        .findFirst();
  }

  private static String ending(WorkflowStub operation) {
    String run = operation.getExecution().getRunId();
    return run.substring(run.length() - 8);
  }
}
