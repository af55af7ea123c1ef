package io.quorate.etcd;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Client URLs of the members of one cluster, with the TLS files and the login they need. */
public record EtcdEndpoints(
    ClusterKey cluster, Map<MemberName, URI> clientUrls, Optional<Tls> tls, Optional<Login> login) {
  public EtcdEndpoints {
    clientUrls = Map.copyOf(clientUrls);
  }
}
