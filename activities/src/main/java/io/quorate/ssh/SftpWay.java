package io.quorate.ssh;

import io.quorate.datadir.file.LinkRule;
import io.quorate.ssh.ServedFiles.Asked;
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
 * The path from a directory of a host down to a file or folder. SFTP follows every link in a path,
 * and cannot open a file relative to an open folder. So the attributes of each part of the path are
 * read and checked first, and {@link Seen#requireSame} compares an opened file with these
 * attributes. An opened folder is not compared, because SFTP gives no attributes of an open folder.
 */
final class SftpWay {
  private final ServedFiles client;
  private final List<String> parts = new ArrayList<>();
  private final List<Asked<Attributes>> asked = new ArrayList<>();

  /**
   * Sends the requests for the attributes of all parts at once.
   *
   * @param root the directory; its own path may contain any links
   * @param below the path below the directory; empty for the directory itself
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

  /**
   * Waits for the attributes of each part. For a link that may be followed, takes the attributes of
   * the link's target.
   */
  Seen seen() throws IOException {
    List<Attributes> seen = new ArrayList<>(List.of(asked.getFirst().answer()));
    for (int k = 1; k < parts.size(); k++) {
      seen.add(followed(client, parts.get(k), asked.get(k).answer(), seen.getLast()));
    }
    return new Seen(end(), seen);
  }

  /**
   * Returns the attributes at the path. For a link, returns the attributes of the link's target
   * where {@link LinkRule} allows the link.
   *
   * @param there the attributes at the path, without following a link
   * @param folder the attributes of the folder above
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

  /** The attributes of all parts of a path, from the directory down. */
  record Seen(String path, List<Attributes> parts) {
    /**
     * Refuses an opened file that is not the file that was seen. Both must have the same owner.
     * Where a folder of the path belongs neither to root nor to the owner of the file, its owner
     * could have exchanged the file for another file of the same owner. In such a folder the size
     * and the time of change must be equal too.
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
