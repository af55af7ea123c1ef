package io.quorate.hosts;

import io.quorate.cluster.DataDirectory;

/**
 * Observation of a data directory. Two equal observations mean the same directory in the same
 * state.
 *
 * @param source the directory that a rename has to move: the data directory, or {@code member/} in
 *     a mount point
 * @param inode device and inode of the source; {@code absent} or {@code unreadable}
 * @param target the name that the source would get; empty when none was asked about
 * @param targetInode device and inode of the target, as {@code inode}
 */
record DirectoryObservation(
    DataDirectory.State state, String source, String inode, String target, String targetInode) {
  private static final String ABSENT = "absent";
  private static final String UNREADABLE = "unreadable";

  static DirectoryObservation of(Facts facts) {
    var state =
        switch (facts.first("data").orElse(UNREADABLE)) {
          case ABSENT -> DataDirectory.State.ABSENT;
          case "empty" -> DataDirectory.State.EMPTY;
          case "partial" -> DataDirectory.State.PARTIAL;
          case "present" -> DataDirectory.State.PRESENT;
          default -> DataDirectory.State.UNREADABLE;
        };
    return new DirectoryObservation(
        state,
        facts.first("source").orElse(""),
        facts.first("inode").orElse(UNREADABLE),
        facts.first("target").orElse(""),
        facts.first("target-inode").orElse(UNREADABLE));
  }

  boolean readable() {
    return state != DataDirectory.State.UNREADABLE
        && !inode.equals(UNREADABLE)
        && !targetInode.equals(UNREADABLE);
  }

  boolean nothingToMove() {
    return state == DataDirectory.State.ABSENT
        || state == DataDirectory.State.EMPTY
        || inode.equals(ABSENT);
  }

  boolean targetTaken() {
    return !targetInode.equals(ABSENT);
  }
}
