package io.quorate.cluster;

import java.util.Objects;
import java.util.Optional;

/**
 * A place of a member in the configuration: its URLs and zone, with which a replacement is added.
 *
 * @param nextOf the member that a migration takes to this place, or has taken there; empty for a
 *     member's own place. A next place is called {@code etcd-1.next}
 * @param supervision what supervises the process there; empty in values stored before it was handed
 *     on
 */
public record ConfiguredMember(
    String peerUrl,
    String clientUrl,
    FailureDomain zone,
    Optional<MemberName> nextOf,
    Optional<Supervision> supervision) {
  private static final String NEXT = ".next";

  public ConfiguredMember {
    nextOf = Objects.requireNonNullElse(nextOf, Optional.empty());
    supervision = Objects.requireNonNullElse(supervision, Optional.empty());
  }

  /** A member's own place, of which nobody says what supervises the process there. */
  public ConfiguredMember(String peerUrl, String clientUrl, FailureDomain zone) {
    this(peerUrl, clientUrl, zone, Optional.empty(), Optional.empty());
  }

  /** The name of this member's next place. */
  public static MemberName nameOfNext(MemberName member) {
    return new MemberName(member + NEXT);
  }
}
