package io.quorate.port;

/**
 * The platform that runs the members of one cluster, such as hosts: processes, data directories and
 * installations.
 */
public interface Platform {
  /** The members' processes. */
  Workloads workloads();

  /** The members' data directories. */
  DataDirectories data();

  /** The binaries and settings that members are started from. */
  Installations installations();

  /** Salvage of the members' data, and restore of snapshots. */
  Restores restores();
}
