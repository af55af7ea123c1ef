package io.quorate.configuration;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings by which the platform of a member finds, stops and starts its etcd. Each kind of
 * platform has a record of its own here, so that no member carries fields of another platform.
 */
public sealed interface PlatformSettings {
  /**
   * Files of an etcd process on this machine that nothing supervises.
   *
   * @param environmentFile its settings, {@code ETCD_NAME=...} line by line
   * @param binary a symbolic link that an upgrade re-points, or a file it replaces
   * @param pidFile holds the process id of the running etcd
   * @param logFile takes what etcd writes to its standard output and error
   * @param mountPoint what has to be mounted before its directories are its own; empty: what the
   *     machine's tables of mounts name
   */
  record LocalProcess(
      Path dataDirectory,
      Path environmentFile,
      Path binary,
      Path pidFile,
      Path logFile,
      Optional<MountPoint> mountPoint)
      implements PlatformSettings {}

  /**
   * A mount point as the configuration has it.
   *
   * @param path empty for {@code none}: nothing has to be mounted, whatever the machine's tables of
   *     mounts name
   */
  record MountPoint(Optional<Path> path) {}
}
