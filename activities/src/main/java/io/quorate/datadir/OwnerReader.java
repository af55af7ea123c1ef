package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.wal.LogReader;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads whose data a directory holds, and nothing else: the head of its last segment, 256 KiB at
 * most, so that every look can afford it. etcd never changes it, running or not.
 */
public final class OwnerReader {
  private OwnerReader() {}

  /** Whose data it is; empty where there is no log in it, or it cannot be read. */
  public static Optional<Identity> read(ReadOnlyDirectory data) {
    try {
      Layout layout = Layout.of(data, Optional.empty());
      return layout.segments().isEmpty()
          ? Optional.empty()
          : LogReader.identity(layout.log(), layout.logFolder(), layout.segments().getLast());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
