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
   * Failure.Refused}. Not for clusters at 3.4 or 3.5 (docs/etcd.md#n-20).
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
   * Whether a downgrade is enabled, as the member says at the first of its peer URLs, after a
   * linearizable read; 3.5 does not tell it in its {@code Status}. 3.4 does not have the page and
   * counts as no.
   *
   * <p>The request uses the CA and the certificate of the client URLs. Where peers have a CA of
   * their own, or the worker cannot reach their network, it throws a {@link Failure}.
   */
  boolean isEnabled(MemberName member);
}
