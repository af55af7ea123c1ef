package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the running operations and incidents of all clusters every quarter of a minute, for
 * metrics and health: in which phase they are since when, and which runs fail.
 */
public final class OperationsWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OperationsWatch.class);
  private static final Duration EVERY = Duration.ofSeconds(15);

  private final QuorateClient client;
  private final RunTroubles troubles;
  private final InstantSource clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("watch").factory());
  private volatile Seen seen = new Seen(List.of(), List.of());

  /** Phase of a running operation, and since when it is in it. */
  private record Running(Phase phase, Instant since) {}

  /** What one look at a cluster found: a running operation, or why it does not answer. */
  private record Look(Optional<Running> running, Optional<String> trouble) {
    static final Look NOTHING = new Look(Optional.empty(), Optional.empty());
  }

  private record Seen(List<Running> running, List<String> troubles) {}

  OperationsWatch(QuorateClient client, RunTroubles troubles, InstantSource clock) {
    this.client = client;
    this.troubles = troubles;
    this.clock = clock;
  }

  /** Looks now, and again and again until it is closed. */
  public OperationsWatch start() {
    ScheduledFuture<?> unused =
        timer.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  /** Looks once. */
  public void look() {
    List<ClusterKey> clusters = client.directory().clusters();
    List<Callable<Look>> looks = new ArrayList<>();
    for (ClusterKey cluster : clusters) {
      looks.add(() -> operation(cluster));
      looks.add(() -> new Look(Optional.empty(), troubles.of(IncidentNames.workflowId(cluster))));
    }
    List<Look> found =
        client.calls().all(Deadlines.LONG_ANSWER, looks).stream()
            .flatMap(OperationsWatch::answered)
            .toList();
    Seen now =
        new Seen(
            found.stream().flatMap(look -> look.running().stream()).toList(),
            found.stream().flatMap(look -> look.trouble().stream()).toList());
    now.troubles().stream()
        .filter(Predicate.not(seen.troubles()::contains))
        .forEach(trouble -> LOG.error("{}", trouble));
    seen = now;
  }

  /** Number of running operations in a phase. */
  public long count(Phase phase) {
    return seen.running().stream().filter(one -> one.phase() == phase).count();
  }

  /** Time since the oldest of the running operations in a phase entered it; zero if none is. */
  public Duration oldest(Phase phase) {
    return seen.running().stream()
        .filter(one -> one.phase() == phase)
        .map(one -> Duration.between(one.since(), clock.instant()))
        .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  /** A sentence for each run whose workflow task fails. */
  public List<String> troubles() {
    return seen.troubles();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private Look operation(ClusterKey cluster) {
    if (!(client.directory().current(cluster) instanceof Outcome.Done<OperationExecution> found)
        || !found.value().running()) {
      return Look.NOTHING;
    }
    return switch (client.operations().show(found.value(), Deadlines.PART)) {
      case Outcome.Done<OperationState> state ->
          new Look(
              Optional.of(new Running(state.value().phase(), state.value().since())),
              Optional.empty());
      case Outcome.Missed<OperationState> missed ->
          new Look(Optional.empty(), troubles.of(found.value()));
    };
  }

  private static Stream<Look> answered(Outcome<Look> outcome) {
    return outcome instanceof Outcome.Done<Look> done ? Stream.of(done.value()) : Stream.empty();
  }
}
