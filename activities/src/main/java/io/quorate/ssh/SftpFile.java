package io.quorate.ssh;

import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.ssh.ServedFiles.Asked;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.impl.SftpInputStreamAsync;

/**
 * A file of a host. A small read fetches 64 KiB, because a round trip takes as long for 64 KiB as
 * for 4. A longer read sends the requests for all pieces at once and takes one round trip too.
 * {@link #askForHead} brings the first 256 KiB of a file together with its size.
 */
final class SftpFile implements ReadOnlyFile {
  private static final int AHEAD = 64 * 1024;
  private static final int PIECES_OF_HEAD = 4;

  private final ServedFiles client;
  private final CloseableHandle handle;
  private final SftpReading reading;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final byte[] head = new byte[PIECES_OF_HEAD * AHEAD];
  private final byte[] ahead = new byte[AHEAD];
  private int headFilled;
  private long start;
  private int filled;
  private Optional<Long> sizeAtFirst = Optional.empty();

  /**
   * Takes over an open file.
   *
   * @param reading gets the client back when the file is closed
   */
  SftpFile(ServedFiles client, CloseableHandle handle, SftpReading reading) {
    this.client = client;
    this.handle = handle;
    this.reading = reading;
  }

  /** Asks for the attributes and for the beginning of the open file, in one round trip. */
  Asked<Attributes> askForHead() throws IOException {
    Asked<Attributes> attributes = client.askOf(handle);
    List<Asked<byte[]>> pieces = new ArrayList<>();
    for (int k = 0; k < PIECES_OF_HEAD; k++) {
      pieces.add(client.askForBytes(handle, (long) k * AHEAD, AHEAD));
    }
    return () -> {
      Attributes opened = attributes.answer();
      for (int k = 0; k < PIECES_OF_HEAD; k++) {
        byte[] piece = pieces.get(k).answer();
        // A server may return fewer bytes than it was asked for. The bytes after such a gap are
        // read later.
        if (headFilled == k * AHEAD) {
          int length = Math.min(piece.length, AHEAD);
          System.arraycopy(piece, 0, head, headFilled, length);
          headFilled += length;
        }
      }
      sizeAtFirst = Optional.of(opened.getSize());
      return opened;
    };
  }

  @Override
  public synchronized long size() throws IOException {
    Optional<Long> known = sizeAtFirst;
    sizeAtFirst = Optional.empty();
    return known.isPresent() ? known.get() : client.stat(handle).getSize();
  }

  @Override
  public synchronized int read(long position, byte[] into, int offset, int length)
      throws IOException {
    if (length == 0) {
      return 0;
    }
    sizeAtFirst = Optional.empty();
    if (position < headFilled && position + length <= headFilled) {
      System.arraycopy(head, (int) position, into, offset, length);
      return length;
    }
    if (length > AHEAD) {
      return gotInOneGo(position, into, offset, length);
    }
    if (length == AHEAD) {
      return got(position, into, offset);
    }
    if (position < start || position + Math.min(length, 1) > start + filled) {
      // The end of the file is never kept: another process may be writing there.
      filled = got(position, ahead, 0);
      start = position;
    }
    int from = (int) (position - start);
    int count = Math.min(length, filled - from);
    System.arraycopy(ahead, from, into, offset, count);
    return count;
  }

  @Override
  public List<byte[]> bytes(List<Long> positions, int length) throws IOException {
    if (length > AHEAD) {
      return ReadOnlyFile.super.bytes(positions, length);
    }
    List<Asked<byte[]>> asked = new ArrayList<>();
    for (long position : positions) {
      asked.add(client.askForBytes(handle, position, length));
    }
    List<byte[]> pieces = new ArrayList<>();
    for (Asked<byte[]> each : asked) {
      pieces.add(each.answer());
    }
    for (int k = 0; k < pieces.size(); k++) {
      if (pieces.get(k).length != length) {
        pieces.set(k, bytes(positions.get(k), length));
      }
    }
    return pieces;
  }

  /** The end of the connection is not the end of the file, which would make its data damaged. */
  private int got(long position, byte[] into, int offset) throws IOException {
    try {
      return Math.max(0, client.read(handle, position, into, offset, AHEAD));
    } catch (EOFException cut) {
      throw cut(cut);
    }
  }

  private int gotInOneGo(long position, byte[] into, int offset, int length) throws IOException {
    try (InputStream pieces = pieces(position, position + length)) {
      return pieces.readNBytes(into, offset, length);
    } catch (EOFException cut) {
      throw cut(cut);
    }
  }

  /**
   * Returns the first {@code size} bytes of the file as a stream, with many requests under way at
   * once.
   */
  InputStream toEnd(long size) {
    return pieces(0, size);
  }

  private InputStream pieces(long from, long to) {
    return new SftpInputStreamAsync(client, AHEAD, from, to, "", handle, false);
  }

  static IOException cut(EOFException cut) {
    return new IOException("the connection ended: " + cut.getMessage(), cut);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      closeBeside(handle, reading::giveBack);
    }
  }

  /**
   * Closes a handle without waiting for the answer, which says nothing of what was read and takes
   * as long as a read.
   */
  static void closeBeside(CloseableHandle handle, Runnable then) {
    Thread.startVirtualThread(
        () -> {
          try {
            handle.close();
          } catch (IOException | RuntimeException gone) {
            // The server forgets its handles when it ends.
            return;
          } finally {
            then.run();
          }
        });
  }
}
