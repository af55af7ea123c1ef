package io.quorate.port;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Answer;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerReport;
import io.quorate.cluster.Revision;
import java.util.List;

/**
 * What members of one etcd cluster say of themselves. Every call goes to exactly the member it
 * names, on its own channel, with a deadline. All methods throw a {@link Failure}.
 */
public interface Maintenance {
  /** {@code Status}: answers without quorum too. Deadline 3 s. */
  Answer status(MemberName member);

  /** The alarms of the cluster; goes through raft. */
  List<Alarm> alarms(MemberName through);

  /**
   * What the member's metrics say of its raft connections. Unreadable metrics are a {@link
   * Failure}: then what it sees is unknown.
   */
  PeerReport peers(MemberName seenBy);

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
