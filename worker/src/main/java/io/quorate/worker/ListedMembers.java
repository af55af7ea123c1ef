package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.configuration.TlsFiles;
import io.quorate.etcd.EtcdConnections;
import io.quorate.etcd.EtcdEndpoints;
import io.quorate.port.Failure;
import io.quorate.port.Membership;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the member list of a cluster of which only endpoints are known. */
final class ListedMembers {
  private ListedMembers() {}

  /** The member list of the first endpoint that answers. */
  static List<MembershipEntry> of(List<URI> endpoints, Optional<TlsFiles> tls) {
    Map<MemberName, URI> asked = new LinkedHashMap<>();
    endpoints.forEach(url -> asked.put(new MemberName("endpoint-" + asked.size()), url));
    var cluster =
        new EtcdEndpoints(
            new ClusterKey("init"),
            asked,
            Map.of(),
            tls.map(Clusters::tls),
            Optional.empty(),
            Optional.empty());
    try (var connections = new EtcdConnections(cluster)) {
      return first(connections.pinnedPorts().membership(), asked);
    }
  }

  private static List<MembershipEntry> first(Membership membership, Map<MemberName, URI> asked) {
    List<String> silent = new ArrayList<>();
    for (Map.Entry<MemberName, URI> one : asked.entrySet()) {
      try {
        return membership.localList(one.getKey());
      } catch (Failure no) {
        silent.add(one.getValue() + ": " + no.getMessage());
      }
    }
    throw new Failure.Transient("no endpoint told the members: " + String.join("; ", silent));
  }
}
