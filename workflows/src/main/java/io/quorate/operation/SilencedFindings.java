package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Silenced findings of the clusters of one shard. The workflow of the shard keeps them, so that
 * they survive every worker.
 *
 * @param all the newest last, at most 100
 * @param untold the silences of which a run of the shard could not tell people before it ended, the
 *     newest last, at most 20; empty where all are told
 */
public record SilencedFindings(List<SilencedFinding> all, Optional<List<SaidSilence>> untold) {
  /** Nothing is silenced. */
  public static final SilencedFindings NONE = new SilencedFindings(List.of());

  private static final int MOST = 100;

  private static final int MOST_UNTOLD = 20;

  /** Silences of which people were told. */
  public SilencedFindings(List<SilencedFinding> all) {
    this(all, Optional.empty());
  }

  public SilencedFindings {
    all = newest(all, MOST);
    untold = untold.map(some -> newest(some, MOST_UNTOLD)).filter(some -> !some.isEmpty());
  }

  private static <T> List<T> newest(List<T> some, int most) {
    return some.stream().skip(Math.max(0, some.size() - most)).toList();
  }

  /** Returns these silences for the next run, which tells people of those that are untold. */
  public SilencedFindings leaving(List<SaidSilence> pending) {
    return new SilencedFindings(all, Optional.of(pending));
  }

  /** Returns whether a silence only ends earlier ones, and there is none that it could end. */
  public boolean endsNothing(SilencedFinding added, Instant now) {
    return !now.isBefore(added.until())
        && all.stream().noneMatch(one -> added.covers(one) && now.isBefore(one.until()));
  }

  /**
   * Adds a silence, which replaces earlier silences of what it is about, and drops silences whose
   * time is over. A silence with its end in the past only removes the earlier ones.
   */
  public SilencedFindings with(SilencedFinding added, Instant now) {
    return new SilencedFindings(
        Stream.concat(all.stream().filter(one -> !added.covers(one)), Stream.of(added))
            .filter(one -> now.isBefore(one.until()))
            .toList());
  }

  /** Returns whether a silence more would make the oldest one forgotten. */
  public boolean isFull(SilencedFinding added, Instant now) {
    return now.isBefore(added.until())
        && all.stream()
                .filter(one -> !added.covers(one))
                .filter(one -> now.isBefore(one.until()))
                .count()
            == MOST;
  }

  /**
   * Returns what silences a finding of a cluster now.
   *
   * @param subject empty text for the whole cluster
   */
  public Optional<SilencedFinding> of(
      ClusterKey cluster, String kind, String subject, Instant now) {
    return all.stream()
        .filter(one -> one.isAbout(cluster, kind, subject) && now.isBefore(one.until()))
        .findFirst();
  }
}
