package io.quorate.port;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What members of one etcd cluster say of themselves. Every call goes to exactly the member it
 * names, on its own channel, with a deadline. All methods throw a {@link Failure}.
 */
public interface Maintenance {
  /** {@code Status}: answers without quorum too. Deadline 3 s. */
  MemberStatus status(MemberName member);

  /** The alarms of the cluster; goes through raft. */
  List<Alarm> alarms(MemberName through);

  /**
   * What the member's metrics say of its raft connections, the cluster version and its quota.
   * Unreadable metrics are a {@link Failure}: then what it sees is unknown.
   */
  MemberMetrics peers(MemberName seenBy);

  /**
   * Whether each feature is on, as the member's metrics say; up to 3.5 they tell of none. etcd
   * ignores settings it no longer knows, some of them without a word (etcd-runbooks T55).
   */
  Map<String, Boolean> features(MemberName member);

  /**
   * A linearizable read through this member: it returns only if quorum answers through it. The
   * revision and term it was read at come back.
   */
  Reading linearizableRead(MemberName through);

  /** The hash of all keys up to a revision, with the revision it was compacted at. */
  HashOfKeys hashOfKeys(MemberName member, Revision revision);

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
   * Hands leadership to another voter, asked of the leader itself. One that does not lead, or a
   * target that is a learner or unknown, is {@link Failure.NotYet}: look again, choose again. etcd
   * sets no limit of its own (to a frozen follower it hung for 20 s and the leader stayed), so
   * after 10 s this is {@link Failure.Unknown}. A target that leads already is no failure.
   */
  void moveLeader(MemberName leader, MemberId to, Permit permit);

  /**
   * Gives the free pages of this member's database back to its file system. The member answers
   * nobody meanwhile, its health checks included, and cannot be told to stop (etcd-runbooks RB-17);
   * a connection that ends is {@link Failure.Unknown}. Doing it twice is harmless and takes as long
   * again.
   *
   * @param within the deadline; estimate 5 s for each GiB in use, and be generous
   */
  void defragment(MemberName member, Duration within, Permit permit);

  /**
   * Drops all revisions before this one, on all members; returns when this member has freed its
   * pages, which the others may still be doing. One that was compacted already is no failure, a
   * future one is {@link Failure.NotYet}. Deadline 10 min (etcd-runbooks RB-18).
   *
   * <p>The freed pages show in {@link MemberStatus#dbSizeInUseBytes} only after more writes: etcd
   * tells the sizes of a commit in which they are not free yet, and an idle cluster commits no
   * more.
   */
  void compact(MemberName through, Revision upTo, Permit permit);

  /**
   * Clears exactly this alarm, with the member that etcd named in its list, or none. One that is
   * not raised is no failure; so an alarm with another member than the list's is answered yes, and
   * stays.
   */
  void disarm(MemberName through, Alarm alarm, Permit permit);

  /**
   * Asks whether a downgrade to this line could be enabled. etcd looks at no more than that it is
   * one below the cluster version and none is under way; otherwise {@link Failure.Refused}. Not for
   * clusters at 3.4 or 3.5 (etcd-runbooks N-20).
   *
   * @param line such as 3.5
   */
  void validateDowngrade(MemberName through, String line);

  /**
   * Enables the downgrade to this line. One that is enabled for it already is no failure. A yes
   * says only that it was written down: read {@link MemberStatus#storage} of all members back, and
   * wait for the cluster version (etcd-runbooks RB-16).
   *
   * <p>Never where the cluster version is 3.5: it times out there, is applied all the same, and
   * members do not start again (N-20). That is {@link Failure.Unknown}, as every time-out is here.
   *
   * @param line such as 3.5
   */
  void enableDowngrade(MemberName through, String line, Permit permit);

  /**
   * Takes the wish for a downgrade back, through a member of the newer version. Never trust that it
   * returns: 3.6 and later say yes when it failed, and when there was nothing to take back; 3.5
   * times out and applies it, which is {@link Failure.Unknown}. Read {@link MemberStatus#storage}
   * or {@link #downgradeEnabled} of all members back.
   */
  void cancelDowngrade(MemberName through, Permit permit);

  /**
   * Whether a downgrade is enabled, as the member says at the first of its peer URLs, after a read
   * through quorum; what 3.5 does not tell in its {@code Status}. 3.4 does not know the page and
   * counts as no.
   *
   * <p>It is asked with the CA and the certificate of the client URLs. Where peers have a CA of
   * their own, or the worker cannot reach their network, this is not seen: a {@link Failure}.
   */
  boolean downgradeEnabled(MemberName member);

  /**
   * Revision and term of a linearizable read.
   *
   * @param raftTerm the term the member answered in
   */
  record Reading(Revision revision, long raftTerm) {}

  /**
   * Comparable only at equal revision and equal {@code compactedAt} (etcd-runbooks S10).
   *
   * @param hash unsigned 32 bit
   */
  record HashOfKeys(int hash, Revision compactedAt, Revision at) {}
}
