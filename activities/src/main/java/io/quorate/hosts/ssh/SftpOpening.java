package io.quorate.hosts.ssh;

import io.quorate.hosts.ssh.ServedFiles.Asked;
import java.io.IOException;
import java.util.Optional;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.common.SftpException;

/**
 * A file of a host that is being opened. It takes two ways there and back, also for several files
 * whose openings are begun, and then gone on with, one after the other.
 */
final class SftpOpening {
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

  /** Asks for the file. */
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

  /** Waits until it is open, and asks what was opened and how it begins. */
  void goOn() throws IOException {
    try {
      var file = new SftpFile(client, handle(), reading);
      over = true; // who closes the file gives back
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
      // Says more where a part of the way is what must not be followed.
      way.seen();
      throw no;
    }
  }

  boolean isOpen() {
    return begun.isPresent();
  }

  /** The open file, once it is proven to be the one that was asked for. */
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

  /** Ends it where it is not over. */
  void giveUp() {
    begun.ifPresent(opened -> opened.file.close());
    begun = Optional.empty();
    if (!over) {
      over = true;
      reading.giveBack();
    }
  }
}
