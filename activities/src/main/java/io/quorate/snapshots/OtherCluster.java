package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.port.SnapshotStore.Origin;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tells that a prefix is another cluster's: two installations that share a bucket, a prefix and a
 * cluster's name would take each other's snapshots for their own, and restore them.
 */
final class OtherCluster {
  private OtherCluster() {}

  /**
   * Why a snapshot of this origin must not be kept beside these, in a clause. A record decides,
   * because it knows the cluster's incarnations; without one, the snapshots that are there do.
   */
  static Optional<String> trouble(
      Origin origin, Set<ClusterId> recorded, List<CatalogueEntry> there) {
    Optional<String> named =
        there.stream()
            .map(entry -> entry.snapshot().cluster())
            .filter(cluster -> !cluster.equals(origin.cluster()))
            .map(cluster -> "it has snapshots of " + cluster)
            .findFirst();
    Set<ClusterId> own =
        recorded.isEmpty()
            ? there.stream().map(entry -> entry.snapshot().clusterId()).collect(Collectors.toSet())
            : recorded;
    return named.or(
        () ->
            own.isEmpty() || own.contains(origin.clusterId())
                ? Optional.empty()
                : Optional.of(other(origin, own)));
  }

  private static String other(Origin origin, Set<ClusterId> own) {
    Set<String> ids =
        own.stream().map(ClusterId::toString).collect(Collectors.toCollection(TreeSet::new));
    return "it has snapshots of cluster id "
        + String.join(", ", ids)
        + ", and "
        + origin.cluster()
        + " is "
        + origin.clusterId()
        + "; where it was restored by hand: quorate record accept "
        + origin.cluster()
        + " --because TEXT; else give each installation a prefix of its own in snapshots.s3.prefix";
  }
}
