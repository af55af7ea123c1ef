package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * All ports of one cluster.
 *
 * @param places the members of the configuration
 * @param lookAgain how long a member must have been silent before it may be called dead without
 *     better proof
 * @param records the store of cluster records; empty where nothing is remembered
 * @param backupEvery the time between two backups; empty where none are scheduled
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
    Optional<Duration> backupEvery) {
  public ClusterPorts {
    places = Map.copyOf(places);
  }

  /** The ports of a cluster whose backups nobody scheduled. */
  public ClusterPorts(
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
      Optional<ClusterRecords> records) {
    this(
        cluster,
        places,
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
        Optional.empty());
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
}
