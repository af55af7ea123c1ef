package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;

/**
 * A release that members may be moved to, as the configuration names it.
 *
 * @param directory holds its {@code etcd}; an absolute path, the same on every host
 */
public record ReleaseDirectory(EtcdVersion version, String directory) {
  /** Throws {@link Failure.Fault} when the path cannot be one. */
  public ReleaseDirectory {
    if (!directory.startsWith("/") || directory.chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault(
          "the directory of etcd " + version + " is '" + directory + "': use an absolute path");
    }
  }

  String etcd() {
    return directory + "/etcd";
  }
}
