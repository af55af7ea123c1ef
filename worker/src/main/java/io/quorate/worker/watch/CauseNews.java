package io.quorate.worker.watch;

import io.quorate.causes.VersionShare;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.watch.Finding;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * News for the search for common causes that were not heard yet: beginnings of troubles, and their
 * ends. A call that was lost is repeated with each next look, because without it a lost zone asks
 * people about each of its clusters. Thread-safe if each cluster has at most one look at a time.
 */
final class CauseNews {
  private static final Logger LOG = LoggerFactory.getLogger(CauseNews.class);

  private final Watchman.Reporter reporter;
  private final Map<ClusterKey, Beginning> beginnings = new ConcurrentHashMap<>();
  private final Set<ClusterKey> ends = ConcurrentHashMap.newKeySet();

  /**
   * Beginning of a trouble.
   *
   * @param version what the members ran before the trouble
   * @param late whether it could not be told at once
   */
  private record Beginning(Optional<VersionShare> version, boolean late) {}

  CauseNews(Watchman.Reporter reporter) {
    this.reporter = reporter;
  }

  /** Notes that a cluster got into trouble; nobody is told yet. */
  void begin(ClusterKey cluster, Optional<VersionShare> version) {
    ends.remove(cluster);
    beginnings.put(cluster, new Beginning(version, false));
  }

  /** Returns whether the beginning of a trouble was not heard yet. */
  boolean isUntold(ClusterKey cluster) {
    return beginnings.containsKey(cluster);
  }

  /** Tells of a beginning; returns whether it was heard, and was missed before. */
  boolean tell(ClusterKey cluster, Finding finding, int margin, Map<MemberName, Silence> silences) {
    Beginning one = beginnings.remove(cluster);
    if (one == null) {
      return false;
    }
    boolean heard = reporter.noticed(cluster, finding, margin, silences, one.version());
    if (!heard) {
      beginnings.put(cluster, new Beginning(one.version(), true));
      if (!one.late()) {
        LOG.warn("{}: a common cause may be missed until Temporal takes the news", cluster);
      }
    }
    return heard && one.late();
  }

  /** Notes that the beginning of a trouble is told later than the look that found it. */
  void miss(ClusterKey cluster) {
    beginnings.computeIfPresent(cluster, (key, one) -> new Beginning(one.version(), true));
  }

  /** Notes that a trouble is over; {@link #tellEnd} says so. */
  void end(ClusterKey cluster) {
    beginnings.remove(cluster);
    ends.add(cluster);
  }

  /** Tells of an end that was not heard yet. */
  void tellEnd(ClusterKey cluster) {
    if (ends.contains(cluster) && reporter.well(cluster)) {
      ends.remove(cluster);
    }
  }

  /** Forgets clusters that this process does not watch any more. */
  void forget(Predicate<ClusterKey> gone) {
    beginnings.keySet().removeIf(gone);
    ends.removeIf(gone);
  }
}
