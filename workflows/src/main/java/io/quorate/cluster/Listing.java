package io.quorate.cluster;

import java.util.List;

/**
 * One member as the membership has it.
 *
 * @param name empty while the member was never started: etcd learns it at the first start
 * @param clientUrls empty while the member was never started
 */
public record Listing(
    MemberId id, String name, boolean learner, List<String> peerUrls, List<String> clientUrls) {
  public Listing {
    peerUrls = List.copyOf(peerUrls);
    clientUrls = List.copyOf(clientUrls);
  }

  public boolean started() {
    return !name.isEmpty();
  }

  public VotingStatus votingStatus() {
    return learner ? VotingStatus.LEARNER : VotingStatus.VOTER;
  }

  /** The same member under its real id. */
  Listing withId(MemberId known) {
    return new Listing(known, name, learner, peerUrls, clientUrls);
  }

  /** The same member once it was started under this name. */
  Listing started(MemberName as) {
    return new Listing(id, as.value(), learner, peerUrls, clientUrls);
  }

  /** The same member at another peer URL. */
  Listing at(String peerUrl) {
    return new Listing(id, name, learner, List.of(peerUrl), clientUrls);
  }

  /** The same member after its promotion. */
  public Listing promoted() {
    return new Listing(id, name, false, peerUrls, clientUrls);
  }
}
