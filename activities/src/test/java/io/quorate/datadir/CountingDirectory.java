package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what is read of a directory, apart for its log and its database, as a network would: a
 * read brings what stands behind it too, as an {@code SftpFile}'s does.
 */
final class CountingDirectory implements ReadOnlyDirectory {
  private static final int AHEAD = 64 * 1024;

  private final ReadOnlyDirectory directory;
  private final Map<String, long[]> counted = new TreeMap<>();
  private int ways;

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

  /** How often somebody who reads another machine's directory waits for it. */
  int ways() {
    return ways + (int) counted.values().stream().mapToLong(each -> each[0]).sum();
  }

  @Override
  public List<Entry> list(String folder) throws IOException {
    ways++;
    return directory.list(folder);
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    ways += 2; // and its size
    String kind = path.endsWith(".wal") ? "log" : path.endsWith("db") ? "database" : "snapshots";
    return new Counting(
        directory.open(path),
        counted.computeIfAbsent(kind, none -> new long[2]),
        new long[] {-AHEAD});
  }

  @Override
  public List<String> peculiarities() {
    ways++;
    return directory.peculiarities();
  }

  @Override
  public boolean inUse(String path) {
    ways++;
    return directory.inUse(path);
  }

  @Override
  public boolean inUse(List<String> paths) {
    ways++;
    return directory.inUse(paths);
  }

  @SuppressWarnings("ArrayRecordComponent") // counted up in place
  private record Counting(ReadOnlyFile file, long[] count, long[] ahead) implements ReadOnlyFile {
    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int read(long position, byte[] into, int offset, int length) throws IOException {
      int read = file.read(position, into, offset, length);
      if (length > AHEAD || position < ahead[0] || position >= ahead[0] + AHEAD) {
        count[0]++;
        ahead[0] = position;
      }
      count[1] += read;
      return read;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
