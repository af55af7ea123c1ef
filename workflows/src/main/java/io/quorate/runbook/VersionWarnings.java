package io.quorate.runbook;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.RunningVersions;
import io.quorate.version.Concern;
import io.quorate.version.VersionKnowledge;
import io.quorate.version.VersionUse;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Warnings about the versions that members report: each advisory once, of the oldest version it
 * concerns.
 */
public final class VersionWarnings {
  private final ClusterView view;
  private final String runbook;

  public VersionWarnings(ClusterView view, String runbook) {
    this.view = view;
    this.runbook = runbook;
  }

  public List<String> about(VersionUse... roles) {
    Map<String, Concern> byId = new LinkedHashMap<>();
    RunningVersions.of(view).all().stream()
        .flatMap(
            version ->
                Stream.of(roles)
                    .map(role -> VersionKnowledge.current().concerns(version, role, runbook)))
        .flatMap(Collection::stream)
        .forEach(concern -> byId.putIfAbsent(concern.id(), concern));
    return byId.values().stream().map(Concern::sentence).toList();
  }
}
