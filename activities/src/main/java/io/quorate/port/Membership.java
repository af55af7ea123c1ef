package io.quorate.port;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import java.util.List;

/**
 * The membership of one etcd cluster. Every call goes to the client URL of exactly the member it
 * names, on that member's own channel, with a deadline; the cluster id and member id of every
 * answer are checked against what is pinned.
 *
 * <p>All methods throw a {@link Failure}. A membership change whose answer did not come is {@link
 * Failure.Unknown}: etcd may apply it later (docs/etcd.md#late-changes).
 */
public interface Membership {
  /**
   * The member list that quorum confirms. etcd 3.4 ignores the request for it and gives its local
   * list.
   */
  List<MembershipEntry> linearizableList(MemberName through);

  /** The member list as this member has it, possibly stale for ever. */
  List<MembershipEntry> localList(MemberName through);

  /**
   * The member list as this member tells it to its peers, possibly stale for ever: a learner gives
   * no other (docs/etcd.md#which-member-list).
   *
   * @param peerUrl of exactly this member
   */
  List<MembershipEntry> listForPeers(MemberName member, String peerUrl);

  /**
   * Asks who answers at a peer URL that the membership does not list. Never throws: what is there
   * instead is the answer's trouble.
   *
   * @param member whose URL it is by the configuration
   * @param others the peer URLs of the other members, none of which may have its address
   */
  PeerUrlAnswer askAt(MemberName member, String peerUrl, List<String> others);

  /**
   * Adds a learner at exactly this peer URL and returns it as etcd gives it back. A member with
   * this URL that is listed already is {@link Failure.Refused}: callers look first.
   */
  MembershipEntry addLearner(MemberName through, String peerUrl, Permit permit);

  /** Removes a member; one that is not in the membership is no failure. */
  void remove(MemberName through, MemberId member, Permit permit);

  /**
   * Promotes a learner. One that is not in sync yet is {@link Failure.NotYet}; one that is a voter
   * already is no failure.
   */
  void promote(MemberName through, MemberId learner, Permit permit);

  /**
   * Replaces the peer URLs of a member; equal ones are no failure. etcd compares URLs as texts and
   * does not try them: a URL of another member is {@link Failure.Refused}, one that leads nowhere
   * is accepted. A text that is no URL is {@link Failure.Fault} and never sent: etcd would accept
   * it, and every other member would panic on it, at each start again.
   *
   * <p>The call is never for a learner up to 3.5.30, up to 3.6.11 and on 3.4: the learner would
   * become a voter in the list (docs/etcd.md#n-23).
   *
   * @param peerUrls at least one, each {@code http://host:port} or {@code https://host:port}
   */
  void update(MemberName through, MemberId member, List<String> peerUrls, Permit permit);
}
