package io.quorate.workload;

import io.quorate.cluster.EtcdVersion;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files that a member is started from on its host: its binary, the releases it may be moved to, and
 * its settings.
 *
 * @param binary the version that the binary reports, whatever runs at this moment; empty when it
 *     could not be asked
 * @param releases the releases of the configuration, as the host has them
 * @param settings the variables of its environment file; they may be secret and are never stored,
 *     so they are empty in what is read back
 * @param raftSnapshotIndex the index of the newest raft snapshot on its disk, from the name of its
 *     {@code .snap} file; empty when there is none, or none was looked for
 * @param joinObstacle why a member without data that is started from these files would not join its
 *     cluster, as a clause with the way out; empty where it would, or nobody looked
 * @param nextStart what its next start would take beside what its process has; empty where it does
 *     not run or that could not be seen. Never stored, as the settings
 */
public record Installation(
    Optional<EtcdVersion> binary,
    List<Release> releases,
    SortedMap<String, String> settings,
    Optional<Long> raftSnapshotIndex,
    Optional<String> joinObstacle,
    Optional<NextStart> nextStart) {
  /** An installation that was not looked at. */
  public static final Installation UNKNOWN =
      new Installation(Optional.empty(), List.of(), new TreeMap<>(), Optional.empty());

  /** An installation from which a member without data joins, as far as anybody looked. */
  public Installation(
      Optional<EtcdVersion> binary,
      List<Release> releases,
      SortedMap<String, String> settings,
      Optional<Long> raftSnapshotIndex) {
    this(binary, releases, settings, raftSnapshotIndex, Optional.empty(), Optional.empty());
  }

  public Installation {
    releases = List.copyOf(releases);
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /**
   * A release that the configuration names.
   *
   * @param problem why it cannot be used on this host, in words that can follow "because"; empty
   *     when its directory holds an etcd of this version that runs there
   */
  public record Release(EtcdVersion version, Optional<String> problem) {}

  public Optional<Release> release(EtcdVersion version) {
    return releases.stream().filter(release -> release.version().equals(version)).findFirst();
  }

  /** Whether its binary, as far as it is known, is of an older minor than this version. */
  public boolean isOlderThan(EtcdVersion version) {
    return binary.filter(own -> own.isBefore(version) && !own.sameLine(version)).isPresent();
  }

  /** The installation after a switch to this binary and these settings. */
  public Installation switchedTo(EtcdVersion version, SortedMap<String, String> changed) {
    return new Installation(
        Optional.of(version), releases, changed, raftSnapshotIndex, joinObstacle, Optional.empty());
  }

  /** The installation from which a member without data would not join for this reason, if any. */
  public Installation withJoinObstacle(Optional<String> why) {
    return new Installation(binary, releases, settings, raftSnapshotIndex, why, nextStart);
  }

  /** The installation of a member whose next start would take this. */
  public Installation withNextStart(Optional<NextStart> seen) {
    return new Installation(binary, releases, settings, raftSnapshotIndex, joinObstacle, seen);
  }
}
