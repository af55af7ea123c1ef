package io.quorate.worker.platform;

import io.quorate.command.Probe;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.MemberSettings;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** One platform, such as hosts, as the process needs it for the clusters that run on it. */
interface ClusterPlatform extends AutoCloseable {
  /** The ports of one cluster's platform; opens no connection. */
  Platform ports(ClusterSettings cluster);

  /**
   * The cluster with all its members, some of which only the platform may know. Throws a {@link
   * io.quorate.port.Failure} where the platform cannot be asked and was never asked.
   */
  default ClusterSettings located(ClusterSettings cluster) {
    return cluster;
  }

  /**
   * The manifest of the PodDisruptionBudget that the cluster should have, on a platform with pods
   * that can be evicted.
   */
  default String disruptionBudget(ClusterSettings cluster) {
    throw new Failure.Refused(
        "%s has no pods of a StatefulSet, and a PodDisruptionBudget is for these alone"
            .formatted(cluster.key()));
  }

  /** Probes of everything that the members of these clusters run on. */
  List<Probe> probes(Collection<ClusterSettings> clusters);

  /**
   * Checks of a member's files by what a look found of them.
   *
   * @param whose the member, as a clause at the end of each name
   */
  List<Checked> checks(
      MemberSettings member, Optional<Member> seen, ClusterView view, String whose);

  @Override
  void close();
}
