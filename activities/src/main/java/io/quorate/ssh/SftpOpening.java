package io.quorate.ssh;

import io.quorate.ssh.ServedFiles.Asked;
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
  private Optional<SftpFile> file = Optional.empty();
  private Optional<Proof> proof = Optional.empty();
  private boolean over;

  /**
   * Proof of the opened file: the entries on the way to the file, and the request for the
   * attributes of the opened file.
   */
  private record Proof(SftpWay.Seen seen, Asked<Attributes> head) {}

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
      var opened = new SftpFile(client, handle(), reading);
      file = Optional.of(opened);
      proof = Optional.of(new Proof(way.seen(), opened.askForHead()));
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
    return proof.isPresent();
  }

  /**
   * Returns the open file, which the caller closes. Throws where the opened file is not the file
   * that the check saw.
   */
  SftpFile file() throws IOException {
    Proof of = proof.orElseThrow();
    try {
      of.seen.requireSame(of.head.answer());
    } catch (SftpException e) {
      throw SftpWay.inWordsOfFiles(way.end(), e);
    }
    over = true;
    return file.orElseThrow();
  }

  /**
   * Ends an opening that did not return its file: closes the file, or gives the client back. Does
   * nothing after {@link #file} returned the file.
   */
  @Override
  public void close() {
    if (!over) {
      over = true;
      file.ifPresentOrElse(SftpFile::close, reading::giveBack);
    }
  }
}
