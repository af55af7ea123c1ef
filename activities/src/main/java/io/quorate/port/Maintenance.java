package io.quorate.port;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import java.util.List;
import java.util.Map;

/**
 * What members of one etcd cluster say of themselves, and what is changed without touching
 * membership or data: leader and alarms. Every call goes to exactly the member it names, on its own
 * channel, with a deadline. All methods throw a {@link Failure}.
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
   * ignores settings it no longer knows, some of them without a word (docs/etcd.md#settings).
   */
  Map<String, Boolean> features(MemberName member);

  /**
   * A linearizable read through this member: it returns only if quorum answers through it. The
   * revision and term it was read at come back.
   */
  Reading linearizableRead(MemberName through);

  /**
   * Hands leadership to another voter, asked of the leader itself. One that does not lead, or a
   * target that is a learner or unknown, is {@link Failure.NotYet}: look again, choose again. etcd
   * sets no limit of its own (to a frozen follower it hung for 20 s and the leader stayed), so
   * after 10 s this is {@link Failure.Unknown}. A target that leads already is no failure.
   */
  void moveLeader(MemberName leader, MemberId to, Permit permit);

  /**
   * Clears exactly this alarm, with the member that etcd named in its list, or none. One that is
   * not raised is no failure; so an alarm with another member than the list's is answered yes, and
   * stays.
   */
  void disarm(MemberName through, Alarm alarm, Permit permit);

  /**
   * Revision and term of a linearizable read.
   *
   * @param raftTerm the term the member answered in
   */
  record Reading(Revision revision, long raftTerm) {}
}
