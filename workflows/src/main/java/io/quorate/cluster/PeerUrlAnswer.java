package io.quorate.cluster;

import java.util.Optional;

/**
 * Answer at a configured peer URL that the membership does not list. Members serve {@code /version}
 * and {@code /members} there to their peers, with the cluster id and no member id.
 *
 * @param url the configured URL that was asked
 * @param cluster the cluster that answered there; empty when no member of any answered
 * @param trouble why what answers there cannot be the member, in words that can follow a colon;
 *     empty where nothing speaks against it
 */
public record PeerUrlAnswer(String url, Optional<ClusterId> cluster, Optional<String> trouble) {

  /** An answer of this cluster. */
  public static PeerUrlAnswer of(String url, ClusterId cluster) {
    return new PeerUrlAnswer(url, Optional.of(cluster), Optional.empty());
  }

  /** Nothing that could be the member. */
  public static PeerUrlAnswer none(String url, String trouble) {
    return new PeerUrlAnswer(url, Optional.empty(), Optional.of(trouble));
  }
}
