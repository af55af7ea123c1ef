package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.history.OpaqueValues;
import io.quorate.observation.Observer;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.record.LastComparison;
import io.quorate.record.ObservationMemory;
import io.quorate.recording.Recording;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import io.quorate.wire.Release;
import io.quorate.workflow.Diagnosed;
import io.quorate.workflow.DiagnosisOrder;
import io.quorate.workflow.DiagnosisWatch;
import io.quorate.workflow.IncidentActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Diagnoses clusters for their incidents, once or until the trouble changes.
 *
 * @param recent takes what was seen, for the operation that the incident may start
 * @param restraints what holds back the proposal of the incident
 * @param marks text for a workflow's id that differs after each change of its phase
 */
public record DiagnosisActivity(
    Function<ClusterKey, ClusterPorts> clusters,
    Clock clock,
    RecentViews recent,
    Restraints restraints,
    Function<String, Optional<String>> marks)
    implements IncidentActivities {
  /**
   * Pause between looks right after an alert, when things settle or a silent member becomes a lost
   * one.
   */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final Duration LATER = Duration.ofSeconds(60);

  /** Age up to which an earlier comparison is as good as one of this look. */
  private static final Duration FRESH = Duration.ofSeconds(60);

  /** How often a comparison that decided nothing is repeated. */
  private static final int AGAIN = 3;

  @Override
  public Diagnosed diagnose(Opaque written) {
    DiagnosisOrder order = Failures.order(written, DiagnosisOrder.class);
    ActivityExecutionContext context = Activity.getExecutionContext();
    try (WatchHeartbeat alive = new WatchHeartbeat(context, order.before(), marks)) {
      return restrained(order.cluster(), look(order.cluster(), alive, order.comparing()));
    }
  }

  /**
   * Watches until the trouble changes. A watch that begins again after the death of its worker
   * continues from what it last remembered.
   */
  @Override
  public Diagnosed watch(Opaque written) {
    DiagnosisWatch order = Failures.order(written, DiagnosisWatch.class);
    ActivityExecutionContext context = Activity.getExecutionContext();
    DatedMemory before =
        context
            .getLastHeartbeatDetails(Opaque.class)
            .flatMap(beat -> OpaqueValues.known(beat, DatedMemory.class))
            .orElse(order.before());
    try (WatchHeartbeat alive = new WatchHeartbeat(context, before, marks)) {
      return Failures.translated(() -> watched(order, alive));
    }
  }

  private Diagnosed watched(DiagnosisWatch order, WatchHeartbeat alive) {
    Instant end = clock.instant().plus(order.limit());
    int looks = 0;
    while (true) {
      alive.pause(looks < order.looksSoon() ? SOON : LATER);
      Diagnosed diagnosed = look(order.cluster(), alive, Optional.empty());
      looks++;
      if (!diagnosed.trouble().equals(order.trouble()) || !clock.instant().isBefore(end)) {
        return restrained(order.cluster(), diagnosed);
      }
    }
  }

  private Diagnosed restrained(ClusterKey cluster, Diagnosed found) {
    return found.restrained(
        found
            .runbook()
            .filter(any -> found.mayWait())
            .flatMap(runbook -> restraints.of(cluster, runbook, found.trouble())));
  }

  private Diagnosed look(ClusterKey cluster, WatchHeartbeat alive, Optional<Instant> comparing) {
    ObservationMemory known = alive.remembered().at(clock.instant());
    Observer observer = Observer.recording(ports(cluster), clock);
    Diagnosed diagnosed =
        Failures.translated(
            () -> {
              ClusterView first = observer.look(known, ObservationDepth.USUAL);
              ClusterView view =
                  comparing.filter(since -> isToBeCompared(first, since)).isPresent()
                      ? compared(first, observer, alive)
                      : first;
              recent.keep(view, clock.instant());
              return diagnosed(view);
            });
    alive.remember(new DatedMemory(diagnosed.remembered(), clock.instant()));
    return diagnosed;
  }

  private ClusterPorts ports(ClusterKey cluster) {
    try {
      return clusters.apply(cluster);
    } catch (Failure.UnknownCluster gone) {
      throw Failures.last(FailureTypes.UNKNOWN_CLUSTER, String.valueOf(gone.getMessage()));
    }
  }

  /**
   * Whether the data has to be compared before the cluster may be called whole: not when a step
   * compared it a moment ago and after the last alert, because every comparison delays writes.
   */
  private static boolean isToBeCompared(ClusterView view, Instant since) {
    DiagnosisCode code = DiagnosisTable.diagnose(view).code();
    boolean fresh =
        DataDivergence.lastAbout(view)
            .filter(LastComparison::isEqual)
            .filter(last -> last.at().isAfter(since))
            .filter(last -> last.at().plus(FRESH).isAfter(view.at()))
            .isPresent();
    return view.voters().size() > 1
        && !fresh
        && (code == DiagnosisCode.WHOLE || code == DiagnosisCode.DATA_DIFFERS);
  }

  /**
   * Compares the data of the voters. A compaction between two hashes, or a member that still hashes
   * for somebody else, spoils a comparison, which is repeated a few times.
   */
  private static ClusterView compared(ClusterView view, Observer observer, WatchHeartbeat alive) {
    ClusterView compared = observer.comparing(view, alive::isOver);
    for (int again = 0; again < AGAIN && DataDivergence.undecided(compared).isPresent(); again++) {
      alive.pause(SOON);
      compared = observer.comparing(view, alive::isOver);
    }
    return compared;
  }

  static Diagnosed diagnosed(ClusterView view) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    return new Diagnosed(
        diagnosis.code().words(),
        diagnosis.sentence(),
        diagnosis instanceof Diagnosis.Whole
            ? Diagnosed.Verdict.WHOLE
            : Diagnosed.Verdict.IN_TROUBLE,
        diagnosis.runbook().filter(name -> Runbooks.named(name).isPresent()),
        view.remembered(),
        diagnosis.trouble(view),
        Optional.of(Release.name()),
        Recording.found(view, diagnosis).writesFailSince(),
        diagnosis.margin(view),
        Optional.empty());
  }
}
