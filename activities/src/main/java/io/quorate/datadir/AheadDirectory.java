package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A directory with files that were opened before anybody asked for them. The first call of {@link
 * #open} for such a file returns the open file, and the caller closes the file. {@link #close}
 * closes the files that nobody asked for.
 *
 * @param files open files by path; {@link #open} removes the file that it returns
 */
record AheadDirectory(ReadOnlyDirectory directory, Map<String, ReadOnlyFile> files)
    implements ReadOnlyDirectory, Closeable {
  @Override
  public List<Entry> list(String folder) throws IOException {
    return directory.list(folder);
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    Optional<ReadOnlyFile> open = Optional.ofNullable(files.remove(path));
    return open.isPresent() ? open.get() : directory.open(path);
  }

  @Override
  public ReadOnlyFile openWhole(String path) throws IOException {
    return directory.openWhole(path);
  }

  @Override
  public List<String> peculiarities() {
    return directory.peculiarities();
  }

  @Override
  public boolean inUse(String path) {
    return directory.inUse(path);
  }

  @Override
  public boolean inUse(List<String> paths) {
    return directory.inUse(paths);
  }

  @Override
  public void close() throws IOException {
    for (ReadOnlyFile each : files.values()) {
      each.close();
    }
  }
}
