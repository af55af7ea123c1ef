package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.history.HistoryMapper;
import io.quorate.operation.Request;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.EncodedValues;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An operation that waits for a yes over night is carried on by the version of the morning. */
@Timeout(240)
class HistoriesTest {
  private static final Path SIMULATED = RecordedHistory.FOLDER.resolve("1/simulated");

  /** On a busy machine workflow code may get no processor for seconds. */
  private static final long STARVED_MILLIS = 30_000;

  private static Replays asItIs;
  private static Replays wordedDifferently;

  /** A build that replays histories; one server in memory serves all of them. */
  private record Replays(TestWorkflowEnvironment temporal, Worker worker) {
    static Replays of(DataConverter converter, Class<?>... workflows) {
      TestEnvironmentOptions options =
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder().setDataConverter(converter).build())
              .build();
      TestWorkflowEnvironment temporal = TestWorkflowEnvironment.newInstance(options);
      WorkerOptions patient =
          WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(STARVED_MILLIS).build();
      Worker worker = temporal.newWorker("replay", patient);
      worker.registerWorkflowImplementationTypes(workflows);
      return new Replays(temporal, worker);
    }

    void replay(WorkflowExecutionHistory history) throws Exception {
      WorkflowReplayer.replayWorkflowExecution(history, worker);
    }
  }

  @BeforeAll
  static void load() throws Exception {
    asItIs =
        Replays.of(
            HistoryMapper.dataConverter(),
            OperationWorkflow.class,
            Incident.class,
            Notifier.class,
            FollowUp.class,
            FleetCauses.class,
            FleetPlaces.class,
            WatchShard.class,
            WorkerLife.class,
            SelfTest.class);
    ReversedSentences other = new ReversedSentences();
    Object converter =
        other.loadClass("io.quorate.history.HistoryMapper").getMethod("dataConverter").invoke(null);
    wordedDifferently =
        Replays.of(
            (DataConverter) converter,
            other.loadClass(OperationWorkflow.class.getName()),
            other.loadClass(Incident.class.getName()),
            other.loadClass(Notifier.class.getName()),
            other.loadClass(FollowUp.class.getName()),
            other.loadClass(FleetCauses.class.getName()),
            other.loadClass(FleetPlaces.class.getName()),
            other.loadClass(WatchShard.class.getName()),
            other.loadClass(WorkerLife.class.getName()),
            other.loadClass(SelfTest.class.getName()));
  }

  @AfterAll
  static void close() {
    asItIs.temporal().close();
    wordedDifferently.temporal().close();
  }

  /** Only stories that are not recorded yet: what was recorded once is replayed as it is. */
  @ParameterizedTest
  @EnumSource(Story.class)
  @EnabledIfSystemProperty(named = "histories.record", matches = "true")
  void recordWhatIsOnlySimulated(Story story) throws IOException {
    Path file = SIMULATED.resolve(story.file());
    Assumptions.assumeFalse(Files.exists(file));
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      write(here.history(story.happen(here)), file);
    }
  }

  @ParameterizedTest
  @EnumSource(FleetStory.class)
  @EnabledIfSystemProperty(named = "histories.record", matches = "true")
  void recordWhatIsOnlySimulatedOfTheFleet(FleetStory story) throws IOException {
    Assumptions.assumeFalse(Files.exists(SIMULATED.resolve(story.file(1))));
    try (SimulatedFleet here = new SimulatedFleet()) {
      story.happen(here);
      int run = 0;
      for (WorkflowExecutionHistory history : here.histories()) {
        run++;
        write(history, SIMULATED.resolve(story.file(run)));
      }
    }
  }

  private static void write(WorkflowExecutionHistory history, Path file) throws IOException {
    try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(file))) {
      zipped.write(history.toJson(false).getBytes(StandardCharsets.UTF_8));
    }
  }

  static List<Path> recorded() throws IOException {
    return RecordedHistory.files();
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void everyRecordedHistoryReplays(Path file) throws Exception {
    asItIs.replay(RecordedHistory.read(file).replayed());
  }

  /** Nothing that a release says may change what its workflows do. */
  @ParameterizedTest
  @MethodSource("recorded")
  void aReleaseThatWordsEverythingDifferentlyReplaysEveryHistory(Path file) throws Exception {
    wordedDifferently.replay(RecordedHistory.read(file).replayed());
  }

  @Test
  void theOtherReleaseReallySaysSomethingElse() throws Exception {
    Class<?> verb = new ReversedSentences().loadClass(Request.Verb.class.getName());
    Class<?> request = verb.getEnclosingClass();
    Object skip =
        request
            .getConstructor(verb, String.class, String.class, Optional.class, Optional.class)
            .newInstance(
                verb.getField("SKIP").get(null), "bob", "why", Optional.empty(), Optional.empty());

    assertThat(request.getMethod("skipped").invoke(skip)).asString().contains("yb deppiks");
  }

  @Test
  void aWorkflowThatDoesSomethingElseDoesNotReplay() {
    Path completed = SIMULATED.resolve(Story.COMPLETED.file());
    Replays sleeping = Replays.of(HistoryMapper.dataConverter(), SleepsFirst.class);
    try (TestWorkflowEnvironment temporal = sleeping.temporal()) {
      assertThat(temporal.isStarted()).isFalse();
      assertThatThrownBy(() -> sleeping.replay(RecordedHistory.read(completed).history()))
          .hasStackTraceContaining("TMPRL1100");
    }
  }

  /** The operation of a version whose author forgot that old ones are still under way. */
  public static final class SleepsFirst implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      Workflow.sleep(Duration.ofSeconds(1));
      return new OperationWorkflow(arguments).execute(arguments);
    }
  }
}
