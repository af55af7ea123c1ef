package io.quorate.hosts;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.IOException;
import java.util.List;

/** A directory that no process uses, and whose listing and files fail in the same way. */
public record UnreadableDirectory(IOException why) implements ReadOnlyDirectory {
  @Override
  public List<Entry> list(String folder) throws IOException {
    throw why;
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    throw why;
  }

  @Override
  public List<String> peculiarities() {
    return List.of();
  }

  @Override
  public boolean inUse(String path) {
    return false;
  }
}
