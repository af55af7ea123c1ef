package io.quorate.causes;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Common cause of many troubles: at least 5 clusters, and 30 % of those that share an attribute,
 * got into trouble within 90 s. A change of these numbers needs a version, as {@link FleetTroubles}
 * says.
 *
 * @param attribute {@code zone=b}
 * @param of how many clusters share it
 * @param clusters those in trouble, the least margin first
 * @param since when the first of them was seen in trouble
 */
public record CommonCause(String attribute, int of, List<ClusterKey> clusters, Instant since) {
  /** Time within which troubles count as one. */
  static final Duration WITHIN = Duration.ofSeconds(90);

  /** Least number of clusters with a common cause. */
  public static final int LEAST_CLUSTERS = 5;

  private static final int LEAST_PERCENT = 30;

  /** So many clusters are enough in a fleet of any size: at most 2,000 troubles are compared. */
  private static final int MANY = 1_000;

  private static final Comparator<String> VERSIONS_LAST =
      Comparator.comparing(CommonCause::isVersion);

  private static final Comparator<TroubledCluster> BY_MARGIN =
      Comparator.comparingInt(TroubledCluster::margin).thenComparing(TroubledCluster::cluster);

  public CommonCause {
    clusters = List.copyOf(clusters);
  }

  /**
   * Returns the causes, the one of most clusters first. A cluster belongs to one cause; where two
   * attributes explain as many, the one that clusters name first is the cause. A version is the
   * cause where it explains more than twice as many as any other attribute: of the clusters that a
   * zone takes most run one version, too.
   */
  static List<CommonCause> of(List<TroubledCluster> troubled) {
    List<TroubledCluster> left = new ArrayList<>(troubled);
    List<CommonCause> causes = new ArrayList<>();
    for (Optional<CommonCause> next = largest(left); next.isPresent(); next = largest(left)) {
      CommonCause cause = next.get();
      causes.add(cause);
      Set<ClusterKey> explained = Set.copyOf(cause.clusters());
      left.removeIf(one -> explained.contains(one.cluster()));
    }
    return causes;
  }

  private static Optional<CommonCause> largest(List<TroubledCluster> troubled) {
    Map<String, Integer> attributes = new LinkedHashMap<>();
    troubled.stream()
        .flatMap(one -> one.shared().stream())
        .filter(shared -> shared.clusters() >= LEAST_CLUSTERS)
        .forEach(shared -> attributes.merge(shared.name(), shared.clusters(), Math::max));
    Map<String, List<TroubledCluster>> having = having(attributes.keySet(), troubled);
    Optional<CommonCause> best = Optional.empty();
    for (String name : attributes.keySet().stream().sorted(VERSIONS_LAST).toList()) {
      List<TroubledCluster> all = having.getOrDefault(name, List.of());
      int of = attributes.getOrDefault(name, 0);
      int least = best.map(other -> other.clusters().size()).orElse(0) * (isVersion(name) ? 2 : 1);
      List<TroubledCluster> group =
          all.size() > least && isEnough(all.size(), of) ? together(all) : List.of();
      if (group.size() > least && isEnough(group.size(), of)) {
        best = Optional.of(cause(name, of, group));
      }
    }
    return best;
  }

  /** Groups the clusters by the attributes that count, each cluster once a group. */
  private static Map<String, List<TroubledCluster>> having(
      Set<String> attributes, List<TroubledCluster> troubled) {
    Map<String, List<TroubledCluster>> groups = new HashMap<>();
    for (TroubledCluster one : troubled) {
      one.shared().stream()
          .map(SharedAttribute::name)
          .distinct()
          .filter(attributes::contains)
          .forEach(name -> groups.computeIfAbsent(name, any -> new ArrayList<>()).add(one));
    }
    return groups;
  }

  /**
   * Returns whether this is a version of which all clusters have one of the causes that are found
   * now: the first clusters of a lost zone may be too few for the zone, and enough for a version.
   */
  boolean isOnlyAVersionBeside(List<CommonCause> now) {
    return isVersion(attribute)
        && now.stream()
            .filter(other -> !other.attribute.equals(attribute))
            .anyMatch(other -> other.clusters.containsAll(clusters));
  }

  private static boolean isVersion(String attribute) {
    return attribute.startsWith(SharedAttribute.VERSION);
  }

  private static boolean isEnough(int clusters, int of) {
    return clusters >= LEAST_CLUSTERS
        && (clusters >= MANY || 100L * clusters >= (long) LEAST_PERCENT * of);
  }

  private static CommonCause cause(String attribute, int of, List<TroubledCluster> group) {
    return new CommonCause(
        attribute,
        of,
        group.stream().sorted(BY_MARGIN).map(TroubledCluster::cluster).toList(),
        group.getFirst().since());
  }

  /**
   * Returns the largest group of these clusters that got into trouble within 90 s of each other.
   */
  private static List<TroubledCluster> together(List<TroubledCluster> all) {
    List<TroubledCluster> sorted =
        all.stream()
            .sorted(
                Comparator.comparing(TroubledCluster::since)
                    .thenComparing(TroubledCluster::cluster))
            .toList();
    int from = 0;
    int bestFrom = 0;
    int bestTo = 0;
    for (int to = 0; to < sorted.size(); to++) {
      while (sorted.get(from).since().plus(WITHIN).isBefore(sorted.get(to).since())) {
        from++;
      }
      if (to + 1 - from > bestTo - bestFrom) {
        bestFrom = from;
        bestTo = to + 1;
      }
    }
    return sorted.subList(bestFrom, bestTo);
  }

  /** Returns the id by which people know it: {@code fleet/zone=b}. */
  public String id() {
    return "fleet/" + attribute;
  }

  /** Returns what is wrong: {@code zone b has trouble in 41 of 60 clusters}. */
  public String sentence() {
    return attribute.replaceFirst("=", " ")
        + " has trouble in "
        + clusters.size()
        + " of "
        + of
        + " clusters";
  }
}
