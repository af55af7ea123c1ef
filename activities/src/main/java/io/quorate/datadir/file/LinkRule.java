package io.quorate.datadir.file;

import java.nio.file.AccessDeniedException;
import java.util.Set;

/**
 * Which links below a directory are followed. Whoever reads may have more rights than the user that
 * made a link, and than the users that can exchange what is behind it. So a link is followed only
 * to what belongs to its maker; root's also to what belongs to the owner of the folder that it is
 * in, and anywhere from a folder of root's. To a file only root's link in a folder of root's is
 * followed: etcd makes none.
 */
public final class LinkRule {
  /** Of a machine that has no names of users it is the number. */
  private static final Set<String> ROOT = Set.of("root", "0");

  private LinkRule() {}

  /**
   * Whose the parts of a link are, each by name or number.
   *
   * @param maker the user that the link belongs to
   * @param folder the user that the folder with the link in it belongs to
   * @param target the user that what it leads to in the end belongs to
   */
  public record Owners(String maker, String folder, String target) {}

  /**
   * Requires that the link may be followed.
   *
   * @param link its path, for the message
   * @param toFile whether it leads to a file
   * @throws AccessDeniedException where it may not
   */
  public static void require(String link, Owners owners, boolean toFile)
      throws AccessDeniedException {
    boolean byRoot = ROOT.contains(owners.maker);
    if (byRoot && ROOT.contains(owners.folder)) {
      return;
    }
    if (!owners.target.equals(byRoot ? owners.folder : owners.maker)) {
      throw refused(
          link,
          byRoot
              ? "it is a link of root's to what belongs to another user than the folder that the"
                  + " link is in; give what it leads to that user, or name it as etcd's --wal-dir"
              : "it is a link that somebody else than root made to what is another user's; remove"
                  + " it, or make it as root, or as the user that its target belongs to");
    }
    if (toFile) {
      throw refused(link, "it is a link to a file, and etcd makes none; put the file in its place");
    }
  }

  /**
   * A link of which the host does not say whose it is, or what it leads to.
   *
   * @param link its path, for the message
   */
  public static AccessDeniedException untold(String link) {
    return refused(link, "it is a link, and the host does not say whose; remove it");
  }

  /**
   * What was opened is not what was looked at.
   *
   * @param path of the file, for the message
   */
  public static AccessDeniedException exchanged(String path) {
    return refused(path, "it was exchanged while it was opened");
  }

  private static AccessDeniedException refused(String path, String why) {
    return new AccessDeniedException(path, null, why);
  }
}
