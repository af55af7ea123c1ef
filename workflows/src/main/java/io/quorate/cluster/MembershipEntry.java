package io.quorate.cluster;

import java.util.List;

/**
 * One entry of etcd's member list.
 *
 * @param name empty while the member was never started: etcd learns it at the first start
 * @param clientUrls empty while the member was never started
 */
public record MembershipEntry(
    MemberId id, String name, boolean learner, List<String> peerUrls, List<String> clientUrls) {
  public MembershipEntry {
    peerUrls = List.copyOf(peerUrls);
    clientUrls = List.copyOf(clientUrls);
  }

  public boolean started() {
    return !name.isEmpty();
  }

  public VotingStatus votingStatus() {
    return learner ? VotingStatus.LEARNER : VotingStatus.VOTER;
  }

  /** The entry with the member's real id. */
  public MembershipEntry withId(MemberId known) {
    return new MembershipEntry(known, name, learner, peerUrls, clientUrls);
  }

  /** The entry after the member was started under this name. */
  public MembershipEntry started(MemberName as) {
    return new MembershipEntry(id, as.value(), learner, peerUrls, clientUrls);
  }

  /** The entry with other peer URLs. */
  public MembershipEntry at(List<String> urls) {
    return new MembershipEntry(id, name, learner, urls, clientUrls);
  }

  /** The entry after the member's promotion. */
  public MembershipEntry promoted() {
    return new MembershipEntry(id, name, false, peerUrls, clientUrls);
  }
}
