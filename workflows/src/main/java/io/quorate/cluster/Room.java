package io.quorate.cluster;

import java.util.List;
import java.util.Optional;

/**
 * Room on the file system of a member that has to be free before a runbook begins
 * (docs/etcd.md#full-disks): what it writes stands beside what is there, for nothing is deleted.
 *
 * @param member whose file system it is
 * @param bytes how much has to be free
 * @param what for what, in words: {@code a copy of its database}
 */
public record Room(MemberName member, long bytes, String what) {
  /** Two log files of 64 MB, which etcd lays out at its start. */
  private static final long LOG = 128L << 20;

  /** The log of a member that ran for long: up to five files of 64 MB, and a spare. */
  private static final long LONG_LOG = 384L << 20;

  /**
   * Room for a newcomer: what was there is set aside and kept, and a raft snapshot that comes in
   * stands beside the database it replaces.
   */
  public static Room toJoin(ClusterView view, MemberName member) {
    return new Room(
        member,
        LOG + 2 * largest(view),
        "a new database, a snapshot that comes in and its log, beside the data that is kept");
  }

  /** Room for the start of a member with its data: the log, and a database that is copied. */
  public static Room toStart(ClusterView view, MemberName member) {
    return new Room(member, LOG + sixFifths(largest(view)), "its log and a copy of its database");
  }

  /** Room for a defragmentation, which writes all that is in use into a new file. */
  public static Room toDefragment(Member member) {
    long used = member.status().map(MemberStatus::dbSizeInUseBytes).orElse(0L);
    return new Room(member.name(), used * 11 / 10, "a copy of its database");
  }

  /** Room at the next place of a member for a copy of its data. */
  public static Room toMove(Member from, MemberName to) {
    long bytes = from.status().map(MemberStatus::dbSizeBytes).orElse(0L);
    return new Room(
        to, LONG_LOG + sixFifths(bytes), "the data of %s with its log".formatted(from.name()));
  }

  private static long sixFifths(long bytes) {
    return Math.ceilDiv(bytes * 6, 5);
  }

  private static long largest(ClusterView view) {
    return view.voting().stream()
        .flatMap(voter -> voter.status().stream())
        .mapToLong(MemberStatus::dbSizeBytes)
        .max()
        .orElse(0);
  }

  /** The room in whole MiB, rounded up. */
  public long mebibytes() {
    return Math.ceilDiv(bytes, 1L << 20);
  }

  /** What is missing, in a sentence; empty where enough is free, or how much is not known. */
  public Optional<String> missing(ClusterView view) {
    return free(view)
        .filter(free -> free < bytes)
        .map(
            free ->
                "The file system of the data of %s has %d MiB free, and %s may need %d MiB."
                        .formatted(member, free >> 20, what, mebibytes())
                    + " Make room first, and never delete files of etcd.");
  }

  /** The warning where nobody knows how much is free there; unknown room is not taken for none. */
  public static List<String> unknown(ClusterView view, List<Room> needed) {
    return needed.stream()
        .filter(room -> room.free(view).isEmpty())
        .map(
            room ->
                "How much is free on the file system of the data of %s is not known; %s may need %d"
                        .formatted(room.member, room.what, room.mebibytes())
                    + " MiB.")
        .toList();
  }

  private Optional<Long> free(ClusterView view) {
    return view.member(member).map(Member::data).flatMap(DataDirectory::freeBytes);
  }
}
