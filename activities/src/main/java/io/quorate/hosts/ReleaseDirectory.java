package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;

/**
 * A release of etcd that members may be moved to.
 *
 * @param directory absolute path of the folder with the binary {@code etcd}, the same on every host
 */
public record ReleaseDirectory(EtcdVersion version, String directory) {
  /**
   * Checks the path. Throws {@link Failure.Fault} when it is not absolute or has a control
   * character.
   */
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
