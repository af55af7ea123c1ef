package io.quorate.workload;

/**
 * Supervisor of the process of a member on its host, as the configuration has it. It decides what a
 * hold of the member can hold (docs/hosts.md#how-a-member-is-held). Names are stored: they are only
 * added to.
 */
public enum Supervision {
  /** Nothing: Quorate starts and ends a plain process. */
  PROCESS,
  /** A service unit of systemd. */
  UNIT,
  /** A static pod of the kubelet. */
  STATIC_POD;

  /** Returns the words for a place with this supervisor. */
  public PlaceWords words() {
    return switch (this) {
      case PROCESS, UNIT -> PlaceWords.HOST;
      case STATIC_POD -> PlaceWords.STATIC_POD;
    };
  }
}
