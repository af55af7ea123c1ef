package io.quorate.version;

import io.quorate.cluster.EtcdVersion;

/** The change of a member from the version that it runs to another one. */
public record Hop(EtcdVersion source, EtcdVersion target) {
  /** Direction of a hop. */
  public enum Direction {
    NOWHERE,
    /** A hop to a later patch of the same line. */
    PATCH,
    UPGRADE,
    DOWNGRADE,
    /** A hop to an earlier patch of the same line. */
    BACK
  }

  public MinorLine from() {
    return MinorLine.of(source);
  }

  public MinorLine to() {
    return MinorLine.of(target);
  }

  public Direction direction() {
    int patches = Integer.signum(target.compareTo(source));
    int lines = Integer.signum(to().compareTo(from()));
    if (lines != 0) {
      return lines > 0 ? Direction.UPGRADE : Direction.DOWNGRADE;
    }
    return switch (patches) {
      case 0 -> Direction.NOWHERE;
      case 1 -> Direction.PATCH;
      default -> Direction.BACK;
    };
  }
}
