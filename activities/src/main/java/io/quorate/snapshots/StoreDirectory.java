package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ComparisonResults.Claim;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory that the configuration names for snapshots and records, with a folder for each
 * cluster. A folder that this process has seen and that is gone went with its disk: what is in it
 * is not known, and nothing is begun anew in its place.
 */
final class StoreDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);

  /** Name of the file that is locked during a comparison; nothing is in it. */
  private static final String LOCK = "comparing.lock";

  private final Path path;
  private final Set<ClusterKey> seen = ConcurrentHashMap.newKeySet();
  private final Set<ClusterKey> claimed = ConcurrentHashMap.newKeySet();

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

  /**
   * Claims by a lock of the operating system on a file, which ends with the process that has it.
   * The file is opened once at a time: closing it a second time would end the lock of the first.
   */
  Optional<Claim> claim(ClusterKey cluster) {
    if (!claimed.add(cluster)) {
      return Optional.empty();
    }
    Optional<FileChannel> locked = Optional.empty();
    try {
      locked = locked(present(cluster));
    } finally {
      if (locked.isEmpty()) {
        claimed.remove(cluster);
      }
    }
    return locked.map(channel -> () -> unlock(cluster, channel));
  }

  private static Optional<FileChannel> locked(Path folder) {
    Path file = folder.resolve(LOCK);
    try {
      OwnerOnly.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file());
      OwnerOnly.handOver(file);
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new Failure.Refused(
          file + " cannot be locked (" + e + "), so that two workers might compare at one time", e);
    }
  }

  private void unlock(ClusterKey cluster, FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("{} stays locked until this process ends: {}", cluster, e.toString());
    } finally {
      claimed.remove(cluster);
    }
  }
}
