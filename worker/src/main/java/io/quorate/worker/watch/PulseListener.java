package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Failure;
import io.quorate.watch.Pulse;

/**
 * Listener to the pulses of a fleet. Each method is called on a virtual thread and may block; the
 * next pulse of the same cluster waits for it, that of another cluster does not.
 */
public interface PulseListener {
  /** A pulse on connections that were there before. */
  void pulsed(ClusterKey cluster, Pulse pulse);

  /**
   * The first pulse of a cluster since this process watches it, or since the process slept. It
   * opened the connections, perhaps thousands of them at one time, so its silences are no evidence
   * and no finding may come of it.
   */
  default void opened(ClusterKey cluster, Pulse pulse) {}

  /** A cluster could not be asked at all; nothing is known of its members. */
  default void unasked(ClusterKey cluster, Failure why) {}
}
