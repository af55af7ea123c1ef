package io.quorate.configuration;

import java.nio.file.Path;

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
   */
  record LocalProcess(
      Path dataDirectory, Path environmentFile, Path binary, Path pidFile, Path logFile)
      implements PlatformSettings {}
}
