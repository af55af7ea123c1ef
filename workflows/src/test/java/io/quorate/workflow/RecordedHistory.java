package io.quorate.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.StableName;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.Phase;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A history that an earlier build wrote, one file a run. Those in {@code played} are of real etcd
 * and a real Temporal server, those in {@code simulated} of Temporal's test server, which skips
 * time.
 */
record RecordedHistory(Path file, WorkflowExecutionHistory history) {
  static final Path FOLDER = Path.of("src/test/resources/histories");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The ending of a run that a person terminated. */
  static final String TERMINATED = "terminated";

  private static final String SUFFIX = ".json.gz";

  /**
   * The history as a worker that takes the run over replays it. The SDK (1.38) fails the replay of
   * one that ends with its termination, which is no work of the workflow.
   */
  WorkflowExecutionHistory replayed() {
    int last = history.getEvents().size() - 1;
    return ending().equals(TERMINATED)
        ? new WorkflowExecutionHistory(history.getHistory().toBuilder().removeEvents(last).build())
        : history;
  }

  static RecordedHistory read(Path file) {
    try (InputStream zipped = new GZIPInputStream(Files.newInputStream(file))) {
      String json = new String(zipped.readAllBytes(), StandardCharsets.UTF_8);
      return new RecordedHistory(file, WorkflowExecutionHistory.fromJson(json));
    } catch (IOException broken) {
      throw new UncheckedIOException(file.toString(), broken);
    }
  }

  /** All of them, in all forms there ever were. */
  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  boolean isOfRealServers() {
    return file.getParent().endsWith("played");
  }

  /** The runbook that it carried out; empty for an incident and for a notifier. */
  Optional<String> runbook() {
    return Runbooks.all().stream()
        .map(Runbook::name)
        .filter(name -> StableName.typeOf(name).equals(type()))
        .findFirst();
  }

  boolean isIncident() {
    return type().equals(IncidentNames.TYPE);
  }

  boolean isNotifier() {
    return type().equals(NotifierNames.TYPE);
  }

  /** The type of the workflow in Temporal's terms. */
  String type() {
    return history
        .getEvents()
        .getFirst()
        .getWorkflowExecutionStartedEventAttributes()
        .getWorkflowType()
        .getName();
  }

  /**
   * How it ended, in a word: the phase that the operation returned, or how Temporal closed the run.
   */
  String ending() {
    HistoryEvent last = history.getLastEvent();
    return switch (last.getEventType()) {
      case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED ->
          runbook().isPresent() ? phase(last) : "completed";
      case EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW -> "continued-as-new";
      case EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED -> "cancelled";
      case EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED -> TERMINATED;
      default -> "still-open";
    };
  }

  private static String phase(HistoryEvent last) {
    var result = last.getWorkflowExecutionCompletedEventAttributes().getResult().getPayloads(0);
    try {
      JsonNode state = MAPPER.readTree(result.getData().toByteArray());
      return Phase.valueOf(state.path("phase").textValue()).words();
    } catch (IOException noJson) {
      throw new UncheckedIOException(noJson);
    }
  }
}
