package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.KeptReports;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reports that are kept in memory; none at first. */
final class RememberedReports implements KeptReports {
  private final Map<Name, String> kept = new ConcurrentHashMap<>();

  @Override
  public List<Name> list(ClusterKey cluster) {
    return kept.keySet().stream()
        .filter(name -> name.id().startsWith(cluster + "."))
        .sorted(Comparator.comparing(Name::openedAt).reversed())
        .toList();
  }

  @Override
  public Optional<String> read(ClusterKey cluster, Name name) {
    return Optional.ofNullable(kept.get(name));
  }

  @Override
  public void keep(ClusterKey cluster, Name name, String json, String markdown) {
    kept.put(name, json);
  }
}
