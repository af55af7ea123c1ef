package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory that the configuration names for snapshots and records, with a folder for each
 * cluster. A folder that this process has seen and that is gone went with its disk: what is in it
 * is not known, and nothing is begun anew in its place.
 */
final class StoreDirectory {
  private final Path path;
  private final Set<ClusterKey> seen = ConcurrentHashMap.newKeySet();

  StoreDirectory(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /** The folder of a cluster, which may not be there yet. */
  Path folder(ClusterKey cluster) {
    return path.resolve(cluster.value());
  }

  /** The folder of a cluster; throws {@link Failure.Refused} where it was there and is gone. */
  Path present(ClusterKey cluster) {
    Path folder = folder(cluster);
    if (Files.isDirectory(folder)) {
      seen.add(cluster);
    } else if (seen.contains(cluster)) {
      throw new Failure.Refused(
          "the snapshot directory "
              + folder
              + " was there and is gone; look whether its disk is mounted, and put it back:"
              + " nothing is begun anew in its place. If it was removed for good, make it anew,"
              + " empty");
    }
    return folder;
  }
}
