package io.quorate.port;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a member needs to know to join an existing cluster: all members by name, itself included,
 * with their peer URLs; the state is always {@code existing}.
 */
public record JoinSettings(Map<String, List<String>> peerUrlsByName) {
  public JoinSettings {
    peerUrlsByName = Map.copyOf(peerUrlsByName);
  }

  /** {@code ETCD_INITIAL_CLUSTER}: {@code a=http://..,b=http://..}, in the order of the names. */
  public String initialCluster() {
    return new TreeMap<>(peerUrlsByName)
        .entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(url -> entry.getKey() + "=" + url))
            .collect(Collectors.joining(","));
  }
}
