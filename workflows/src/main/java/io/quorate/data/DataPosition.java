package io.quorate.data;

import io.quorate.cluster.MembershipEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How far the data of a member is, as its files say (docs/etcd.md#data-directories). Raft calls
 * that log newer whose last term is higher, of equal terms the longer one; size, age and revision
 * say nothing about it.
 *
 * @param lastTerm of the last entry of its log; 0 where the log is gone
 * @param lastIndex of the last entry of its log; 0 where the log is gone
 * @param known the highest index that the member knew to be committed
 * @param lowestRevision the revision is at least that once the member has applied what it knows
 * @param highestRevision and at most that, if all of its log was committed
 * @param members the membership as of then
 * @param tail the end of the log that it did not know to be committed; empty where there is none
 * @param print what tells its log from that of another history; empty where there is no log
 */
public record DataPosition(
    long lastTerm,
    long lastIndex,
    long known,
    long lowestRevision,
    long highestRevision,
    List<MembershipEntry> members,
    Optional<UncertainTail> tail,
    Optional<LogPrint> print) {
  /** Raft's order of logs: the newest last. */
  public static final Comparator<DataPosition> RAFT_ORDER =
      (one, other) -> {
        int terms = Long.compareUnsigned(one.lastTerm, other.lastTerm);
        int indexes = Long.compareUnsigned(one.lastIndex, other.lastIndex);
        return terms != 0
            ? terms
            : indexes != 0 ? indexes : Long.compareUnsigned(one.known, other.known);
      };

  public DataPosition {
    members = List.copyOf(members);
  }

  /** How many entries the log has of which the member did not know whether they were committed. */
  public long uncertain() {
    return Math.max(0, lastIndex - known);
  }

  /**
   * The lowest index that both know to be decided and at which their logs have different entries;
   * empty where none was seen.
   */
  public Optional<Long> parting(DataPosition other) {
    long decided = lower(decided(), other.decided());
    return print.flatMap(own -> other.print.flatMap(its -> own.parting(its, decided)));
  }

  /** A database can know of more than a log that was cut has. */
  private long decided() {
    return lower(known, lastIndex);
  }

  private static long lower(long one, long other) {
    return Long.compareUnsigned(one, other) < 0 ? one : other;
  }

  /** The end of the log as {@code term 4, index 4711}. */
  public String inWords() {
    return "term "
        + Long.toUnsignedString(lastTerm)
        + ", index "
        + Long.toUnsignedString(lastIndex)
        + ", revision "
        + (lowestRevision == highestRevision
            ? String.valueOf(lowestRevision)
            : lowestRevision + " to " + highestRevision);
  }
}
