package io.quorate.hosts.ssh;

import io.quorate.datadir.file.LinkRule;
import io.quorate.hosts.ssh.ServedFiles.Asked;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.apache.sshd.sftp.client.SftpClient.Attribute;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;

/**
 * The way from a directory of a host down to something below it. SFTP follows every link on a way
 * and cannot open what is in an open folder. So each part of the way is asked for before, and a
 * file that was opened is compared with what was asked for. A folder that was opened is not: SFTP
 * tells nothing of its handle.
 */
final class SftpWay {
  private final ServedFiles client;
  private final List<String> parts = new ArrayList<>();
  private final List<Asked<Attributes>> asked = new ArrayList<>();

  /**
   * Asks for all parts at once.
   *
   * @param root the directory, to which a way may lead over any link
   * @param below a path below it, or nothing
   */
  SftpWay(ServedFiles client, String root, String below) throws IOException {
    this.client = client;
    parts.add(root);
    asked.add(client.askFollowed(root));
    String path = root;
    for (String name : below.split("/")) {
      if (!name.isEmpty()) {
        path = path + "/" + name;
        parts.add(path);
        asked.add(client.askUnfollowed(path));
      }
    }
  }

  String end() {
    return parts.getLast();
  }

  /** Waits for what each part is; a link that may be followed is what it leads to. */
  Seen seen() throws IOException {
    List<Attributes> seen = new ArrayList<>(List.of(asked.getFirst().answer()));
    for (int k = 1; k < parts.size(); k++) {
      seen.add(followed(client, parts.get(k), asked.get(k).answer(), seen.getLast()));
    }
    return new Seen(end(), seen);
  }

  /**
   * What is at the path once a link is followed that may be.
   *
   * @param there what is at the path itself
   * @param folder what it is in
   */
  static Attributes followed(ServedFiles client, String path, Attributes there, Attributes folder)
      throws IOException {
    if (!there.isSymbolicLink()) {
      return there;
    }
    Attributes to = client.stat(path);
    if (!tellsOwner(there) || !tellsOwner(folder) || !tellsOwner(to)) {
      throw LinkRule.untold(path);
    }
    var owners = new LinkRule.Owners(user(there), user(folder), user(to));
    LinkRule.require(path, owners, to.isRegularFile());
    return to;
  }

  private static String user(Attributes of) {
    return Integer.toString(of.getUserId());
  }

  static IOException inWordsOfFiles(String path, SftpException e) {
    return switch (e.getStatus()) {
      case SftpConstants.SSH_FX_NO_SUCH_FILE, SftpConstants.SSH_FX_NO_SUCH_PATH ->
          new NoSuchFileException(path);
      case SftpConstants.SSH_FX_PERMISSION_DENIED -> new AccessDeniedException(path);
      default -> new IOException(path + ": " + e.getMessage(), e);
    };
  }

  private static boolean tellsOwner(Attributes of) {
    return of.getFlags().contains(Attribute.UidGid);
  }

  /** What the parts of a way were, from the directory on. */
  record Seen(String path, List<Attributes> parts) {
    /**
     * Requires that what was opened is what was seen. A user can only exchange what is in a folder
     * of that user, and only for what is not another user's: a file of somebody else there has to
     * be the same in size and time too.
     */
    void requireSame(Attributes opened) throws IOException {
      Attributes seen = parts.getLast();
      boolean same =
          opened.isRegularFile() && tellsOwner(opened) && opened.getUserId() == seen.getUserId();
      if (same && !foldersOfOwner(opened.getUserId())) {
        same =
            opened.getSize() == seen.getSize()
                && opened.getModifyTime().equals(seen.getModifyTime());
      }
      if (!same) {
        throw LinkRule.exchanged(path);
      }
    }

    private boolean foldersOfOwner(int user) {
      return parts.subList(0, parts.size() - 1).stream()
          .allMatch(folder -> folder.getUserId() == 0 || folder.getUserId() == user);
    }
  }
}
