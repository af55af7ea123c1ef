package io.quorate.port;

/**
 * What runs the members of one cluster, such as hosts: their processes, their files, and what they
 * are started from.
 */
public interface Platform {
  /** The members' processes. */
  Workloads workloads();

  /** The members' data directories. */
  DataDirectories data();

  /** The binaries and settings that members are started from. */
  Installations installations();
}
