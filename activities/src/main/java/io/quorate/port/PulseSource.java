package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.watch.Pulse;
import java.util.concurrent.CompletionStage;

/**
 * Source of pulses. No thread waits for the members: one that hangs costs a timer of 3 s, and no
 * other cluster notices.
 */
@FunctionalInterface
public interface PulseSource {
  /**
   * Asks each configured place of the cluster for its {@code Status}, on channels that are kept and
   * shared with the operations. A place to which a migration takes a member ({@code etcd-1.next})
   * is asked too, and is silent until the migration is done.
   *
   * <p>Ends within 3.5 s once it is known where the members are. Completes exceptionally with a
   * {@link Failure} where the cluster cannot be asked at all: it is not configured, its TLS files
   * cannot be used, or its platform does not name its members. The stage may complete on a thread
   * of the network, so what follows must not block.
   */
  CompletionStage<Pulse> pulse(ClusterKey cluster);
}
