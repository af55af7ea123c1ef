package io.quorate.kubernetes;

import io.quorate.datadir.file.LinkRule;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * The attributes of a file or folder, as a script told them.
 *
 * @param mode type and permissions, as the system has them
 * @param user number of the owner
 * @param bytes its size
 * @param file device and inode
 */
record FileAttributes(int mode, String user, long bytes, String file) {
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int FOLDER = 0040000;
  private static final int LINK = 0120000;

  /** Fields of a record: mode, user, size, time of change, device and inode. */
  private static final int FIELDS = 5;

  /**
   * Reads a record.
   *
   * @throws NoSuchFileException where there is nothing at the path
   * @throws IOException where the attributes could not be read
   */
  static FileAttributes of(String path, String text) throws IOException {
    if (text.equals("-")) {
      throw new NoSuchFileException(path);
    }
    String[] fields = text.split(" ");
    if (text.startsWith("!") || fields.length != FIELDS) {
      throw new IOException(path + ": " + text);
    }
    try {
      return new FileAttributes(
          Integer.parseInt(fields[0], 16), fields[1], Long.parseLong(fields[2]), fields[4]);
    } catch (NumberFormatException e) {
      throw new IOException(path + ": " + text, e);
    }
  }

  boolean isFile() {
    return (mode & TYPE) == REGULAR;
  }

  boolean isFolder() {
    return (mode & TYPE) == FOLDER;
  }

  boolean isLink() {
    return (mode & TYPE) == LINK;
  }

  /**
   * Returns what is at a path: for a link its target, where {@link LinkRule} allows the link.
   *
   * @param above the folder with the link in it
   * @param target the record of what the link leads to
   */
  FileAttributes followed(String path, FileAttributes above, String target) throws IOException {
    if (!isLink()) {
      return this;
    }
    FileAttributes to = of(path, target);
    LinkRule.require(path, new LinkRule.Owners(user, above.user, to.user), to.isFile());
    return to;
  }
}
