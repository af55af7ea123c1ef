package io.quorate.worker.selftest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.configuration.SelfTestSettings;
import io.quorate.operation.SelfTestNames;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns of the self-test. Each worker reads the last run in Temporal once a minute, and begins the
 * next run when the run is due; Temporal accepts one beginning. The metrics of each worker tell the
 * last run of the installation, whichever worker carried the run out.
 */
public final class Turns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);
  private static final Duration LOOK = Duration.ofMinutes(1);

  /** Limit of one self-test, with a second attempt after the death of a worker. */
  private static final Duration LIMIT = Duration.ofMinutes(45);

  private final WorkflowClient client;
  private final String taskQueue;
  private final SelfTestSettings settings;
  private final InstantSource clock;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("selftest").factory());
  private volatile Instant passedAt;
  private volatile Optional<Stage> missed = Optional.empty();
  private String known = "";

  Turns(WorkflowClient client, String taskQueue, SelfTestSettings settings, InstantSource clock) {
    this.client = client;
    this.taskQueue = taskQueue;
    this.settings = settings;
    this.clock = clock;
    this.passedAt = clock.instant();
  }

  /** Starts the turns; the worker polls already. */
  public static Turns start(
      WorkflowClient client,
      String taskQueue,
      SelfTestSettings settings,
      InstantSource clock,
      MeterRegistry registry) {
    Turns turns = new Turns(client, taskQueue, settings, clock);
    Gauge.builder("quorate.selftest.age", turns, one -> one.age().toSeconds())
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("quorate.selftest.late", turns, one -> one.isLate() ? 1 : 0).register(registry);
    for (Stage stage : Stage.values()) {
      Gauge.builder("quorate.selftest.missed", turns, one -> one.hasMissed(stage) ? 1 : 0)
          .tag("stage", stage.words())
          .register(registry);
    }
    ScheduledFuture<?> first =
        turns.looks.scheduleWithFixedDelay(turns::look, 0, LOOK.toSeconds(), TimeUnit.SECONDS);
    assert !first.isCancelled();
    return turns;
  }

  private Duration age() {
    return Duration.between(passedAt, clock.instant());
  }

  private boolean isLate() {
    return age().compareTo(settings.every().multipliedBy(2)) > 0;
  }

  private boolean hasMissed(Stage stage) {
    return missed.filter(stage::equals).isPresent();
  }

  /** Never throws: a scheduled task that throws is never run again. */
  void look() {
    try {
      Optional<LastRun> last = last();
      last.ifPresent(this::take);
      if (last.map(run -> run.isNextDue(settings.every(), clock.instant())).orElse(true)) {
        begin();
      }
    } catch (RuntimeException failed) {
      LOG.warn("The self-test was not looked at, or not begun: {}", failed.toString());
    }
  }

  private Optional<LastRun> last() {
    try {
      WorkflowExecutionDescription run =
          client.newUntypedWorkflowStub(SelfTestNames.WORKFLOW_ID).describe();
      return Optional.of(
          new LastRun(
              run.getExecution().getRunId(),
              run.getStartTime(),
              Optional.ofNullable(run.getCloseTime()),
              run.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED,
              Optional.ofNullable(run.getMemo(SelfTestNames.SINCE, Instant.class))
                  .map(Instant.class::cast)
                  .orElse(run.getStartTime())));
    } catch (WorkflowNotFoundException none) {
      return Optional.empty();
    }
  }

  private void take(LastRun last) {
    passedAt = last.passedAt();
    if (last.ended().isPresent() && !known.equals(last.runId())) {
      missed = last.passed() ? Optional.empty() : Optional.of(missedBy(last.runId()));
      known = last.runId();
    }
  }

  /** Returns the stage that a run which failed did not reach. */
  private Stage missedBy(String runId) {
    WorkflowStub run =
        client.newUntypedWorkflowStub(
            SelfTestNames.WORKFLOW_ID, Optional.of(runId), Optional.empty());
    try {
      run.getResult(Void.class);
    } catch (WorkflowFailedException failed) {
      return Stream.<Throwable>iterate(failed, one -> one != null, Throwable::getCause)
          .filter(ApplicationFailure.class::isInstance)
          .flatMap(one -> stage(((ApplicationFailure) one).getType()))
          .findFirst()
          .orElse(Stage.WORKER);
    }
    return Stage.WORKER;
  }

  private static Stream<Stage> stage(String words) {
    return Arrays.stream(Stage.values()).filter(stage -> stage.words().equals(words));
  }

  private void begin() {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(SelfTestNames.WORKFLOW_ID)
            .setTaskQueue(taskQueue)
            .setWorkflowExecutionTimeout(LIMIT)
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
            .setMemo(Map.of(SelfTestNames.SINCE, passedAt))
            .setStaticSummary("test of the whole way from an alert to the end of its incident")
            .build();
    String run = client.newUntypedWorkflowStub(SelfTestNames.TYPE, options).start().getRunId();
    LOG.debug("The self-test is run {}", run);
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
