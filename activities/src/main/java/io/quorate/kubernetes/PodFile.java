package io.quorate.kubernetes;

import io.quorate.datadir.file.LocalFile;
import io.quorate.datadir.file.NamelessFile;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file of a container. Each read starts a program, so its beginning comes with its opening, and a
 * small read fetches more than was asked for.
 */
final class PodFile implements ReadOnlyFile {
  /** Bytes that come with the opening. */
  static final int HEAD = 256 * 1024;

  private static final int AHEAD = 256 * 1024;

  /** Bytes of one answer; a longer read takes several. */
  private static final int LARGEST = 8 << 20;

  private static final int MOST_PIECES = 200;
  private static final long SLOWEST_BYTES_A_SECOND = 2 << 20;
  private static final long LEAST_SECONDS = 60;

  private final PodReading reading;
  private final String path;
  private final FileAttributes opened;
  private final byte[] head;
  private byte[] ahead = new byte[0];
  private long start;
  private boolean sizeIsFresh = true;

  PodFile(PodReading reading, String path, FileAttributes opened, byte[] head) {
    this.reading = reading;
    this.path = path;
    this.opened = opened;
    this.head = head;
  }

  @Override
  public synchronized long size() throws IOException {
    if (sizeIsFresh) {
      sizeIsFresh = false;
      return opened.bytes();
    }
    var look = new PodLook(reading.bytes(PodReading.LOOK, List.of("list", "0", path, ""), AHEAD));
    look.next();
    return FileAttributes.of(path, look.next()).bytes();
  }

  @Override
  public synchronized int read(long position, byte[] into, int offset, int length)
      throws IOException {
    sizeIsFresh = false;
    if (position + length <= head.length) {
      System.arraycopy(head, (int) position, into, offset, length);
      return length;
    }
    if (length >= AHEAD) {
      return readLong(position, into, offset, length);
    }
    if (position < start || position + Math.min(length, 1) > start + ahead.length) {
      // The end of the file is never kept: another process may be writing there.
      ahead = pieces(List.of(position), AHEAD);
      start = position;
    }
    int from = (int) (position - start);
    int count = Math.min(length, ahead.length - from);
    System.arraycopy(ahead, from, into, offset, count);
    return count;
  }

  private int readLong(long position, byte[] into, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      int want = Math.min(LARGEST, length - done);
      byte[] piece = pieces(List.of(position + done), want);
      System.arraycopy(piece, 0, into, offset + done, piece.length);
      done += piece.length;
      if (piece.length < want) {
        break;
      }
    }
    return done;
  }

  @Override
  public List<byte[]> bytes(List<Long> positions, int length) throws IOException {
    if (length == 0 || length > LARGEST) {
      return ReadOnlyFile.super.bytes(positions, length);
    }
    int most = Math.min(MOST_PIECES, LARGEST / length);
    List<byte[]> all = new ArrayList<>();
    for (int from = 0; from < positions.size(); from += most) {
      List<Long> some = positions.subList(from, Math.min(positions.size(), from + most));
      byte[] together = pieces(some, length);
      if (together.length != some.size() * length) {
        throw new EOFException("the file ends before the end of a piece");
      }
      for (int k = 0; k < some.size(); k++) {
        byte[] piece = new byte[length];
        System.arraycopy(together, k * length, piece, 0, length);
        all.add(piece);
      }
    }
    return all;
  }

  /** Reads pieces one behind the other; a piece that the file ends in is shorter. */
  private byte[] pieces(List<Long> positions, int length) throws IOException {
    return reading.bytes(PodReading.READ, arguments(positions, length), positions.size() * length);
  }

  private List<String> arguments(List<Long> positions, long length) {
    List<String> arguments = new ArrayList<>(List.of(path, opened.file()));
    for (long position : positions) {
      arguments.add(Long.toString(position));
      arguments.add(Long.toString(length));
    }
    return arguments;
  }

  /**
   * Fetches the whole file to this machine, where it has no name; empty where this machine has no
   * room for it.
   *
   * @throws IOException where it breaks off, which says nothing of the file
   */
  Optional<ReadOnlyFile> fetched() throws IOException {
    long size = size();
    Path folder = NamelessFile.usualFolder();
    if (!NamelessFile.hasRoomFor(folder, size)) {
      return Optional.empty();
    }
    if (size <= head.length) {
      return Optional.of(kept(folder, size, to -> to.write(head, 0, (int) size)));
    }
    var limit = Duration.ofSeconds(LEAST_SECONDS + size / SLOWEST_BYTES_A_SECOND);
    return Optional.of(
        kept(
            folder,
            size,
            to -> reading.stream(PodReading.READ, arguments(List.of(0L), size), to, limit)));
  }

  @FunctionalInterface
  private interface Filling {
    void into(OutputStream to) throws IOException;
  }

  private ReadOnlyFile kept(Path folder, long size, Filling filling) throws IOException {
    FileChannel channel = NamelessFile.in(folder);
    boolean whole = false;
    try {
      filling.into(new UpTo(size, Channels.newOutputStream(channel)));
      if (channel.size() < size) {
        throw new IOException("it broke off at %d of %d bytes".formatted(channel.size(), size));
      }
      whole = true;
      return new LocalFile(channel);
    } finally {
      if (!whole) {
        channel.close();
      }
    }
  }

  /** Takes so many bytes: whoever answers in the pod may send without end. */
  private static final class UpTo extends FilterOutputStream {
    private final long size;
    private long left;

    UpTo(long size, OutputStream to) {
      super(to);
      this.size = size;
      this.left = size;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      left -= length;
      if (left < 0) {
        throw new IOException("more came than the %d bytes of the file".formatted(size));
      }
      out.write(bytes, offset, length);
    }
  }

  @Override
  public void close() {
    // Nothing is open between two reads.
  }
}
