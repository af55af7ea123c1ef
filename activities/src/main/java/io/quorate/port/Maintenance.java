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
 * Status and metrics of the members of one etcd cluster, and changes that touch neither membership
 * nor data: leader and alarms. Every call goes to exactly the member it names, on its own channel,
 * with a deadline. All methods throw a {@link Failure}.
 */
public interface Maintenance {
  /** The member's {@code Status}, which it answers without quorum too. Deadline 3 s. */
  MemberStatus status(MemberName member);

  /** The alarms of the cluster. The request goes through raft. */
  List<Alarm> alarms(MemberName through);

  /**
   * The member's metrics of its raft connections, the cluster version and its quota. Unreadable
   * metrics are a {@link Failure}: what the member sees is unknown then.
   */
  MemberMetrics peers(MemberName seenBy);

  /**
   * Whether each feature is on, from the member's metrics; empty up to 3.5, which has no such
   * metric. etcd ignores settings it no longer knows, some of them without a log line
   * (docs/etcd.md#settings).
   */
  Map<String, Boolean> features(MemberName member);

  /**
   * Reads linearizably through this member: the call returns only if quorum answers through it.
   * Returns the revision and term of the read.
   */
  Reading linearizableRead(MemberName through);

  /**
   * Hands leadership to another voter; only the leader itself can be asked. A member that does not
   * lead, or a target that is a learner or unknown, is {@link Failure.NotYet}: look again, choose
   * again. etcd sets no limit of its own (a call with a frozen follower as target hung for 20 s and
   * the leader stayed), so the call is {@link Failure.Unknown} after 10 s. A target that leads
   * already is no failure.
   */
  void moveLeader(MemberName leader, MemberId to, Permit permit);

  /**
   * Clears exactly this alarm, with the member that etcd named in its list, or none. An alarm that
   * is not raised is no failure: etcd answers yes to an alarm with another member than the list's,
   * and the alarm stays.
   */
  void disarm(MemberName through, Alarm alarm, Permit permit);

  /**
   * Revision and term of a linearizable read.
   *
   * @param raftTerm the term in which the member answered
   */
  record Reading(Revision revision, long raftTerm) {}
}
