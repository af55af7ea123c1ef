package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/**
 * Findings that people have silenced, read of Temporal once in 30 s for a shard in which somebody
 * would be told of something; the last known ones while Temporal is away. A look waits for the
 * answer only where the answer before came. Thread-safe.
 */
public final class Silences {
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final IntFunction<Optional<SilencedFindings>> temporal;
  private final Clock clock;
  private final Executor threads;
  private final Map<Integer, Question> questions = new ConcurrentHashMap<>();

  /**
   * Last question about a shard.
   *
   * @param before what was known before
   * @param waits whether Temporal answered the question before, so that this one is waited for
   */
  private record Question(
      Instant at,
      SilencedFindings before,
      boolean waits,
      CompletableFuture<Optional<SilencedFindings>> answer) {
    SilencedFindings known() {
      return answer.getNow(Optional.empty()).orElse(before);
    }

    SilencedFindings awaited() {
      return waits ? answer.join().orElse(before) : known();
    }

    boolean isAnswered() {
      return answer.getNow(Optional.empty()).isPresent();
    }
  }

  /**
   * Creates silences that nobody read yet.
   *
   * @param temporal reads those of a shard; empty unless Temporal answers within some seconds
   * @param threads threads that may block
   */
  public Silences(IntFunction<Optional<SilencedFindings>> temporal, Clock clock, Executor threads) {
    this.temporal = temporal;
    this.clock = clock;
    this.threads = threads;
  }

  /**
   * Returns by which silence a person does not want people to be told of this now. Takes some
   * seconds where Temporal has just gone away.
   *
   * @param subject empty text for a diagnosis, and for a finding of the whole cluster
   */
  Optional<SilencedFinding> silence(ClusterKey cluster, String kind, String subject) {
    Instant now = clock.instant();
    return questions
        .compute(WatchNames.shardOf(cluster), (shard, last) -> question(shard, last, now))
        .awaited()
        .of(cluster, kind, subject, now);
  }

  /** Returns the same of a diagnosis, as far as it is known; asks nobody. */
  boolean areKnownToSilence(ClusterKey cluster, String kind) {
    return Optional.ofNullable(questions.get(WatchNames.shardOf(cluster)))
        .flatMap(last -> last.known().of(cluster, kind, "", clock.instant()))
        .isPresent();
  }

  private Question question(int shard, Question last, Instant now) {
    if (last != null && now.isBefore(last.at().plus(EVERY))) {
      return last;
    }
    return new Question(
        now,
        last == null ? SilencedFindings.NONE : last.known(),
        last == null || last.isAnswered(),
        CompletableFuture.supplyAsync(() -> temporal.apply(shard), threads)
            .exceptionally(broken -> Optional.empty()));
  }
}
