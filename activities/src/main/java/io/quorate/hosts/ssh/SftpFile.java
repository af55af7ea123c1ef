package io.quorate.hosts.ssh;

import io.quorate.datadir.file.ReadOnlyFile;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.impl.AbstractSftpClient;
import org.apache.sshd.sftp.client.impl.SftpInputStreamAsync;

/**
 * A file of a host. A small read fetches 64 KiB, because a round trip takes as long for 64 KiB as
 * for 4. A longer read sends the requests for all pieces at once and takes one round trip too.
 */
final class SftpFile implements ReadOnlyFile {
  private static final int AHEAD = 64 * 1024;

  private final SftpClient client;
  private final CloseableHandle handle;
  private final SftpReading reading;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final byte[] ahead = new byte[AHEAD];
  private long start;
  private int filled;

  SftpFile(SftpClient client, CloseableHandle handle, SftpReading reading) {
    this.client = client;
    this.handle = handle;
    this.reading = reading;
  }

  @Override
  public long size() throws IOException {
    return client.stat(handle).getSize();
  }

  @Override
  public synchronized int read(long position, byte[] into, int offset, int length)
      throws IOException {
    if (length == 0) {
      return 0;
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

  /** The end of the connection is not the end of the file, which would make its data damaged. */
  private int got(long position, byte[] into, int offset) throws IOException {
    try {
      return Math.max(0, client.read(handle, position, into, offset, AHEAD));
    } catch (EOFException cut) {
      throw new IOException("the connection ended: " + cut.getMessage(), cut);
    }
  }

  private int gotInOneGo(long position, byte[] into, int offset, int length) throws IOException {
    try (var pieces =
        new SftpInputStreamAsync(
            (AbstractSftpClient) client, AHEAD, position, position + length, "", handle, false)) {
      return pieces.readNBytes(into, offset, length);
    } catch (EOFException cut) {
      throw new IOException("the connection ended: " + cut.getMessage(), cut);
    }
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
