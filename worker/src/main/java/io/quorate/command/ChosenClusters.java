package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.workload.ConfiguredMember;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
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

  @Option(
      names = "--site",
      paramLabel = "SITE",
      description = "Only clusters with a member that the configuration places in this site.")
  private @Nullable String site;

  /** Returns the chosen clusters; names of none, or a choice beside --all, are wrong usage. */
  SortedMap<ClusterKey, ClusterSettings> chosen(QuorateCommand quorate, Configuration all) {
    if (this.all && !(names.isEmpty() && zone == null && site == null)) {
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
    keep(chosen, "zone", zone, place -> Optional.of(place.zone()));
    keep(chosen, "site", site, ConfiguredMember::site);
    return chosen;
  }

  private static void keep(
      SortedMap<ClusterKey, ClusterSettings> chosen,
      String noun,
      @Nullable String wanted,
      Function<ConfiguredMember, Optional<FailureDomain>> domain) {
    if (wanted == null) {
      return;
    }
    Optional<FailureDomain> named = Optional.of(new FailureDomain(wanted));
    chosen
        .values()
        .removeIf(
            cluster -> cluster.places().values().stream().map(domain).noneMatch(named::equals));
    if (chosen.isEmpty()) {
      throw VerbFailure.wrongUsage(
          "no cluster has a member in the %s '%s'".formatted(noun, wanted));
    }
  }
}
