package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.watch.Sign.Urgency;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Shard of the fleet as its holder reports it with each heartbeat. The next holder begins with the
 * report, so that people are not told twice; {@code quorate watch} reads the report.
 *
 * @param number 0 to 63
 * @param clusters how many clusters the holder watches
 * @param oldestPulse when the cluster that was asked the longest ago was asked; empty before the
 *     first pass
 * @param troubled the findings, at most 50: diagnoses first, then what is urgent, each the oldest
 *     first
 * @param findings how many findings there are
 * @param unasked clusters that could not be asked for 2 min, or were never asked; at most 50
 * @param alike all clusters that were looked at, by how they stand; empty from an earlier release
 */
public record WatchedShard(
    int number,
    int clusters,
    Optional<Instant> oldestPulse,
    List<Troubled> troubled,
    int findings,
    List<ClusterKey> unasked,
    Optional<List<Alike>> alike) {
  /** Some 20 KB of JSON: Temporal keeps the newest report only. */
  private static final int MOST = 50;

  public WatchedShard {
    troubled =
        troubled.stream()
            .sorted(Comparator.comparingInt(Troubled::rank).thenComparing(Troubled::since))
            .limit(MOST)
            .toList();
  }

  /** A report without the looks. */
  public WatchedShard(
      int number,
      int clusters,
      Optional<Instant> oldestPulse,
      List<Troubled> troubled,
      int findings,
      List<ClusterKey> unasked) {
    this(number, clusters, oldestPulse, troubled, findings, unasked, Optional.empty());
  }

  /** The shard that nobody has held yet. */
  public static WatchedShard begun(int number) {
    return new WatchedShard(number, 0, Optional.empty(), List.of(), 0, List.of());
  }

  /**
   * Clusters that stand alike. A report that named the stand of each cluster would be ten times as
   * long.
   *
   * @param lookedAt when the cluster of this key was looked at last, in whole seconds
   */
  public record Alike(ClusterStand stand, Map<String, Instant> lookedAt) {
    public Alike {
      lookedAt = Collections.unmodifiableSortedMap(new TreeMap<>(lookedAt));
    }
  }

  /**
   * Finding of a cluster.
   *
   * @param code what is wrong, by the name of its diagnosis, or of its kind
   * @param told whether the incident of the cluster knows the finding
   * @param standing more of a finding that is no diagnosis; empty for a diagnosis
   */
  public record Troubled(
      ClusterKey cluster,
      String code,
      Instant since,
      Instant lookedAt,
      String sentence,
      boolean told,
      Optional<Standing> standing) {
    private static final int LONGEST = 300;

    public Troubled {
      sentence = CleanText.line(sentence, LONGEST);
    }

    /** A finding that is a diagnosis. */
    public Troubled(
        ClusterKey cluster,
        String code,
        Instant since,
        Instant lookedAt,
        String sentence,
        boolean told) {
      this(cluster, code, since, lookedAt, sentence, told, Optional.empty());
    }

    private int rank() {
      return standing.map(Standing::rank).orElse(0);
    }
  }

  /**
   * Part of a finding that is no diagnosis.
   *
   * @param subject the part of the cluster that has the trouble; empty text for the whole cluster
   * @param urgency by its name, such as {@code now}
   * @param hushed whether the incident knows that nobody is told of the finding; empty in reports
   *     of earlier builds
   * @param urgentFor what the finding is urgent for; empty in reports of earlier builds
   */
  public record Standing(
      String subject, String urgency, Optional<Boolean> hushed, Optional<List<String>> urgentFor) {
    private int rank() {
      return 1 + Urgency.named(urgency).ordinal();
    }
  }
}
