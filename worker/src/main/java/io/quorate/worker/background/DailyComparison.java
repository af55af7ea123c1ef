package io.quorate.worker.background;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.observation.Observer;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparisonResults;
import io.quorate.record.LastComparison;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the data of clusters whose data nobody has compared for a day. Members whose data
 * differs while no alarm is up are found by a comparison only
 * (docs/concepts.md#whole-means-compared). One cluster is compared at a time, by one worker, and
 * none on which an operation is under way, because a member applies no write while it hashes. What
 * differs is kept, and is what everybody who looks finds from then on.
 */
public final class DailyComparison {
  /** Age of the last comparison at which the data is compared again. */
  static final Duration EVERY = Duration.ofDays(1);

  /** Time between two looks at the ages. */
  static final Duration PACE = Duration.ofMinutes(5);

  private static final Set<DiagnosisCode> COMPARED =
      Set.of(DiagnosisCode.WHOLE, DiagnosisCode.DATA_DIFFERS, DiagnosisCode.MEMBER_MISSING);

  /** Time before a comparison that told nothing is repeated: each one delays writes. */
  private static final Duration AGAIN = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(DailyComparison.class);

  private final Function<ClusterKey, ClusterPorts> ports;
  private final Predicate<ClusterKey> underWay;
  private final Clock clock;
  private final Map<ClusterKey, Instant> tried = new ConcurrentHashMap<>();

  /**
   * Creates comparisons that have not begun.
   *
   * @param underWay whether an operation is, or may be, under way on a cluster, or the worker ends
   */
  public DailyComparison(
      Function<ClusterKey, ClusterPorts> ports, Predicate<ClusterKey> underWay, Clock clock) {
    this.ports = ports;
    this.underWay = underWay;
    this.clock = clock;
  }

  /** The task of comparing the clusters that are due. */
  public ClusterTask task() {
    return new ClusterTask("daily-comparison", PACE, 1, this::ifDue);
  }

  /** Compares one that is due, unless another worker does: it has found more than this one then. */
  private void ifDue(ClusterKey key) {
    ClusterPorts cluster = ports.apply(key);
    if (!isDue(cluster) || underWay.test(key)) {
      return;
    }
    Optional<ComparisonResults.Claim> claimed = cluster.comparisons().claim(key);
    if (claimed.isEmpty()) {
      return;
    }
    try (ComparisonResults.Claim alone = claimed.get()) {
      if (isDue(cluster)) {
        tried.put(key, clock.instant());
        compare(cluster);
      }
    }
  }

  private boolean isDue(ClusterPorts cluster) {
    Instant now = clock.instant();
    boolean compared =
        cluster
            .comparisons()
            .last(cluster.cluster())
            .filter(last -> Age.isBelow(EVERY, last.at(), now))
            .isPresent();
    boolean justTried =
        Optional.ofNullable(tried.get(cluster.cluster()))
            .filter(at -> Age.isBelow(AGAIN, at, now))
            .isPresent();
    return !compared && !justTried;
  }

  /**
   * A cluster that is in trouble is compared when its incident ends; one that misses a member may
   * stay so for months.
   */
  private void compare(ClusterPorts cluster) {
    Observer observer = new Observer(cluster, clock);
    ClusterView view = observer.look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
    DiagnosisCode code = DiagnosisTable.diagnose(view).code();
    if (view.voters().size() > 1 && COMPARED.contains(code)) {
      ClusterView compared =
          observer.comparingSparingly(view, () -> underWay.test(cluster.cluster()));
      DataDivergence.result(compared)
          .ifPresentOrElse(
              found -> say(cluster.cluster(), found),
              () ->
                  LOG.info(
                      "the data of {} could not be compared: {}",
                      cluster.cluster(),
                      DataDivergence.undecided(compared).orElse("nobody answered")));
    }
  }

  private static void say(ClusterKey cluster, LastComparison found) {
    found
        .difference()
        .ifPresentOrElse(
            difference ->
                LOG.warn(
                    "{}: {} at revision {}; look at: quorate status {}",
                    cluster,
                    difference,
                    found.revision(),
                    cluster),
            () -> LOG.info("{}: data equal at revision {}", cluster, found.revision()));
  }
}
