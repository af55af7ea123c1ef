package io.quorate.volume;

import java.util.List;

/**
 * Files of a machine that say which disks are mounted where.
 *
 * @param fstab the table of file systems, as /etc/fstab
 * @param unitFolders folders of systemd's mount units; of units with one name that in the first
 *     folder counts
 */
public record MountTables(String fstab, List<String> unitFolders) {
  public MountTables {
    unitFolders = List.copyOf(unitFolders);
  }

  /** The files where every Linux has them. */
  public static MountTables standard() {
    return new MountTables(
        "/etc/fstab",
        List.of(
            "/etc/systemd/system",
            "/run/systemd/system",
            "/run/systemd/generator",
            "/usr/local/lib/systemd/system",
            "/usr/lib/systemd/system",
            "/lib/systemd/system"));
  }
}
