package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The clusters that {@code quorate check} is about; without a choice all of them. */
final class ChosenClusters {
  @Parameters(arity = "0..*", paramLabel = "CLUSTER", description = "Only these clusters.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "All clusters, as without a choice.")
  private boolean all;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Only clusters with a member that the configuration places in this zone.")
  private @Nullable String zone;

  /** Returns the chosen clusters; names of none, or a choice beside --all, are wrong usage. */
  SortedMap<ClusterKey, ClusterSettings> chosen(QuorateCommand quorate, Configuration all) {
    if (this.all && !(names.isEmpty() && zone == null)) {
      throw VerbFailure.wrongUsage("--all is every cluster; leave it or the choice out");
    }
    SortedMap<ClusterKey, ClusterSettings> chosen = new TreeMap<>();
    if (names.isEmpty()) {
      chosen.putAll(all.clusters());
    }
    for (String name : names) {
      ClusterSettings cluster = quorate.cluster(all, name);
      chosen.put(cluster.key(), cluster);
    }
    if (zone != null) {
      String wanted = zone;
      chosen
          .values()
          .removeIf(
              cluster ->
                  cluster.places().values().stream()
                      .noneMatch(place -> place.zone().value().equals(wanted)));
      if (chosen.isEmpty()) {
        throw VerbFailure.wrongUsage("no cluster has a member in the zone '" + zone + "'");
      }
    }
    return chosen;
  }
}
