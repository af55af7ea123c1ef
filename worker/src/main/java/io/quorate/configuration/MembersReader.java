package io.quorate.configuration;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.workload.ConfiguredMember;
import java.net.URI;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the members of one cluster, each completed from the defaults of all members. */
record MembersReader<P extends PlatformSettings>(
    Section cluster, Conflicts conflicts, PlatformReader<P> platforms) {
  private static final URI NOWHERE = URI.create("http://nowhere.invalid:1");

  SortedMap<MemberName, MemberSettings> read() {
    String example = "members: {etcd-0: {peerUrl: ..., clientUrl: ...}}";
    SortedMap<MemberName, MemberSettings> members = new TreeMap<>();
    Section defaults =
        cluster
            .section("memberDefaults", "memberDefaults: {host: local}")
            .orElseGet(() -> cluster.nothing("memberDefaults"));
    Optional<Section> listed = cluster.section("members", example);
    boolean none = !cluster.has("members") || listed.filter(s -> s.names().isEmpty()).isPresent();
    if (none && platforms.sets().isEmpty()) {
      cluster.missing("members", example);
    }
    listed.ifPresent(section -> members(section, defaults, members));
    return members;
  }

  private void members(
      Section listed, Section defaults, SortedMap<MemberName, MemberSettings> members) {
    for (String name : listed.names()) {
      if (name.endsWith(".next")) {
        listed.problem(
            name, "a name that ends in .next is that of a member's next place; choose another");
        continue;
      }
      if (!MemberName.isPlain(name)) {
        listed.problem(
            name,
            "'"
                + name
                + "' cannot be a member's name; use letters, digits, dots, hyphens and"
                + " underscores");
        continue;
      }
      listed
          .section(name, name + ": {peerUrl: ..., clientUrl: ...}")
          .map(own -> member(new MemberName(name), own.over(defaults, name)))
          .ifPresent(member -> members.put(member.name(), member));
    }
  }

  private MemberSettings member(MemberName name, Section section) {
    P platform = platforms.own(section);
    URI clientUrl =
        section.required(
            "clientUrl",
            "clientUrl: \"http://10.0.0.1:2379\"",
            NOWHERE,
            conflicts.url(ValueParsers::memberUrl));
    FailureDomain zone = section.orElse("zone", FailureDomain.UNKNOWN, MembersReader::zone);
    MemberSettings member =
        new MemberSettings(
            name,
            Optional.empty(),
            zone,
            section.optional("site", conflicts.site(zone)),
            section.required(
                "peerUrl",
                "peerUrl: \"http://10.0.0.1:2380\"",
                NOWHERE,
                conflicts.url(ValueParsers::memberUrl)),
            clientUrl,
            metricsUrl(section, conflicts.url(ValueParsers::memberUrl), platform, clientUrl),
            platform,
            Optional.empty());
    Optional<MemberSettings> next =
        section.section(
            "next",
            "next: {peerUrl: ..., clientUrl: ..., dataDirectory: ...}",
            other -> next(other, member, platform));
    section.close();
    return member.withNext(next);
  }

  /** Where the member serves its metrics: as configured, else as its own settings say. */
  private static Optional<URI> metricsUrl(
      Section section, Reading<URI> reading, PlatformSettings platform, URI clientUrl) {
    return section.optional("metricsUrl", reading).or(() -> platform.statedMetricsUrl(clientUrl));
  }

  private static FailureDomain zone(Scalar scalar) {
    return new FailureDomain(ValueParsers.text(scalar));
  }

  /**
   * Reads where a migration takes the member. URLs and zone may stay as they are; the site stays
   * with the zone.
   */
  private MemberSettings next(Section section, MemberSettings own, P ownPlatform) {
    P platform = platforms.next(section, own.name(), ownPlatform);
    URI clientUrl =
        section.orElse(
            "clientUrl",
            own.clientUrl(),
            conflicts.urlOr(own.clientUrl(), ValueParsers::memberUrl));
    FailureDomain zone = section.orElse("zone", own.zone(), MembersReader::zone);
    return new MemberSettings(
        ConfiguredMember.nameOfNext(own.name()),
        Optional.of(own.name()),
        zone,
        section
            .optional("site", conflicts.site(zone))
            .or(() -> own.site().filter(any -> zone.equals(own.zone()))),
        section.orElse(
            "peerUrl", own.peerUrl(), conflicts.urlOr(own.peerUrl(), ValueParsers::memberUrl)),
        clientUrl,
        metricsUrl(section, ValueParsers::memberUrl, platform, clientUrl),
        platform,
        Optional.empty());
  }
}
