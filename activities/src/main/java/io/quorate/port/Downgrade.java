package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;

/**
 * The downgrade of one etcd cluster to the minor version below. Every call goes to exactly the
 * member it names, on its own channel, with a deadline. All methods throw a {@link Failure}.
 */
public interface Downgrade {
  /**
   * Asks whether a downgrade to this line could be enabled. etcd checks only that the line is one
   * below the cluster version and that no downgrade is under way; otherwise {@link
   * Failure.Refused}. A yes from 3.5 is no reason to enable one there (docs/etcd.md#n-20).
   *
   * @param line such as 3.5
   */
  void validate(MemberName through, String line);

  /**
   * Enables the downgrade to this line; a downgrade that is enabled for it already is no failure.
   * The answer says only that the request was written down: read {@link MemberStatus#storage} of
   * all members back, and wait for the cluster version (docs/etcd.md#downgrades).
   *
   * <p>Never where the cluster version is 3.5: the call times out there, is applied all the same,
   * and members do not start again (docs/etcd.md#n-20). A time-out is {@link Failure.Unknown}, as
   * every time-out is here.
   *
   * @param line such as 3.5
   */
  void enable(MemberName through, String line, Permit permit);

  /**
   * Cancels a downgrade, through a member of the newer version. The answer proves nothing: 3.6 and
   * later answer yes when the call failed and when there was nothing to cancel; 3.5 times out and
   * applies the call, which is {@link Failure.Unknown}. Read {@link MemberStatus#storage} or {@link
   * #isEnabled} of all members back.
   */
  void cancel(MemberName through, Permit permit);

  /**
   * Whether a downgrade is enabled, after a linearizable read of the member; 3.5 does not tell it
   * in its {@code Status}. A validation at the client URL tells it, which needs the role root. A
   * validation tells nothing before 3.5, or with a cluster version below the member's minor: then
   * the page {@code /downgrade/enabled} of the first peer URL is read. 3.4 has no page and counts
   * as no.
   *
   * <p>Throws a {@link Failure} where neither tells it, such as for a user without the role and
   * peers that have a CA of their own, or a network that the worker cannot reach.
   */
  boolean isEnabled(MemberName member);
}
