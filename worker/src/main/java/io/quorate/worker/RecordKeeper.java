package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterRecord;
import io.quorate.cluster.LastLook;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.ObservationMemory;
import io.quorate.observation.Observer;
import io.quorate.port.ClusterPorts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every cluster that nobody has looked at for a while, so that its record goes on being
 * written (docs/adr/0033-the-record-is-kept-by-the-worker-itself.md). It diagnoses nothing and
 * wakes nobody.
 */
final class RecordKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordKeeper.class);

  /** Age of the last recorded look at which a cluster is looked at again. */
  static final Duration EVERY = Duration.ofSeconds(30);

  private final List<ClusterKey> clusters;
  private final Function<ClusterKey, ClusterPorts> ports;
  private final Clock clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("record-keeper").daemon().factory());

  private final ScheduledFuture<?> looking;

  private RecordKeeper(
      Collection<ClusterKey> clusters,
      Function<ClusterKey, ClusterPorts> ports,
      Clock clock,
      Duration every) {
    this.clusters = List.copyOf(clusters);
    this.ports = ports;
    this.clock = clock;
    long millis = every.toMillis();
    this.looking = timer.scheduleWithFixedDelay(this::all, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Starts to keep the records; the first looks are taken after this time, so that a process that
   * lives for a moment only does nothing.
   */
  static RecordKeeper start(
      Collection<ClusterKey> clusters,
      Function<ClusterKey, ClusterPorts> ports,
      Clock clock,
      Duration every) {
    return new RecordKeeper(clusters, ports, clock, every);
  }

  /** One cluster after the other: a look takes 0.1 s, and up to 15 s where members hang. */
  private void all() {
    for (ClusterKey cluster : clusters) {
      try {
        one(ports.apply(cluster));
      } catch (RuntimeException failed) {
        // The timer ends with the first exception that gets through; the next look may succeed.
        LOG.warn("no look at {} was recorded: {}", cluster, failed.toString());
      }
    }
  }

  private void one(ClusterPorts cluster) {
    Instant now = clock.instant();
    boolean fresh =
        cluster
            .records()
            .flatMap(records -> records.read(cluster.cluster()).record())
            .flatMap(ClusterRecord::lastLook)
            .map(LastLook::at)
            .filter(last -> Duration.between(last, now).compareTo(EVERY) < 0)
            .isPresent();
    if (!fresh) {
      Observer.recording(cluster, clock).look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
    }
  }

  @Override
  public void close() {
    looking.cancel(true);
    timer.shutdownNow();
  }
}
