package io.quorate.watch;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Histogram of how long something took, as Prometheus counts it.
 *
 * @param counts for each upper bound in seconds, the number of waits up to that bound; the last
 *     bound is infinite
 */
public record Latencies(SortedMap<Double, Long> counts) {
  /** The histogram of something that was never measured. */
  public static final Latencies NONE = new Latencies(Collections.emptySortedMap());

  public Latencies {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  /** Returns how often it was measured. */
  public long count() {
    return counts.isEmpty() ? 0 : counts.get(counts.lastKey());
  }

  /**
   * Returns what came since an earlier reading; empty where the counts began anew meanwhile, as
   * they do when a process starts.
   */
  public Optional<Latencies> since(Latencies earlier) {
    SortedMap<Double, Long> more = new TreeMap<>();
    for (Map.Entry<Double, Long> bucket : counts.entrySet()) {
      long difference = bucket.getValue() - earlier.counts.getOrDefault(bucket.getKey(), 0L);
      if (difference < 0) {
        return Optional.empty();
      }
      more.put(bucket.getKey(), difference);
    }
    return Optional.of(new Latencies(more));
  }

  /**
   * Returns the smallest bound, in seconds, that at least this share did not exceed; infinity where
   * it is above all bounds. Empty where nothing was measured. The share itself may have taken half
   * as long, because etcd's bounds double.
   *
   * @param share above 0, up to 1
   */
  public Optional<Double> bound(double share) {
    return counts.entrySet().stream()
        .filter(bucket -> count() > 0 && bucket.getValue() >= share * count())
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
