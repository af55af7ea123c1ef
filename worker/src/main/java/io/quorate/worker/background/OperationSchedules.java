package io.quorate.worker.background;

import io.grpc.StatusRuntimeException;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.BackupNames;
import io.quorate.operation.RehearsalNames;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleAlreadyRunningException;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleClientOptions;
import io.temporal.client.schedules.ScheduleException;
import io.temporal.client.schedules.ScheduleHandle;
import io.temporal.client.schedules.ScheduleIntervalSpec;
import io.temporal.client.schedules.ScheduleListDescription;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.SchedulePolicy;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.client.schedules.ScheduleState;
import io.temporal.client.schedules.ScheduleUpdate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporal Schedules of backups and rehearsals, one of each a cluster, brought to what the
 * configuration says each time a worker starts. Temporal starts them then, whichever workers live.
 */
public final class OperationSchedules {
  private static final Logger LOG = LoggerFactory.getLogger(OperationSchedules.class);

  /**
   * Least age of a start that was missed while Temporal was away, up to which it is made up for. A
   * start that is rarer is made up for until the next one, so that no day goes without its backup.
   */
  private static final Duration MAKE_UP = Duration.ofMinutes(10);

  /** Time after which a schedule that could not be brought up to date is tried again. */
  private static final Duration AGAIN = Duration.ofMinutes(10);

  /** Limit of a workflow that only starts an operation. */
  private static final Duration START = Duration.ofHours(1);

  private static final Duration FIRST = Duration.ofHours(9);
  private static final Duration LAST = Duration.ofHours(15);

  private static final String NOTE =
      "Quorate makes this schedule as quorate.yml says it; change it there.";

  private static final ScheduleState RUNNING =
      ScheduleState.newBuilder().setNote(NOTE).setPaused(false).build();

  private final ScheduleClient schedules;
  private final String taskQueue;
  private final Set<ClusterKey> failed = ConcurrentHashMap.newKeySet();
  private final Supplier<Configuration> current;

  public OperationSchedules(WorkflowClient client, Supplier<Configuration> current) {
    this.schedules =
        ScheduleClient.newInstance(
            client.getWorkflowServiceStubs(),
            ScheduleClientOptions.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setDataConverter(client.getOptions().getDataConverter())
                .setIdentity(client.getOptions().getIdentity())
                .build());
    this.taskQueue = current.get().temporal().taskQueue();
    this.current = current;
  }

  /**
   * Kind of what is scheduled.
   *
   * @param noun what it is called in the log
   * @param type of the workflow that the schedule starts
   * @param id of the schedule of a cluster
   * @param clusterOf the cluster of a schedule of this kind
   * @param every how often a cluster wants it
   * @param offset when within that time
   */
  private record Kind(
      String noun,
      String type,
      Function<ClusterKey, String> id,
      Function<String, Optional<String>> clusterOf,
      Function<ClusterSettings, Optional<Duration>> every,
      BiFunction<ClusterKey, Duration, Duration> offset) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "backup",
              BackupNames.TYPE,
              BackupNames::scheduleId,
              BackupNames::clusterOf,
              cluster -> cluster.backup().every(),
              OperationSchedules::offset),
          new Kind(
              "rehearsal",
              RehearsalNames.TYPE,
              RehearsalNames::scheduleId,
              RehearsalNames::clusterOf,
              cluster -> cluster.rehearse().every(),
              OperationSchedules::byDay));

  /** The task of trying again what {@link #apply} could not bring up to date. */
  public ClusterTask task() {
    return new ClusterTask("schedules", AGAIN, 1, this::again);
  }

  private void again(ClusterKey cluster) {
    if (failed.contains(cluster)) {
      current.get().cluster(cluster).ifPresent(this::keep);
      failed.remove(cluster);
    }
  }

  /**
   * Brings the schedules to what the configuration says, each by itself. A Temporal that cannot is
   * said in the log: operations do not need schedules.
   */
  public void apply() {
    apply(current.get().clusters().keySet());
  }

  /** Brings the schedules of these clusters to what the configuration says. */
  public void apply(Set<ClusterKey> clusters) {
    for (ClusterKey cluster : clusters) {
      current
          .get()
          .cluster(cluster)
          .filter(one -> !isDone("schedule of " + cluster, () -> keep(one)))
          .ifPresent(undone -> failed.add(cluster));
    }
    isDone("removal of schedules without a cluster", this::removeOthers);
  }

  private static boolean isDone(String what, Runnable work) {
    try {
      work.run();
      return true;
    } catch (StatusRuntimeException | ScheduleException trouble) {
      LOG.warn("The {} failed, and is tried again later: {}", what, trouble.toString());
      return false;
    }
  }

  private void keep(ClusterSettings cluster) {
    KINDS.forEach(
        kind -> kind.every().apply(cluster).ifPresent(every -> keep(kind, cluster, every)));
  }

  private void keep(Kind kind, ClusterSettings cluster, Duration every) {
    String id = kind.id().apply(cluster.key());
    Schedule wanted = schedule(kind, cluster.key(), every, RUNNING);
    try {
      schedules.createSchedule(id, wanted, ScheduleOptions.newBuilder().build());
      LOG.info("A {} of {} is scheduled every {}", kind.noun(), cluster.key(), every);
    } catch (ScheduleAlreadyRunningException there) {
      schedules
          .getHandle(id)
          .update(
              input ->
                  new ScheduleUpdate(
                      schedule(
                          kind,
                          cluster.key(),
                          every,
                          state(input.getDescription().getSchedule()))));
    }
  }

  /**
   * The state of a schedule that is there. Whoever paused it in Temporal has a reason, which a
   * restart of a worker neither ends nor forgets.
   */
  private static ScheduleState state(Schedule there) {
    ScheduleState state = there.getState();
    return state != null && state.isPaused() ? state : RUNNING;
  }

  /**
   * Time of a cluster's backups within the interval: always the same one of a cluster, and another
   * one of each cluster, so that they do not load the hosts and the store at one moment.
   */
  static Duration offset(ClusterKey cluster, Duration every) {
    CRC32 sum = new CRC32();
    sum.update(cluster.value().getBytes(StandardCharsets.UTF_8));
    return Duration.ofSeconds(sum.getValue() % every.toSeconds());
  }

  /**
   * Time of a cluster's rehearsals within the interval: on another day of each cluster, between
   * 09:00 and 15:00 UTC, because people practise by day.
   */
  static Duration byDay(ClusterKey cluster, Duration every) {
    long days = every.toDays();
    if (days == 0) {
      return offset(cluster, every);
    }
    return Duration.ofDays(offset(cluster, Duration.ofDays(days)).toSeconds() % days)
        .plus(FIRST)
        .plus(offset(cluster, LAST.minus(FIRST)));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private Schedule schedule(Kind kind, ClusterKey cluster, Duration every, ScheduleState state) {
    return Schedule.newBuilder()
        .setAction(
            ScheduleActionStartWorkflow.newBuilder()
                .setWorkflowType(kind.type())
                .setArguments(OpaqueValues.of(cluster))
                .setOptions(
                    WorkflowOptions.newBuilder()
                        .setWorkflowId(kind.id().apply(cluster))
                        .setTaskQueue(taskQueue)
                        .setWorkflowExecutionTimeout(START)
                        .build())
                .build())
        .setSpec(
            ScheduleSpec.newBuilder()
                .setIntervals(
                    List.of(new ScheduleIntervalSpec(every, kind.offset().apply(cluster, every))))
                .build())
        .setPolicy(
            SchedulePolicy.newBuilder()
                .setOverlap(ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_SKIP)
                .setCatchupWindow(longer(every, MAKE_UP))
                .build())
        .setState(state)
        .build();
  }

  /**
   * Removes schedules of this task queue whose cluster has none any more, or is gone. While a file
   * of clusters is wrong nobody knows which clusters are gone, so all schedules stay.
   */
  private void removeOthers() {
    if (!current.get().wrongFiles().isEmpty()) {
      LOG.warn(
          "No schedule is removed, because files are left out: {}",
          String.join(", ", current.get().leftOut().keySet()));
      return;
    }
    List<String> there =
        schedules.listSchedules().map(ScheduleListDescription::getScheduleId).toList();
    for (String id : there) {
      for (Kind kind : KINDS) {
        Optional<String> cluster = kind.clusterOf().apply(id);
        if (cluster.isPresent() && !isWanted(kind, cluster.get())) {
          removeOwn(schedules.getHandle(id));
        }
      }
    }
  }

  private boolean isWanted(Kind kind, String cluster) {
    return current.get().clusters().values().stream()
        .filter(settings -> settings.key().value().equals(cluster))
        .anyMatch(settings -> kind.every().apply(settings).isPresent());
  }

  /** Another installation in this namespace has a task queue, and schedules, of its own. */
  private void removeOwn(ScheduleHandle schedule) {
    boolean own =
        schedule.describe().getSchedule().getAction() instanceof ScheduleActionStartWorkflow start
            && taskQueue.equals(start.getOptions().getTaskQueue());
    if (own) {
      schedule.delete();
      LOG.info("The schedule {} is removed, as quorate.yml has none", schedule.getId());
    }
  }
}
