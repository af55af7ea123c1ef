package io.quorate.port;

import io.quorate.cluster.Journey;
import io.quorate.cluster.MemberName;
import io.quorate.workload.Arrival;
import java.util.Optional;

/**
 * The platform that runs the members of one cluster, such as hosts: processes, data directories and
 * installations.
 */
public interface Platform {
  /**
   * All that can be seen on the host of the member, at once. Never throws: what could not be seen
   * is unknown.
   */
  default HostLook look(MemberName member) {
    return new HostLook(
        workloads().look(member), data().look(member), installations().look(member));
  }

  /** Looks at the member and reads all of the member's data, as {@link DataDirectories#examine}. */
  default HostLook examine(MemberName member) {
    return new HostLook(
        workloads().look(member), data().examine(member), installations().look(member));
  }

  /**
   * The way of a member to the node or zone to which it is to go. Empty where the configuration has
   * all places. Never throws: unseen is an answer.
   */
  default Optional<Arrival> arrival(Journey journey) {
    return Optional.empty();
  }

  /** The members' processes. */
  Workloads workloads();

  /** The members' data directories. */
  DataDirectories data();

  /** The binaries and settings that members are started from. */
  Installations installations();

  /** Salvage of the members' data, and restore of snapshots. */
  Restores restores();

  /** Takeover of the workloads from the platform's own controller, where it has one. */
  Takeover takeover();

  /** The lock of the cluster between installations of Quorate, where the platform has one. */
  default ClusterLock lock() {
    return ClusterLock.NONE;
  }

  /** The places of members, where the platform makes places itself. */
  default Places places() {
    return Places.CONFIGURED;
  }
}
