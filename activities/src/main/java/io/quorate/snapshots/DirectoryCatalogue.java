package io.quorate.snapshots;

import java.nio.file.Path;

/** Catalogue of the snapshots in a directory; only reads. */
public final class DirectoryCatalogue extends ShelfCatalogue {
  public DirectoryCatalogue(Path directory) {
    super(cluster -> SnapshotFolder.of(directory, cluster));
  }
}
