package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.workload.ConfiguredMember;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All ports of one cluster.
 *
 * @param places the members of the configuration
 * @param lookAgain how long a member must have been silent before it may be called dead without
 *     better proof
 * @param records the store of cluster records; empty where nothing is remembered
 * @param backups how old the last backup and the last restore on trial may be
 * @param compared what comparisons of logs found, of all looks at the cluster
 */
public record ClusterPorts(
    ClusterKey cluster,
    Map<MemberName, ConfiguredMember> places,
    Membership membership,
    Maintenance maintenance,
    Storage storage,
    Downgrade downgrade,
    Canary canary,
    Platform platform,
    SnapshotStore snapshots,
    ComparisonResults comparisons,
    Duration lookAgain,
    Optional<ClusterRecords> records,
    BackupPolicy backups,
    ComparedLogs compared) {
  public ClusterPorts {
    places = Map.copyOf(places);
  }

  /** The ports with places that nobody configured. */
  public ClusterPorts withPlaces(Map<MemberName, ConfiguredMember> more) {
    Map<MemberName, ConfiguredMember> all = new HashMap<>(more);
    all.putAll(places);
    return new ClusterPorts(
        cluster,
        all,
        membership,
        maintenance,
        storage,
        downgrade,
        canary,
        platform,
        snapshots,
        comparisons,
        lookAgain,
        records,
        backups,
        compared);
  }

  /** The members' processes. */
  public Workloads workloads() {
    return platform.workloads();
  }

  /** The members' data directories. */
  public DataDirectories data() {
    return platform.data();
  }

  /** The binaries and settings that members are started from. */
  public Installations installations() {
    return platform.installations();
  }

  /** Salvage of the members' data, and restore of snapshots. */
  public Restores restores() {
    return platform.restores();
  }

  /** Takeover of the workloads from the platform's own controller. */
  public Takeover takeover() {
    return platform.takeover();
  }

  /** The lock of the cluster between installations of Quorate. */
  public ClusterLock lock() {
    return platform.lock();
  }
}
