package io.quorate.datadir.file;

import java.nio.file.AccessDeniedException;

/**
 * Which links below a directory are followed. Whoever reads may have more rights than the user that
 * made a link, so a link counts as far as its maker's own rights go: root's anywhere, every other
 * only to what belongs to its maker.
 */
public final class LinkRule {
  private LinkRule() {}

  /**
   * Requires that the link may be followed.
   *
   * @param link its path, for the message
   * @param byRoot whether it is root's
   * @param toOwn whether what it leads to belongs to the user that the link belongs to
   * @throws AccessDeniedException where it may not
   */
  public static void require(String link, boolean byRoot, boolean toOwn)
      throws AccessDeniedException {
    if (!byRoot && !toOwn) {
      throw new AccessDeniedException(
          link,
          null,
          "it is a link that somebody else than root made to what is another user's; remove it, or"
              + " make it as root");
    }
  }

  /**
   * What was opened is not what was looked at.
   *
   * @param path of the file, for the message
   */
  public static AccessDeniedException exchanged(String path) {
    return new AccessDeniedException(path, null, "it was exchanged while it was opened");
  }
}
