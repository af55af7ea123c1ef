package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.watch.KeptChannels;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which channels this process keeps open, by its descriptors and the clusters that it
 * watches now.
 */
final class ChannelLimit implements Supplier<KeptChannels> {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelLimit.class);

  private final Supplier<Configuration> current;
  private final Predicate<ClusterKey> watched;
  private final long descriptors;
  private volatile KeptChannels kept = KeptChannels.ALL;

  /**
   * Creates a limit that keeps all channels.
   *
   * @param descriptors how many this process may have
   */
  ChannelLimit(Supplier<Configuration> current, Predicate<ClusterKey> watched, long descriptors) {
    this.current = current;
    this.watched = watched;
    this.descriptors = descriptors;
  }

  @Override
  public KeptChannels get() {
    return kept;
  }

  /** Counts again, because shards and clusters come and go; says in the log what has changed. */
  void count() {
    long clusters = 0;
    long channels = 0;
    for (ClusterSettings cluster : current.get().clusters().values()) {
      if (watched.test(cluster.key())) {
        clusters++;
        channels += cluster.everywhere().size();
      }
    }
    KeptChannels now = KeptChannels.of(descriptors, clusters, channels);
    Optional<String> cost = KeptChannels.cost(descriptors, clusters, channels);
    if (cost.isPresent() == kept.equals(KeptChannels.ALL)) {
      LOG.warn("{}", cost.orElse("All channels to members stay open again"));
    }
    kept = now;
  }
}
