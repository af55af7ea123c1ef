package io.quorate.configuration;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.PlatformSettings.OnHost;
import io.quorate.workload.ConfiguredMember;
import java.net.URI;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the members of one cluster, each completed from the defaults of all members. */
final class MembersReader {
  // Characters of a member's name: etcd separates names and URLs by = and commas, and files are
  // named after members.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final URI NOWHERE = URI.create("http://nowhere.invalid:1");

  private final Section cluster;
  private final Uses uses;
  private final OnHostReader processes;

  MembersReader(Section cluster, Paths paths, Uses uses) {
    this.cluster = cluster;
    this.uses = uses;
    this.processes = new OnHostReader(paths, uses);
  }

  SortedMap<MemberName, MemberSettings> read() {
    String example = "members: {etcd-0: {peerUrl: ..., clientUrl: ...}}";
    SortedMap<MemberName, MemberSettings> members = new TreeMap<>();
    Section defaults =
        cluster
            .section("memberDefaults", "memberDefaults: {host: local}")
            .orElseGet(() -> cluster.nothing("memberDefaults"));
    Optional<Section> listed = cluster.section("members", example);
    if (!cluster.has("members") || listed.filter(s -> s.names().isEmpty()).isPresent()) {
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
      if (!NAME.matcher(name).matches()) {
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
    MemberSettings member = place(name, section);
    Optional<MemberSettings> next =
        section
            .section("next", "next: {peerUrl: ..., clientUrl: ..., dataDirectory: ...}")
            .map(other -> next(other, member));
    section.close();
    return member.withNext(next);
  }

  private MemberSettings place(MemberName name, Section section) {
    OnHost process = processes.own(section);
    URI clientUrl =
        section.required(
            "clientUrl",
            "clientUrl: \"http://10.0.0.1:2379\"",
            NOWHERE,
            uses.url(Forms::memberUrl));
    return new MemberSettings(
        name,
        Optional.empty(),
        section.orElse("zone", FailureDomain.UNKNOWN, MembersReader::zone),
        section.required(
            "peerUrl", "peerUrl: \"http://10.0.0.1:2380\"", NOWHERE, uses.url(Forms::memberUrl)),
        clientUrl,
        metricsUrl(section, uses.url(Forms::memberUrl), process, clientUrl),
        process,
        Optional.empty());
  }

  /** Where the member serves its metrics: as configured, else as its environment file says. */
  private static Optional<URI> metricsUrl(
      Section section, Reading<URI> reading, OnHost process, URI clientUrl) {
    return section
        .optional("metricsUrl", reading)
        .or(
            () ->
                process.host().isThisMachine()
                    ? EnvironmentFiles.urlOfHttp(process.environmentFile(), clientUrl)
                    : Optional.empty());
  }

  private static FailureDomain zone(Scalar scalar) {
    return new FailureDomain(Forms.text(scalar));
  }

  /** Reads where a migration takes the member. URLs and zone may stay as they are. */
  private MemberSettings next(Section section, MemberSettings own) {
    OnHost process =
        switch (own.platform()) {
          case OnHost local -> processes.next(section, own.name(), local);
        };
    URI clientUrl =
        section.orElse("clientUrl", own.clientUrl(), uses.urlOr(own.clientUrl(), Forms::memberUrl));
    MemberSettings next =
        new MemberSettings(
            ConfiguredMember.nameOfNext(own.name()),
            Optional.of(own.name()),
            section.orElse("zone", own.zone(), MembersReader::zone),
            section.orElse("peerUrl", own.peerUrl(), uses.urlOr(own.peerUrl(), Forms::memberUrl)),
            clientUrl,
            metricsUrl(section, Forms::memberUrl, process, clientUrl),
            process,
            Optional.empty());
    section.close();
    return next;
  }
}
