package io.quorate.snapshots;

import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Permissions of what the store creates: only the user that Quorate runs as reads it, because a
 * snapshot holds every key of a cluster. A file system without such permissions goes without.
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

  private static FileAttribute<?>[] permissions(String bits) {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(bits))
        }
        : new FileAttribute<?>[0];
  }
}
