package io.quorate.hosts;

import java.util.Optional;

/**
 * Where the disk of a member has to be mounted. While it is not, what is in its directories is not
 * its data, and an empty directory is no lost one.
 *
 * @param kind whether anything has to be mounted
 * @param point the mount point that the configuration names; empty where it names none
 */
public record Mount(Kind kind, Optional<String> point) {
  /** What /etc/fstab and systemd's mount units name, and nothing else. */
  public static final Mount AS_THE_MACHINE_SAYS = new Mount(Kind.CONFIGURED, Optional.empty());

  /** Nothing, whatever the machine's tables name. */
  public static final Mount NONE = new Mount(Kind.NONE, Optional.empty());

  /** Whether anything has to be mounted. */
  public enum Kind {
    CONFIGURED,
    NONE
  }

  /** A mount point besides what the machine's tables name. */
  public static Mount at(String point) {
    return new Mount(Kind.CONFIGURED, Optional.of(point));
  }

  /** The word for the scripts: a path, none, or nothing. */
  String word() {
    return kind == Kind.NONE ? "none" : point.orElse("");
  }
}
