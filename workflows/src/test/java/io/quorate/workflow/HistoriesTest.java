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
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An operation that waits for a yes over night is carried on by the version of the morning. */
@Timeout(240)
class HistoriesTest {
  private static final Path HISTORIES = Path.of("src/test/resources/histories");
  private static final String THIS_VERSION = "0.1";

  @ParameterizedTest
  @EnumSource(Story.class)
  @EnabledIfSystemProperty(named = "histories.record", matches = "true")
  void recordTheHistoriesOfThisVersion(Story story) throws IOException {
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      String json = here.history(story.happen(here)).toJson(true);
      Path file = HISTORIES.resolve(THIS_VERSION).resolve(story.file());
      Files.createDirectories(file.getParent());
      Files.writeString(file, json.endsWith("\n") ? json : json + "\n");
    }
  }

  static Stream<Path> recorded() throws IOException {
    try (Stream<Path> files = Files.walk(HISTORIES)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      assertThat(found).hasSizeGreaterThanOrEqualTo(Story.values().length);
      return found.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void everyRecordedHistoryReplays(Path file) throws Exception {
    replay(file, OperationWorkflow.class, Incident.class, Notifier.class);
  }

  /** Nothing that a release says may change what its workflows do. */
  @ParameterizedTest
  @MethodSource("recorded")
  void aReleaseThatWordsEverythingDifferentlyReplaysEveryHistory(Path file) throws Exception {
    ReversedSentences other = new ReversedSentences();
    Object converter =
        other.loadClass("io.quorate.history.HistoryMapper").getMethod("dataConverter").invoke(null);

    replay(
        file,
        (DataConverter) converter,
        other.loadClass(OperationWorkflow.class.getName()),
        other.loadClass(Incident.class.getName()));
  }

  @Test
  void theOtherReleaseReallySaysSomethingElse() throws Exception {
    Class<?> verb = new ReversedSentences().loadClass(Request.Verb.class.getName());
    Class<?> request = verb.getEnclosingClass();
    Object skip =
        request
            .getConstructor(verb, String.class, String.class)
            .newInstance(verb.getField("SKIP").get(null), "bob", "why");

    assertThat(request.getMethod("skipped").invoke(skip)).asString().contains("yb deppiks");
  }

  @Test
  void aWorkflowThatDoesSomethingElseDoesNotReplay() {
    Path completed = HISTORIES.resolve(THIS_VERSION).resolve(Story.COMPLETED.file());

    assertThatThrownBy(() -> replay(completed, SleepsFirst.class))
        .hasStackTraceContaining("TMPRL1100");
  }

  private static void replay(Path file, Class<?>... workflows) throws Exception {
    replay(file, HistoryMapper.dataConverter(), workflows);
  }

  private static void replay(Path file, DataConverter converter, Class<?>... workflows)
      throws Exception {
    TestEnvironmentOptions options =
        TestEnvironmentOptions.newBuilder()
            .setWorkflowClientOptions(
                WorkflowClientOptions.newBuilder().setDataConverter(converter).build())
            .build();
    try (TestWorkflowEnvironment temporal = TestWorkflowEnvironment.newInstance(options)) {
      Worker worker = temporal.newWorker("replay");
      worker.registerWorkflowImplementationTypes(workflows);
      WorkflowExecutionHistory history = WorkflowExecutionHistory.fromJson(Files.readString(file));
      WorkflowReplayer.replayWorkflowExecution(history, worker);
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
