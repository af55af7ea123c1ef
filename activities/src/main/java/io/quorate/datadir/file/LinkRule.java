package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rule that says which links below a directory are followed. The reader may have more rights
 * than the user who made a link, and more rights than the users who can exchange the link's target.
 * So the rule depends on the owners. A link of a user is followed where its target belongs to the
 * same user. A link of root's is followed where its target belongs to the owner of the folder with
 * the link. A link of root's in a folder of root's is always followed. A link to a file is followed
 * only where root made it in a folder of root's, because etcd makes no links to files.
 *
 * <p>A salvage copies data by the same rule (duplicate.sh).
 *
 * <p>A listing does not follow a link whose name is none of etcd's, because etcd ignores the link.
 */
public final class LinkRule {
  /** Root's name and number. A machine that has no names of users gives the number. */
  private static final Set<String> ROOT = Set.of("root", "0");

  /**
   * Names of files and folders that etcd reads: each segment, each snapshot, the database. The name
   * of the folder above does not count, because the log can have a directory of any name.
   */
  private static final Pattern READ_BY_ETCD =
      Pattern.compile("member|snap|wal|db|.*\\.(snap|snap\\.db|wal)", Pattern.DOTALL);

  private LinkRule() {}

  /**
   * The owners of a link, of its folder and of its target, each as a name or a number.
   *
   * @param maker the owner of the link itself
   * @param folder the owner of the folder that has the link in it
   * @param target the owner of the file or folder at the end of the link
   */
  public record Owners(String maker, String folder, String target) {}

  /** Whether etcd reads a file or folder of that name below its data directory. */
  public static boolean isReadByEtcd(String name) {
    return READ_BY_ETCD.matcher(name).matches();
  }

  /**
   * Refuses a link that must not be followed.
   *
   * @param link the path of the link, for the message
   * @param toFile whether the link leads to a file
   * @throws AccessDeniedException where the link must not be followed
   */
  public static void require(String link, Owners owners, boolean toFile)
      throws AccessDeniedException {
    boolean byRoot = ROOT.contains(owners.maker);
    if (byRoot && ROOT.contains(owners.folder)) {
      return;
    }
    boolean ofOneUser = owners.target.equals(byRoot ? owners.folder : owners.maker);
    if (toFile && (byRoot || ofOneUser)) {
      throw refused(
          link,
          "it is a link to a file, and etcd makes none; remove it, or put the file in its place");
    }
    if (!ofOneUser) {
      throw refused(
          link,
          byRoot
              ? "it is a link of root's to what belongs to another user than the folder that the"
                  + " link is in; give what it leads to that user, or name it as etcd's --wal-dir"
              : "it is a link that somebody else than root made to what is another user's; remove"
                  + " it, or make it as root, or as the user that its target belongs to");
    }
  }

  /**
   * Returns the refusal of a link where the host does not name an owner, or does not tell the
   * link's target.
   *
   * @param link the path of the link, for the message
   */
  public static AccessDeniedException untold(String link) {
    return refused(link, "it is a link, and the host does not say whose; remove it");
  }

  /**
   * Returns the failure for a file or folder that somebody exchanged between the check and the
   * opening. The next reading checks anew.
   *
   * @param path the path of the file or folder, for the message
   */
  public static IOException exchanged(String path) {
    return new IOException(path + ": it was exchanged while it was opened");
  }

  private static AccessDeniedException refused(String path, String why) {
    return new AccessDeniedException(path, null, why);
  }
}
