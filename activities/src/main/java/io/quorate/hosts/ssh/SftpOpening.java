package io.quorate.hosts.ssh;

import io.quorate.hosts.ssh.ServedFiles.Asked;
import java.io.IOException;
import java.util.Optional;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.common.SftpException;

/**
 * The opening of a file of a host, in two round trips. Several files take two round trips together,
 * where all openings are begun before the first one goes on.
 */
final class SftpOpening implements AutoCloseable {
  private final SftpReading reading;
  private final ServedFiles client;
  private final SftpWay way;
  private final Asked<CloseableHandle> asked;
  private Optional<Begun> begun = Optional.empty();
  private boolean over;

  private record Begun(SftpFile file, SftpWay.Seen seen, Asked<Attributes> head) {}

  private SftpOpening(SftpReading reading, ServedFiles client, String root, String below)
      throws IOException {
    this.reading = reading;
    this.client = client;
    this.way = new SftpWay(client, root, below);
    this.asked = client.askToOpen(way.end());
  }

  /** Borrows a client and sends the request that opens the file. */
  static SftpOpening of(SftpReading reading, String root, String below) throws IOException {
    ServedFiles client = reading.borrow();
    boolean asked = false;
    try {
      var opening = new SftpOpening(reading, client, root, below);
      asked = true;
      return opening;
    } finally {
      if (!asked) {
        reading.giveBack();
      }
    }
  }

  /** Waits until the file is open. Then sends the requests for its attributes and its beginning. */
  void goOn() throws IOException {
    try {
      var file = new SftpFile(client, handle(), reading);
      over = true; // closing the file gives the client back
      boolean kept = false;
      try {
        begun = Optional.of(new Begun(file, way.seen(), file.askForHead()));
        kept = true;
      } finally {
        if (!kept) {
          file.close();
        }
      }
    } catch (SftpException e) {
      throw SftpWay.inWordsOfFiles(way.end(), e);
    }
  }

  private CloseableHandle handle() throws IOException {
    try {
      return asked.answer();
    } catch (SftpException no) {
      // Throws a clearer error where a part of the path is a link that must not be followed.
      way.seen();
      throw no;
    }
  }

  boolean isOpen() {
    return begun.isPresent();
  }

  /** Returns the open file. Throws where the opened file is not the file that the check saw. */
  SftpFile file() throws IOException {
    Begun opened = begun.orElseThrow();
    begun = Optional.empty();
    boolean kept = false;
    try {
      opened.seen.requireSame(opened.head.answer());
      kept = true;
      return opened.file;
    } catch (SftpException e) {
      throw SftpWay.inWordsOfFiles(way.end(), e);
    } finally {
      if (!kept) {
        opened.file.close();
      }
    }
  }

  /**
   * Ends an opening that did not return its file: closes the file, or gives the client back. Does
   * nothing after {@link #file} returned the file.
   */
  @Override
  public void close() {
    begun.ifPresent(opened -> opened.file.close());
    begun = Optional.empty();
    if (!over) {
      over = true;
      reading.giveBack();
    }
  }
}
