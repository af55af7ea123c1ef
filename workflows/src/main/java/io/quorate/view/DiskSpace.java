package io.quorate.view;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.workload.WalDirectory;
import java.util.List;
import java.util.Optional;

/**
 * Room on the file system of a member that has to be free before a runbook begins
 * (docs/etcd.md#full-disks): what it writes stands beside what is there, for nothing is deleted.
 *
 * @param member whose file systems they are
 * @param bytes how much has to be free for its data, without its log
 * @param logBytes how much for its log: beside the data, or where {@code ETCD_WAL_DIR} is
 * @param what for what, in words: {@code a copy of its database}
 */
public record DiskSpace(MemberName member, long bytes, long logBytes, String what) {
  /** Two log files of 64 MB, which etcd lays out at its start. */
  private static final long LOG = 128L << 20;

  /** The log of a member that ran for long: up to five files of 64 MB, and a spare. */
  private static final long LONG_LOG = 384L << 20;

  /** Bytes that stay free beside a copy for a salvage. */
  private static final long SPARE = 200_000_000;

  /**
   * Room for a newcomer: what was there is set aside and kept, and a raft snapshot that comes in
   * stands beside the database it replaces.
   */
  public static DiskSpace toJoin(ClusterView view, MemberName member) {
    return new DiskSpace(
        member,
        2 * view.largestDatabase(),
        LOG,
        "a new database, a snapshot that comes in and its log, beside the data that is kept");
  }

  /** Room for the start of a member with its data: the log, and a database that is copied. */
  public static DiskSpace toStart(ClusterView view, MemberName member) {
    return new DiskSpace(
        member, sixFifths(view.largestDatabase()), LOG, "its log and a copy of its database");
  }

  /** Room for a defragmentation, which writes all that is in use into a new file. */
  public static DiskSpace toDefragment(Member member) {
    long used = member.status().map(MemberStatus::dbSizeInUseBytes).orElse(0L);
    return new DiskSpace(member.name(), used * 11 / 10, 0, "a copy of its database");
  }

  /** Room at the next place of a member for a copy of its data. */
  public static DiskSpace toMove(Member from, MemberName to) {
    long bytes = from.status().map(MemberStatus::dbSizeBytes).orElse(0L);
    return new DiskSpace(
        to, sixFifths(bytes), LONG_LOG, "the data of %s with its log".formatted(from.name()));
  }

  /**
   * Room beside a member's data for a copy of it with its log, and for the snapshot that is made of
   * the copy; what Quorate's host script asks for ({@code duplicate.sh}). Where nobody looked at
   * its files, they take what its database takes.
   */
  public static DiskSpace toSalvage(Member member) {
    long told = member.status().map(MemberStatus::dbSizeBytes).orElse(0L);
    long all = member.data().files().map(DataFiles::bytes).orElse(told + LOG);
    long database = member.data().files().map(DataFiles::databaseBytes).orElse(told);
    return new DiskSpace(
        member.name(), (all + database) / 10 * 11 + SPARE, 0, "a copy of its data, and a snapshot");
  }

  private static long sixFifths(long bytes) {
    return Math.ceilDiv(bytes * 6, 5);
  }

  /** The room for data and log in whole MiB, rounded up. */
  public long mebibytes() {
    return mebibytes(bytes + logBytes);
  }

  /**
   * Says in a sentence how much space is missing; empty where enough is free, or the free space is
   * unknown.
   */
  public Optional<String> missing(ClusterView view) {
    return wal(view)
        .map(wal -> ofData(view, bytes).or(() -> ofLog(wal)))
        .orElseGet(() -> ofData(view, bytes + logBytes));
  }

  private Optional<String> ofData(ClusterView view, long needed) {
    return free(view)
        .filter(free -> free < needed)
        .map(free -> sentence("data of " + member, free, needed));
  }

  /**
   * Says how much space is missing for the log. A file system that holds data and log is asked for
   * each.
   */
  private Optional<String> ofLog(WalDirectory wal) {
    return wal.freeBytes()
        .filter(free -> free < logBytes)
        .map(free -> sentence("log of %s (%s)".formatted(member, wal.path()), free, logBytes));
  }

  private String sentence(String where, long free, long needed) {
    return "The file system of the %s has %d MiB free, and %s may need %d MiB."
        .formatted(where, free >> 20, what, mebibytes(needed));
  }

  /** The warning where nobody knows how much is free there; unknown room is not taken for none. */
  public static List<String> unknown(ClusterView view, List<DiskSpace> needed) {
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

  private Optional<WalDirectory> wal(ClusterView view) {
    return view.member(member).map(Member::data).flatMap(DataDirectory::wal);
  }

  private static long mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }
}
