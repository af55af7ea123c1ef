package io.quorate.snapshots;

import java.nio.file.Path;
import java.time.Clock;

/** Snapshots in a directory of the machine Quorate runs on, one folder for each cluster. */
public final class DirectorySnapshots extends Shelves {
  public DirectorySnapshots(Path directory, Clock clock) {
    this(new StoreDirectory(directory), clock);
  }

  DirectorySnapshots(StoreDirectory directory, Clock clock) {
    super(cluster -> new SnapshotFolder(directory.present(cluster)), clock);
  }
}
