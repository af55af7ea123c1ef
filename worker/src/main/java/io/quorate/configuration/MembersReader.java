package io.quorate.configuration;

import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The members of one cluster, each over the defaults of all. */
final class MembersReader {
  // etcd separates names and URLs by = and commas, and files are named after members.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final URI NOWHERE = URI.create("http://nowhere.invalid:1");
  private static final Path NO_PATH = Path.of("/");
  private static final String PROCESS =
      "service: {process: {pidFile: \"/run/etcd/{name}.pid\", logFile:"
          + " \"/var/log/etcd/{name}.log\"}}";

  private final Section cluster;
  private final Paths paths;
  private final Uses uses;

  MembersReader(Section cluster, Paths paths, Uses uses) {
    this.cluster = cluster;
    this.paths = paths;
    this.uses = uses;
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
    return withNext(member, next);
  }

  private MemberSettings place(MemberName name, Section section) {
    host(section);
    Path data =
        section.required(
            "dataDirectory",
            "dataDirectory: /var/lib/etcd/{name}",
            NO_PATH,
            uses.path(paths::absolute));
    Path environment =
        section.required(
            "environmentFile",
            "environmentFile: /etc/etcd/{name}.env",
            NO_PATH,
            uses.path(paths::path));
    MemberSettings member =
        new MemberSettings(
            name,
            Optional.empty(),
            section.orElse("zone", FailureDomain.UNKNOWN, MembersReader::zone),
            section.required(
                "peerUrl",
                "peerUrl: \"http://10.0.0.1:2380\"",
                NOWHERE,
                uses.url(Forms::memberUrl)),
            section.required(
                "clientUrl",
                "clientUrl: \"http://10.0.0.1:2379\"",
                NOWHERE,
                uses.url(Forms::memberUrl)),
            data,
            environment,
            section.required("binary", "binary: /opt/etcd/{name}/etcd", NO_PATH, paths::path),
            process(section, PROCESS),
            Optional.empty());
    EnvironmentFiles.difference(environment, data)
        .ifPresent(sentence -> section.problem("dataDirectory", sentence));
    return member;
  }

  private static FailureDomain zone(Scalar scalar) {
    return new FailureDomain(Forms.text(scalar));
  }

  private static void host(Section section) {
    if (section.isText("host")) {
      section.optional("host", MembersReader::local);
    } else {
      section.notYet("host", "write host: local; over ssh comes later");
    }
  }

  private static String local(Scalar scalar) throws Wrong {
    if (!Forms.text(scalar).equals("local")) {
      throw new Wrong("'" + scalar.written() + "' is no host; write host: local");
    }
    return "local";
  }

  private MemberSettings.ProcessFiles process(Section section, String example) {
    MemberSettings.ProcessFiles none = new MemberSettings.ProcessFiles(NO_PATH, NO_PATH);
    if (!section.has("service")) {
      section.missing("service", example);
    }
    return section.section("service", PROCESS).map(this::service).orElse(none);
  }

  private MemberSettings.ProcessFiles service(Section service) {
    service.notYet("systemd", "write " + PROCESS);
    Section process =
        service.section("process", PROCESS).orElseGet(() -> service.nothing("process"));
    boolean other = service.has("systemd") && !service.has("process");
    MemberSettings.ProcessFiles files =
        other
            ? new MemberSettings.ProcessFiles(NO_PATH, NO_PATH)
            : new MemberSettings.ProcessFiles(
                process.required(
                    "pidFile",
                    "pidFile: \"/run/etcd/{name}.pid\"",
                    NO_PATH,
                    uses.path(paths::path)),
                process.required(
                    "logFile",
                    "logFile: \"/var/log/etcd/{name}.log\"",
                    NO_PATH,
                    uses.path(paths::path)));
    process.close();
    service.close();
    return files;
  }

  private static MemberSettings withNext(MemberSettings member, Optional<MemberSettings> next) {
    return new MemberSettings(
        member.name(),
        member.nextOf(),
        member.zone(),
        member.peerUrl(),
        member.clientUrl(),
        member.dataDirectory(),
        member.environmentFile(),
        member.binary(),
        member.process(),
        next);
  }

  /**
   * Where it goes. URLs, zone and binary may stay as they are; directory, environment, pid and log
   * file may not, for on one machine both places are there at the same time.
   */
  private MemberSettings next(Section section, MemberSettings own) {
    host(section);
    Path data =
        section.required(
            "dataDirectory",
            "dataDirectory: " + own.dataDirectory() + "-next",
            NO_PATH,
            uses.path(paths::absolute));
    Path environment =
        section.required(
            "environmentFile",
            "environmentFile: " + own.environmentFile() + "-next",
            NO_PATH,
            uses.path(paths::path));
    MemberSettings next =
        new MemberSettings(
            ConfiguredMember.nameOfNext(own.name()),
            Optional.of(own.name()),
            section.orElse("zone", own.zone(), MembersReader::zone),
            section.orElse("peerUrl", own.peerUrl(), uses.urlOr(own.peerUrl(), Forms::memberUrl)),
            section.orElse(
                "clientUrl", own.clientUrl(), uses.urlOr(own.clientUrl(), Forms::memberUrl)),
            data,
            environment,
            section.orElse("binary", own.binary(), paths::path),
            process(section, PROCESS.replace("{name}.", "{name}-next.")),
            Optional.empty());
    section.close();
    EnvironmentFiles.difference(environment, data)
        .ifPresent(sentence -> section.problem("dataDirectory", sentence));
    EnvironmentFiles.otherName(environment, own.name())
        .ifPresent(sentence -> section.problem("environmentFile", sentence));
    return next;
  }
}
