package io.quorate.snapshots;

import java.nio.file.Path;
import java.time.Clock;

/** Cluster records in the directory of the snapshots, in the folder of each cluster. */
public final class DirectoryRecords extends GenerationRecords {
  public DirectoryRecords(Path directory, Clock clock) {
    this(new StoreDirectory(directory), clock);
  }

  DirectoryRecords(StoreDirectory directory, Clock clock) {
    super(cluster -> new FolderStore(directory, cluster, "record", clock), clock);
  }
}
