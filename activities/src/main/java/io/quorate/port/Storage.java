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
   * The hash of all keys up to a revision, with the revision up to which it was compacted. The
   * member reads its whole database for it, delays its writes meanwhile, and goes on after the
   * caller has left (docs/etcd.md#hashes). While it may still be hashing for an earlier caller,
   * this throws {@link Failure.NotYet}; after three calls without an answer, {@link
   * Failure.Refused}.
   *
   * @param within the deadline, chosen by the size of the database
   */
  HashOfKeys hashOfKeys(MemberName member, Revision revision, Duration within);

  /**
   * Whether the member has dropped all revisions before this one: etcd refuses a read at a
   * compacted revision.
   */
  boolean isCompacted(MemberName member, Revision upTo);

  /**
   * The number of keys that were there at a revision, from this member alone; {@link
   * Failure.Refused} when it has compacted that revision.
   */
  long countOfKeys(MemberName member, Revision at);

  /**
   * Streams a snapshot of this member's keys into the sink, with back-pressure. An exception of the
   * sink, an interrupt and 30 s without a byte end the stream. Not a mutation.
   *
   * @return how many bytes were streamed
   */
  long snapshot(MemberName from, SnapshotSink sink);

  /**
   * The number of keys by prefix, the largest first: who filled the database. A prefix is the first
   * element of a path, such as {@code /jobs/}, and two elements below {@code /registry/}, where
   * Kubernetes keeps everything; keys that are no path are counted under the empty text.
   *
   * <p>Reads from this member alone, possibly stale, without values, in pages of 1,000 keys and at
   * most 100 pages: the count of a listed prefix is exact, but prefixes late in the order of keys
   * may be missing, and of keys that are no path only the first 100,000 are counted.
   *
   * @param limit the number of prefixes, at least 1
   */
  Map<String, Long> largestPrefixes(MemberName from, int limit);

  /**
   * Defragments this member's database: its free pages go back to the file system. The member
   * answers nobody meanwhile, health checks included, and cannot be stopped
   * (docs/etcd.md#defragmentation); a connection that ends is {@link Failure.Unknown}. Repeating it
   * is harmless and takes as long again.
   *
   * @param within the deadline; estimate 5 s for each GiB in use, and be generous
   */
  void defragment(MemberName member, Duration within, Permit permit);

  /**
   * Drops all revisions before this one, on all members; returns when this member has freed its
   * pages, which the others may still be doing. A revision that was compacted already is no
   * failure, a future one is {@link Failure.NotYet}. Deadline 10 min (docs/etcd.md#nospace).
   *
   * <p>The freed pages show in {@link MemberStatus#dbSizeInUseBytes} only after more writes: etcd
   * reports the sizes of a commit in which they are not free yet, and an idle cluster commits no
   * more.
   */
  void compact(MemberName through, Revision upTo, Permit permit);

  /**
   * Hash of a member's keys; comparable only at equal revision and equal {@code compactedAt}
   * (docs/etcd.md#hashes).
   *
   * @param hash unsigned 32 bit
   */
  record HashOfKeys(int hash, Revision compactedAt, Revision at) {}
}
