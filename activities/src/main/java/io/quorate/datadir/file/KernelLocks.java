package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The kernel's list of file locks. A running etcd has a {@code FLOCK} on its database and an {@code
 * OFDLCK} on its segments. Seen from another process namespace only the second shows, from another
 * host neither; so a lock proves a process, and no lock proves nothing.
 */
final class KernelLocks {
  private final Path table;

  KernelLocks(Path table) {
    this.table = table;
  }

  /** Whether somebody holds a lock for writing on the file; false where that cannot be known. */
  boolean holds(Path file) {
    try {
      long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
      long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
      String wanted = "%02x:%02x:%d".formatted(major(device), minor(device), inode);
      return lines().stream().anyMatch(line -> line.contains(" WRITE ") && has(line, wanted));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean has(String line, String file) {
    return List.of(line.trim().split("\\s+")).contains(file);
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(table);
  }

  /** The major number of a device, as glibc's {@code gnu_dev_major} takes it out. */
  private static long major(long device) {
    return ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
  }

  private static long minor(long device) {
    return (device & 0xff) | ((device >>> 12) & ~0xffL);
  }
}
