package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Map from an alert's labels to its cluster. Fails closed: the alerts that matter most do not name
 * a cluster, so an alert that fits no cluster, or several, must start nothing
 * (docs/operations.md#alerts).
 *
 * @param labels an alert must have all labels of a cluster; a cluster without labels gets no alerts
 */
public record AlertRoutes(Map<ClusterKey, Map<String, String>> labels) {
  /**
   * Beginning of the names of all alerts that are made of Quorate's own metrics. Such an alert has
   * the cluster's label, and would else open an incident about a question that waits.
   */
  private static final String OWN = "Quorate";

  public AlertRoutes {
    labels = Map.copyOf(labels);
  }

  public static AlertRoutes of(Configuration configuration) {
    return new AlertRoutes(
        configuration.clusters().values().stream()
            .collect(Collectors.toMap(ClusterSettings::key, ClusterSettings::alerts)));
  }

  /** Result of the search. */
  public sealed interface Route {
    /** The one cluster that the alert is about. */
    record To(ClusterKey cluster) implements Route {}

    /**
     * A refusal, because the alert belongs to no single cluster.
     *
     * @param reason for the metric: {@code no-cluster}, {@code several-clusters} or {@code own}
     */
    record Nowhere(String reason, String because) implements Route {}
  }

  public Route route(Map<String, String> alert) {
    if (alert.getOrDefault("alertname", "").startsWith(OWN)) {
      return new Route.Nowhere("own", "it says that Quorate waits for people, who get it instead");
    }
    List<ClusterKey> matching =
        labels.entrySet().stream()
            .filter(entry -> !entry.getValue().isEmpty())
            .filter(entry -> alert.entrySet().containsAll(entry.getValue().entrySet()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return switch (matching.size()) {
      case 0 ->
          new Route.Nowhere(
              "no-cluster", "its labels are those of no cluster in the configuration");
      case 1 -> new Route.To(matching.get(0));
      default ->
          new Route.Nowhere(
              "several-clusters",
              "its labels fit more than one cluster: "
                  + matching.stream().map(ClusterKey::toString).collect(Collectors.joining(", ")));
    };
  }
}
