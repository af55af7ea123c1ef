package io.quorate.volume;

import java.util.List;
import java.util.Optional;

/**
 * Where the disk of a member has to be mounted. While it is not, what is in its directories is not
 * its data, and an empty directory is no lost one.
 *
 * @param kind whether anything has to be mounted
 * @param point the mount point that the configuration names; empty where it names none
 * @param tables files of the machine that name mount points
 */
public record Mount(Kind kind, Optional<String> point, MountTables tables) {
  /** Mounts that {@code /etc/fstab} and systemd's mount units name, and no other mounts. */
  public static final Mount AS_THE_MACHINE_SAYS =
      new Mount(Kind.CONFIGURED, Optional.empty(), MountTables.standard());

  /** Nothing, whatever the machine's tables name. */
  public static final Mount NONE = new Mount(Kind.NONE, Optional.empty(), MountTables.standard());

  /** Whether anything has to be mounted. */
  public enum Kind {
    CONFIGURED,
    NONE
  }

  /** A mount point besides what the machine's tables name. */
  public static Mount at(String point) {
    return new Mount(Kind.CONFIGURED, Optional.of(point), MountTables.standard());
  }

  /** The mount on a machine that has its tables elsewhere. */
  public Mount by(MountTables others) {
    return new Mount(kind, point, others);
  }

  /** The arguments for the scripts: a path, none, or nothing; then the tables. */
  public List<String> arguments() {
    return List.of(
        kind == Kind.NONE ? "none" : point.orElse(""),
        tables.fstab(),
        String.join(":", tables.unitFolders()));
  }
}
