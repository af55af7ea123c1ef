package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what is read of a directory, apart for its log and its database. */
final class CountingDirectory implements ReadOnlyDirectory {
  private final ReadOnlyDirectory directory;
  private final Map<String, long[]> counted = new TreeMap<>();

  CountingDirectory(ReadOnlyDirectory directory) {
    this.directory = directory;
  }

  /** Reads and bytes, by the end of the file's name. */
  String counted() {
    var text = new StringBuilder();
    counted.forEach(
        (kind, each) ->
            text.append("%s: %,d reads, %,d bytes; ".formatted(kind, each[0], each[1])));
    return text.toString();
  }

  @Override
  public List<Entry> list(String folder) throws IOException {
    return directory.list(folder);
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    String kind = path.endsWith(".wal") ? "log" : path.endsWith("db") ? "database" : "snapshots";
    return new Counting(directory.open(path), counted.computeIfAbsent(kind, none -> new long[2]));
  }

  @Override
  public List<String> peculiarities() {
    return directory.peculiarities();
  }

  @Override
  public boolean inUse(String path) {
    return directory.inUse(path);
  }

  @SuppressWarnings("ArrayRecordComponent") // counted up in place
  private record Counting(ReadOnlyFile file, long[] count) implements ReadOnlyFile {
    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int read(long position, byte[] into, int offset, int length) throws IOException {
      int read = file.read(position, into, offset, length);
      count[0]++;
      count[1] += read;
      return read;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
