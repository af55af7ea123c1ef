package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.LastComparison;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.ObservationMemory;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.observation.Observer;
import io.quorate.port.ClusterPorts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the data of clusters whose data nobody has compared for a day. Members whose data
 * differs while no alarm is up are found by a comparison only
 * (docs/concepts.md#whole-means-compared). One cluster is compared at a time, and none on which an
 * operation is under way, because a member applies no write while it hashes.
 */
final class DailyComparison implements AutoCloseable {
  /** Age of the last comparison at which the data is compared again. */
  static final Duration EVERY = Duration.ofDays(1);

  /** Time between two looks at the ages. */
  static final Duration PACE = Duration.ofMinutes(5);

  /** Time before a comparison that told nothing is repeated: each one delays writes. */
  private static final Duration AGAIN = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(DailyComparison.class);

  private final List<ClusterKey> clusters;
  private final Function<ClusterKey, ClusterPorts> ports;
  private final Predicate<ClusterKey> underWay;
  private final Clock clock;
  private final Map<ClusterKey, Instant> tried = new HashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("daily-comparison").daemon().factory());

  private volatile Optional<ScheduledFuture<?>> looking = Optional.empty();

  /**
   * Creates comparisons that have not begun.
   *
   * @param underWay whether an operation is, or may be, under way on a cluster
   */
  DailyComparison(
      Collection<ClusterKey> clusters,
      Function<ClusterKey, ClusterPorts> ports,
      Predicate<ClusterKey> underWay,
      Clock clock) {
    this.clusters = List.copyOf(clusters);
    this.ports = ports;
    this.underWay = underWay;
    this.clock = clock;
  }

  /** Begins after one pace, so that a process that lives for a moment only compares nothing. */
  DailyComparison start() {
    long seconds = PACE.toSeconds();
    looking =
        Optional.of(timer.scheduleWithFixedDelay(this::all, seconds, seconds, TimeUnit.SECONDS));
    return this;
  }

  /** Compares the clusters that are due. */
  void all() {
    for (ClusterKey cluster : clusters) {
      try {
        ClusterPorts of = ports.apply(cluster);
        if (isDue(of) && !underWay.test(cluster)) {
          tried.put(cluster, clock.instant());
          compare(of);
        }
      } catch (RuntimeException failed) {
        // The timer ends with the first exception that gets through; the next time may succeed.
        LOG.warn("the data of {} was not compared: {}", cluster, failed.toString());
      }
    }
  }

  private boolean isDue(ClusterPorts cluster) {
    Instant now = clock.instant();
    boolean compared =
        cluster
            .comparisons()
            .last(cluster.cluster())
            .filter(last -> last.at().plus(EVERY).isAfter(now))
            .isPresent();
    boolean justTried =
        Optional.ofNullable(tried.get(cluster.cluster()))
            .filter(at -> at.plus(AGAIN).isAfter(now))
            .isPresent();
    return !compared && !justTried;
  }

  /** A cluster that is in trouble is compared when its incident ends. */
  private void compare(ClusterPorts cluster) {
    Observer observer = new Observer(cluster, clock);
    ClusterView view = observer.look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
    DiagnosisCode code = Diagnosis.of(view).code();
    if (view.voters().size() > 1
        && (code == DiagnosisCode.WHOLE || code == DiagnosisCode.DATA_DIFFERS)) {
      ClusterView compared =
          observer.comparingSparingly(
              view, () -> timer.isShutdown() || underWay.test(cluster.cluster()));
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

  @Override
  public void close() {
    looking.ifPresent(running -> running.cancel(true));
    timer.shutdownNow();
  }
}
