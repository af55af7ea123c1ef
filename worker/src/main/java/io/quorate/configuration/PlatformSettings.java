package io.quorate.configuration;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings by which the platform of a member finds, stops and starts its etcd. Each kind of
 * platform has a record of its own here, so that no member carries fields of another platform.
 */
public sealed interface PlatformSettings {
  /**
   * Files of an etcd process on a machine, and what supervises it there.
   *
   * @param host the machine, whose files all of them are
   * @param environmentFile its settings, {@code ETCD_NAME=...} line by line; the manifest of a
   *     static pod
   * @param binary a symbolic link that an upgrade re-points, or a file it replaces; the manifest of
   *     a static pod, whose image it changes
   * @param mountPoint what has to be mounted before its directories are its own; empty: what the
   *     machine's tables of mounts name
   */
  record OnHost(
      HostSettings host,
      Path dataDirectory,
      Path environmentFile,
      Path binary,
      ServiceSettings service,
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
