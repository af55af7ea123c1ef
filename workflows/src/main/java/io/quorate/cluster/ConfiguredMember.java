package io.quorate.cluster;

import java.util.Objects;
import java.util.Optional;

/**
 * Where the configuration has a member: what a replacement is added with.
 *
 * @param nextOf the member that a migration takes here, or has taken here; empty for the place that
 *     is a member's own. A place of that kind is called {@code etcd-1.next}
 */
public record ConfiguredMember(
    String peerUrl, String clientUrl, FailureDomain zone, Optional<MemberName> nextOf) {
  private static final String NEXT = ".next";

  public ConfiguredMember {
    nextOf = Objects.requireNonNullElse(nextOf, Optional.empty());
  }

  /** A member's own place. */
  public ConfiguredMember(String peerUrl, String clientUrl, FailureDomain zone) {
    this(peerUrl, clientUrl, zone, Optional.empty());
  }

  /** What the next place of this member is called. */
  public static MemberName nameOfNext(MemberName member) {
    return new MemberName(member + NEXT);
  }
}
