package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the histories of plays for the replays of later releases ({@code HistoriesTest}), if asked
 * to with {@code -Dquorate.recordHistories=DIR}: every run of the operations, their notifiers and
 * the incident, one file a run.
 */
final class HistoryRecorder {
  /** The system property that names the folder. */
  static final String FOLDER = "quorate.recordHistories";

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String OPERATION = "operation/";
  private static final String NOTIFIER = "notify/";

  private final Set<String> kept = new HashSet<>();

  /**
   * Where something was played.
   *
   * @param temporal the address of its Temporal
   * @param folder its files
   * @param tells whether people are told, which a workflow of its own does
   */
  record Place(String temporal, String cluster, Path folder, boolean tells) {}

  /** Keeps what happened on the stage since the play before; the operation has to have ended. */
  void keep(Stage stage, String play) throws IOException, InterruptedException {
    keep(new Place(stage.temporal().target(), Stage.CLUSTER, stage.folder().path(), true), play);
  }

  /** As {@link #keep(Stage, String)}. */
  void keep(Place place, String play) throws IOException, InterruptedException {
    String folder = System.getProperty(FOLDER);
    if (folder == null) {
      return;
    }
    Files.createDirectories(Path.of(folder));
    PortableHistory portable = new PortableHistory(wordsOf(place.folder()));
    try (Histories temporal = new Histories(place.temporal())) {
      Await.until("the end of " + play, LIMIT, () -> isOver(place, fresh(temporal)));
      Map<String, Integer> names = new LinkedHashMap<>();
      for (WorkflowExecutionMetadata run : fresh(temporal)) {
        String name = play + "." + kind(run.getExecution().getWorkflowId());
        int number = names.merge(name, 1, Integer::sum);
        Files.write(
            Path.of(folder, name + (number == 1 ? "" : "-" + number) + ".json.gz"),
            portable.compressed(temporal.of(run.getExecution()).toJson(false)));
        if (isClosed(run)) {
          kept.add(run.getExecution().getRunId());
        }
      }
    }
  }

  /** Runs that were not kept yet, the oldest first. */
  private List<WorkflowExecutionMetadata> fresh(Histories temporal) {
    return temporal.all().stream()
        .filter(run -> !kept.contains(run.getExecution().getRunId()))
        .sorted(Comparator.comparing(WorkflowExecutionMetadata::getStartTime))
        .toList();
  }

  /** The incident may stay open; who tells people of it does too. */
  private static boolean isOver(Place place, List<WorkflowExecutionMetadata> runs) {
    return runs.stream().anyMatch(run -> isOf(run, OPERATION))
        && (!place.tells() || runs.stream().anyMatch(run -> isOf(run, NOTIFIER)))
        && runs.stream()
            .filter(run -> isOf(run, OPERATION) || isOf(run, NOTIFIER + place.cluster()))
            .allMatch(HistoryRecorder::isClosed);
  }

  private static boolean isOf(WorkflowExecutionMetadata run, String prefix) {
    return run.getExecution().getWorkflowId().startsWith(prefix);
  }

  private static boolean isClosed(WorkflowExecutionMetadata run) {
    return run.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
  }

  private static String kind(String workflowId) {
    if (!workflowId.startsWith(NOTIFIER)) {
      return workflowId.substring(0, workflowId.indexOf('/'));
    }
    return workflowId.startsWith(NOTIFIER + "incident/") ? "incident-notifier" : "notifier";
  }

  private static Map<String, String> wordsOf(Path folder) throws IOException {
    Map<String, String> words = new LinkedHashMap<>();
    words.put(folder.toRealPath().toString(), "/playground");
    words.put(folder.toString(), "/playground");
    words.put(Path.of("").toAbsolutePath().toString(), "/quorate");
    words.put(System.getProperty("user.home") + "/", "/home/somebody/");
    words.put(InetAddress.getLocalHost().getHostName(), "host");
    return words;
  }
}
