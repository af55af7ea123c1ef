package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Map from an alert's labels to its cluster. Fails closed: the alerts that matter most do not name
 * a cluster, so an alert that fits no cluster, or several, must start nothing
 * (docs/operations.md#alerts).
 *
 * <p>Clusters are found by the rarest of their labels, so that a thousand alerts of a lost rack are
 * a thousand short searches among ten thousand clusters.
 */
public final class AlertRoutes {
  /**
   * Beginning of the names of all alerts that are made of Quorate's own metrics. Such an alert has
   * the cluster's label, and would else open an incident about a question that waits.
   */
  private static final String OWN = "Quorate";

  private final Map<Map.Entry<String, String>, List<Labelled>> byRarest;

  private record Labelled(ClusterKey cluster, Map<String, String> labels) {
    boolean fits(Map<String, String> alert) {
      return alert.entrySet().containsAll(labels.entrySet());
    }
  }

  /**
   * Creates the map.
   *
   * @param labels an alert must have all labels of a cluster; a cluster without labels gets no
   *     alerts
   */
  AlertRoutes(Map<ClusterKey, Map<String, String>> labels) {
    Map<Map.Entry<String, String>, Long> uses =
        labels.values().stream()
            .flatMap(each -> each.entrySet().stream())
            .collect(Collectors.groupingBy(Map.Entry::copyOf, Collectors.counting()));
    this.byRarest =
        labels.entrySet().stream()
            .filter(entry -> !entry.getValue().isEmpty())
            .map(entry -> new Labelled(entry.getKey(), Map.copyOf(entry.getValue())))
            .collect(
                Collectors.groupingBy(
                    one ->
                        one.labels().entrySet().stream()
                            .map(Map.Entry::copyOf)
                            .min(Comparator.comparing(uses::get))
                            .orElseThrow()));
  }

  /** Returns the routes to the clusters of a configuration. */
  static AlertRoutes of(Configuration configuration) {
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
        alert.entrySet().stream()
            .flatMap(label -> byRarest.getOrDefault(label, List.of()).stream())
            .filter(cluster -> cluster.fits(alert))
            .map(Labelled::cluster)
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
