package io.quorate.configuration;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.workload.ConfiguredMember;
import java.net.URI;
import java.util.Optional;

/**
 * Place of a member: the present place, or the place to which a migration takes the member.
 *
 * @param name name of the place: the member's own name, or {@code etcd-1.next}
 * @param nextOf the member that goes to this place; empty for a member's own place
 * @param site data centre or region that holds the zone; empty where the configuration has none
 * @param metricsUrl where the member serves its metrics; empty: at its client URL
 * @param platform what the member runs on there
 * @param next where a migration takes the member
 */
public record MemberSettings(
    MemberName name,
    Optional<MemberName> nextOf,
    FailureDomain zone,
    Optional<FailureDomain> site,
    URI peerUrl,
    URI clientUrl,
    Optional<URI> metricsUrl,
    PlatformSettings platform,
    Optional<MemberSettings> next) {

  /** The place as observations and plans know it. */
  public ConfiguredMember place() {
    return new ConfiguredMember(
        peerUrl.toString(),
        clientUrl.toString(),
        zone,
        nextOf,
        platform.supervision(),
        Optional.empty(),
        platform.ordinal(),
        site);
  }

  /** The name in etcd's member list, which a member keeps at its next place. */
  public MemberName etcdName() {
    return nextOf.orElse(name);
  }

  /** The place on a platform as the platform itself shows it. */
  public MemberSettings on(PlatformSettings seen) {
    return new MemberSettings(name, nextOf, zone, site, peerUrl, clientUrl, metricsUrl, seen, next);
  }

  /** Returns whether a member has the same address and data here as there. */
  boolean isSamePlaceAs(MemberSettings other) {
    return name.equals(other.name)
        && peerUrl.equals(other.peerUrl)
        && clientUrl.equals(other.clientUrl)
        && platform.isSamePlaceAs(other.platform);
  }

  MemberSettings withNext(Optional<MemberSettings> other) {
    return new MemberSettings(
        name, nextOf, zone, site, peerUrl, clientUrl, metricsUrl, platform, other);
  }
}
