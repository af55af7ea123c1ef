package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.watch.CertificateRound;

/** Source of what new connections see of the certificates of a cluster. */
@FunctionalInterface
public interface CertificateSource {
  /**
   * Opens a connection of its own to each https URL of each member, client and peer, with Quorate's
   * files as they are now, and closes it after the handshake. Blocks for up to 3 s where members
   * hang. Throws a {@link Failure} where the cluster cannot be asked at all.
   */
  CertificateRound certificates(ClusterKey cluster);
}
