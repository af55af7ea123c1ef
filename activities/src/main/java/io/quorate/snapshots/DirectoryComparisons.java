package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LastComparison;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Last comparisons as one small JSON file a cluster, beside its snapshots. The file is replaced as
 * a whole; of two writers the later one stays, and both compared the same cluster.
 */
public final class DirectoryComparisons implements ComparisonResults {
  /** Name of the file in the folder of a cluster. */
  static final String FILE = "last-comparison.json";

  /** Name of the file that is locked during a comparison; nothing is in it. */
  static final String LOCK = "comparing.lock";

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryComparisons.class);

  private final StoreDirectory directory;

  /** Results that could not be written: this process knows them as long as it lives. */
  private final Map<ClusterKey, LastComparison> unwritten = new ConcurrentHashMap<>();

  private final Set<ClusterKey> claimed = ConcurrentHashMap.newKeySet();

  public DirectoryComparisons(Path directory) {
    this(new StoreDirectory(directory));
  }

  DirectoryComparisons(StoreDirectory directory) {
    this.directory = directory;
  }

  @Override
  public Optional<LastComparison> last(ClusterKey cluster) {
    LastComparison kept = unwritten.get(cluster);
    if (kept != null) {
      return Optional.of(kept);
    }
    Path file = folder(cluster).path().resolve(FILE);
    try {
      return Optional.of(ComparisonText.parse(Files.readString(file, StandardCharsets.UTF_8)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException | DateTimeException | IllegalArgumentException unreadable) {
      throw new Failure.Refused(
          file + " cannot be read (" + unreadable + "); move it away, and data is compared anew",
          unreadable);
    }
  }

  @Override
  public void keep(ClusterKey cluster, LastComparison result) {
    try {
      SnapshotFolder folder = folder(cluster);
      OwnerOnly.createDirectories(folder.path());
      folder.write(FILE, ComparisonText.of(result));
      unwritten.remove(cluster);
    } catch (IOException | Failure e) {
      unwritten.put(cluster, result);
      LOG.warn(
          "what a comparison of {} found is not written to {}: {}", cluster, FILE, e.toString());
    }
  }

  /**
   * Claims by a lock of the operating system on a file, which ends with the process that has it.
   * The file is opened once at a time: closing it a second time would end the lock of the first.
   */
  @Override
  public Optional<Claim> claim(ClusterKey cluster) {
    if (!claimed.add(cluster)) {
      return Optional.empty();
    }
    Optional<FileChannel> locked = Optional.empty();
    try {
      locked = locked(folder(cluster).path());
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

  private SnapshotFolder folder(ClusterKey cluster) {
    return new SnapshotFolder(directory.present(cluster));
  }
}
