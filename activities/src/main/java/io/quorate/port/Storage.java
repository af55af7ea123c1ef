package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import java.time.Duration;
import java.util.Map;

/**
 * The database of each member of one etcd cluster: hashed, streamed, counted, compacted and
 * defragmented. Every call goes to exactly the member it names, on its own channel, with a
 * deadline. All methods throw a {@link Failure}.
 */
public interface Storage {
  /**
   * The hash of all keys up to a revision, with the revision it was compacted at. The member reads
   * its whole database for it, holds up its writes meanwhile, and goes on when the caller has left
   * (docs/etcd.md, Hashes): where it may still be hashing for an earlier caller it is {@link
   * Failure.NotYet}, and after three calls without an answer {@link Failure.Refused}.
   *
   * @param within the deadline; it follows from the size of the database
   */
  HashOfKeys hashOfKeys(MemberName member, Revision revision, Duration within);

  /**
   * Whether the member has dropped all revisions before this one. A read below it tells: etcd
   * refuses one that is compacted (docs/etcd.md).
   */
  boolean isCompacted(MemberName member, Revision upTo);

  /**
   * Streams a snapshot of this member's keys into the sink, with back-pressure. An exception of the
   * sink, an interrupt and 30 s without a byte end the stream. Not a mutation.
   *
   * @return how many bytes were streamed
   */
  long snapshot(MemberName from, SnapshotSink sink);

  /**
   * How many keys are below which prefix, the largest first: who filled the database. A prefix is
   * the first element of a path, such as {@code /jobs/}, and two of them below {@code /registry/},
   * where Kubernetes keeps everything; keys that are no path are counted under the empty text.
   *
   * <p>Read from this member alone, possibly stale, without values, in pages of 1,000 keys and at
   * most 100 pages: the count of a prefix that was seen is exact, but prefixes late in the order of
   * keys may not be seen at all, and of keys that are no path only the first 100,000.
   *
   * @param limit how many prefixes, at least 1
   */
  Map<String, Long> largestPrefixes(MemberName from, int limit);

  /**
   * Gives the free pages of this member's database back to its file system. The member answers
   * nobody meanwhile, its health checks included, and cannot be told to stop
   * (docs/etcd.md#defragmentation); a connection that ends is {@link Failure.Unknown}. Doing it
   * twice is harmless and takes as long again.
   *
   * @param within the deadline; estimate 5 s for each GiB in use, and be generous
   */
  void defragment(MemberName member, Duration within, Permit permit);

  /**
   * Drops all revisions before this one, on all members; returns when this member has freed its
   * pages, which the others may still be doing. One that was compacted already is no failure, a
   * future one is {@link Failure.NotYet}. Deadline 10 min (docs/etcd.md#nospace).
   *
   * <p>The freed pages show in {@link MemberStatus#dbSizeInUseBytes} only after more writes: etcd
   * tells the sizes of a commit in which they are not free yet, and an idle cluster commits no
   * more.
   */
  void compact(MemberName through, Revision upTo, Permit permit);

  /**
   * Comparable only at equal revision and equal {@code compactedAt} (docs/etcd.md#hashes).
   *
   * @param hash unsigned 32 bit
   */
  record HashOfKeys(int hash, Revision compactedAt, Revision at) {}
}
