package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataPosition;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Results of comparing the log of a stopped member with the log of a serving member. Committed
 * entries never change, so a result stays true and both logs are read once.
 */
public final class ComparedLogs {
  /** Most results that are remembered; then all are forgotten. */
  private static final int MOST = 256;

  private final Map<Pair, Result> known = new ConcurrentHashMap<>();

  /**
   * Two logs that were compared.
   *
   * @param far how far the log of the stopped member is
   * @param term of the leader at that time
   */
  public record Pair(
      ClusterKey cluster, MemberName stopped, DataPosition far, MemberName serving, long term) {}

  /**
   * Result of the comparison.
   *
   * @param parting the index at which the logs have other entries; empty where they have none
   */
  public record Result(Optional<Long> parting) {}

  /** The result for these logs; empty where nobody compared the logs. */
  public Optional<Result> of(Pair logs) {
    return Optional.ofNullable(known.get(logs));
  }

  /** Remembers a result. */
  public void remember(Pair logs, Result result) {
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(logs, result);
  }
}
