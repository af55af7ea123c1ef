package io.quorate.playground;

import io.quorate.lab.machine.Disk;
import java.io.IOException;
import java.nio.file.Path;

/** Where the data of the members is. */
enum Disks {
  /** In their folders. */
  NONE,
  /** Each on a disk that is mounted over its data directory, as the configuration says. */
  MOUNTED;

  /** Returns the disk of the member with this folder. */
  static Disk of(Path folder) {
    return new Disk(folder.resolve("disk"), folder.resolve("data"));
  }

  /** Mounts the disk of the member with this folder. */
  static Disk mounted(Path folder) throws IOException, InterruptedException {
    Disk disk = of(folder);
    return Disk.mounted(disk.contents(), disk.mountPoint());
  }
}
