package io.quorate.watch;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.util.Optional;

/**
 * Channels to members that stay open between two pulses. A channel takes a descriptor of the
 * process. Half of the descriptors stay free for pages, SSH, Temporal, the store and the gateway,
 * and for closed channels, whose connections gRPC ends 5 s later.
 *
 * @param all share of the clusters whose channels all stay open, 0 to 1
 * @param one share of the clusters of which at least one channel stays open, 0 to 1
 */
public record KeptChannels(double all, double one) {
  /** Every channel stays open. */
  public static final KeptChannels ALL = new KeptChannels(1, 1);

  private static final Duration PULSE = Duration.ofSeconds(30);

  /**
   * Returns how many channels of this cluster stay open. The key decides, so a cluster keeps its
   * channels from pulse to pulse; the key's slot in the 30 s has no part in it.
   */
  public int of(ClusterKey cluster) {
    double drawn = Integer.toUnsignedLong(cluster.value().hashCode() * 0x85EBCA6B) * 0x1p-32;
    return drawn < all ? Integer.MAX_VALUE : drawn < one ? 1 : 0;
  }

  /**
   * Returns what a process can keep.
   *
   * @param descriptors how many the process may have
   * @param clusters that the process watches
   * @param channels to all members of these clusters
   */
  public static KeptChannels of(long descriptors, long clusters, long channels) {
    long limit = descriptors / 2;
    if (channels <= limit) {
      return ALL;
    }
    return clusters <= limit
        ? new KeptChannels((double) (limit - clusters) / (channels - clusters), 1)
        : new KeptChannels(0, (double) limit / clusters);
  }

  /**
   * Returns what it costs that a process may have so few descriptors; empty where it costs nothing.
   */
  public static Optional<String> cost(long descriptors, long clusters, long channels) {
    long limit = descriptors / 2;
    if (channels <= limit) {
      return Optional.empty();
    }
    return Optional.of(
        ("A process may have %d descriptors here, and keeps half of them as channels to members;"
                + " %d clusters want %d. So %d connections a second are opened, and with TLS each"
                + " costs some ms of processor. Raise the limit (LimitNOFILE= for systemd, ulimit"
                + " -n in a shell), or start more workers")
            .formatted(
                descriptors,
                clusters,
                channels,
                Math.ceilDiv(channels - limit, PULSE.toSeconds())));
  }
}
