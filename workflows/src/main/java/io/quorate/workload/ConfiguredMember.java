package io.quorate.workload;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.UrlPlace;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A place of a member in the configuration: its URLs and zone, with which a replacement is added.
 *
 * @param nextOf the member that a migration takes to this place, or has taken there; empty for a
 *     member's own place. A next place is called {@code etcd-1.next}
 * @param supervision what supervises the process there
 * @param alsoAt peer URLs of the membership that lead to the same place by other names, as a
 *     resolver said at this look
 * @param ordinal the number of the place on a platform that makes the places of its members one
 *     after the other, and gives the last one up first; empty where each place stands for itself
 * @param site what holds the zone; empty where nobody says it
 */
public record ConfiguredMember(
    String peerUrl,
    String clientUrl,
    FailureDomain zone,
    Optional<MemberName> nextOf,
    Optional<Supervision> supervision,
    Optional<List<String>> alsoAt,
    Optional<Integer> ordinal,
    Optional<FailureDomain> site) {
  private static final String NEXT = ".next";

  public ConfiguredMember {
    alsoAt = alsoAt.map(List::copyOf);
  }

  /** A place that stands for itself. */
  public ConfiguredMember(
      String peerUrl,
      String clientUrl,
      FailureDomain zone,
      Optional<MemberName> nextOf,
      Optional<Supervision> supervision,
      Optional<List<String>> alsoAt) {
    this(peerUrl, clientUrl, zone, nextOf, supervision, alsoAt, Optional.empty(), Optional.empty());
  }

  /** A member's own place, of which nobody says what supervises the process there. */
  public ConfiguredMember(String peerUrl, String clientUrl, FailureDomain zone) {
    this(peerUrl, clientUrl, zone, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns the words of the platform for this place. */
  public PlaceWords words() {
    return supervision.map(Supervision::words).orElse(PlaceWords.HOST);
  }

  /** Whether one of these peer URLs leads to this place, however it is written. */
  public boolean isAmong(Collection<String> urls) {
    return UrlPlace.isAmong(urls, peerUrl)
        || alsoAt.stream().flatMap(List::stream).anyMatch(urls::contains);
  }

  /** This place, to which these peer URLs of the membership lead too. */
  public ConfiguredMember alsoAt(List<String> urls) {
    return new ConfiguredMember(
        peerUrl, clientUrl, zone, nextOf, supervision, Optional.of(urls), ordinal, site);
  }

  /** The name of this member's next place. */
  public static MemberName nameOfNext(MemberName member) {
    return new MemberName(member + NEXT);
  }
}
