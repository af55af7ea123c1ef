package io.quorate.watch;

import java.time.Duration;
import java.util.Optional;

/**
 * Channels to members that stay open between two pulses. A channel takes a descriptor of the
 * process. Half of the descriptors stay free for pages, SSH, Temporal, the store and the gateway,
 * and for closed channels, whose connections gRPC ends 5 s later.
 */
public enum KeptChannels {
  /** Every channel stays open. */
  ALL(Long.MAX_VALUE),
  /**
   * One channel of each cluster stays open; its other channels open for each pulse and close after
   * the pulse.
   */
  ONE(1),
  /** Every channel opens for each pulse and closes after the pulse. */
  NONE(0);

  private static final Duration PULSE = Duration.ofSeconds(30);

  private final long ofEach;

  KeptChannels(long ofEach) {
    this.ofEach = ofEach;
  }

  /** Returns how many channels of each cluster stay open. */
  public long ofEach() {
    return ofEach;
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
    return channels <= limit ? ALL : clusters <= limit ? ONE : NONE;
  }

  /**
   * Returns what it costs that a process may have so few descriptors; empty where it costs nothing.
   */
  public static Optional<String> cost(long descriptors, long clusters, long channels) {
    KeptChannels kept = of(descriptors, clusters, channels);
    if (kept == ALL) {
      return Optional.empty();
    }
    long opened = channels - (kept == ONE ? clusters : 0);
    return Optional.of(
        ("A process may have %d descriptors here, and keeps half of them as channels to members;"
                + " %d clusters want %d. %s stays open, so %d connections a second are opened, and"
                + " with TLS each costs some ms of processor. Raise the limit (LimitNOFILE= for"
                + " systemd, ulimit -n in a shell), or start more workers")
            .formatted(
                descriptors,
                clusters,
                channels,
                kept == ONE ? "One of each cluster" : "No channel",
                Math.ceilDiv(opened, PULSE.toSeconds())));
  }
}
