package io.quorate.etcd;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Client URLs of the members of one cluster, with the TLS files and the login they need.
 *
 * @param metricsUrls where members serve their metrics that do not at their client URLs
 * @param peerTls the TLS files for peer URLs, where the peers have a CA of their own; empty: those
 *     of the client URLs
 */
public record EtcdEndpoints(
    ClusterKey cluster,
    Map<MemberName, URI> clientUrls,
    Map<MemberName, URI> metricsUrls,
    Optional<Tls> tls,
    Optional<Tls> peerTls,
    Optional<Login> login) {
  public EtcdEndpoints {
    clientUrls = Map.copyOf(clientUrls);
    metricsUrls = Map.copyOf(metricsUrls);
  }
}
