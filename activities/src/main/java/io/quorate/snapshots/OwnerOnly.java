package io.quorate.snapshots;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * Permissions of what the store creates: only the user that Quorate runs as reads it, because a
 * snapshot holds every key of a cluster. What root creates belongs to the owner of the folder:
 * otherwise one command as root would blind a worker that runs as somebody else. A file system
 * without such permissions goes without.
 */
final class OwnerOnly {
  private OwnerOnly() {}

  /** 0600. */
  static FileAttribute<?>[] file() {
    return permissions("rw-------");
  }

  /** 0700. */
  static FileAttribute<?>[] directory() {
    return permissions("rwx------");
  }

  /** Creates the directories that are missing; each belongs to the owner of the one above it. */
  static void createDirectories(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    Path above = path.toAbsolutePath().getParent();
    if (above != null) {
      createDirectories(above);
    }
    try {
      Files.createDirectory(path, directory());
    } catch (FileAlreadyExistsException created) {
      if (!Files.isDirectory(path)) {
        throw created;
      }
      return;
    }
    handOver(path);
  }

  /**
   * Gives a new file or directory to the owner of the folder that it is in.
   *
   * @return whether it is the owner's now: only root can give anything away
   */
  static boolean handOver(Path created) throws IOException {
    Path folder = created.toAbsolutePath().getParent();
    if (folder == null || !hasOwners()) {
      return true;
    }
    UserPrincipal owner = Files.getOwner(folder);
    if (Files.getOwner(created).equals(owner)) {
      return true;
    }
    try {
      Files.setOwner(created, owner);
      return true;
    } catch (FileSystemException notRoot) {
      return false;
    }
  }

  /** The sentence for a folder whose owner could not read the files of this process. */
  static String whoCouldNotRead(Path folder) {
    String owner = owner(folder);
    return folder
        + " belongs to "
        + owner
        + ", who could not read what "
        + self()
        + " writes; run this as "
        + owner
        + " or as root";
  }

  /** The sentence for a file that this process may not read, with the remedy. */
  static String whoMayRead(Path file) {
    return file
        + " belongs to "
        + owner(file)
        + ", and Quorate runs here as "
        + self()
        + ": run it as the user of the worker, and where the file is not that user's, give it to"
        + " them: chown USER "
        + file;
  }

  private static String self() {
    return System.getProperty("user.name", "?");
  }

  /**
   * Returns the name of the owner of a file or directory; a question mark where the owner cannot be
   * read.
   */
  private static String owner(Path path) {
    try {
      return Files.getOwner(path).getName();
    } catch (IOException | UnsupportedOperationException unknown) {
      return "?";
    }
  }

  private static boolean hasOwners() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] permissions(String bits) {
    return hasOwners()
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(bits))
        }
        : new FileAttribute<?>[0];
  }
}
