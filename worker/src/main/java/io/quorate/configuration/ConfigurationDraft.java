package io.quorate.configuration;

import static io.quorate.configuration.DraftText.UNKNOWN;
import static io.quorate.configuration.DraftText.key;
import static io.quorate.configuration.DraftText.quoted;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.UrlPlace;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.port.Adoption;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A configuration file for a cluster that runs, with comments on what only a person knows. What all
 * members have alike stands in their defaults.
 *
 * @param cluster the key of the cluster
 * @param ours the CA and the certificate with which its members were asked
 */
public record ConfigurationDraft(
    String cluster, List<FoundMember> members, Optional<TlsFiles> ours) {
  /** Keeps a copy of the list. */
  public ConfigurationDraft {
    members = List.copyOf(members);
  }

  /**
   * A member as it was found.
   *
   * @param login how its machine is reached
   * @param unit of systemd; empty where no unit was found
   * @param manifest of the static pod that it is
   * @param settingsFile the YAML file from which etcd reads all its settings
   * @param adoption files with which its unit, which states flags, can be operated
   * @param process its pid and its user, for people
   */
  public record FoundMember(
      HostSettings.Ssh login,
      Optional<String> name,
      Optional<String> dataDirectory,
      Optional<String> environmentFile,
      Optional<String> binary,
      Optional<String> unit,
      Optional<String> manifest,
      Optional<String> peerUrl,
      Optional<String> clientUrl,
      Optional<String> authority,
      Optional<String> settingsFile,
      Optional<Adoption> adoption,
      String process) {
    /**
     * Characters that no path, name or URL has, and that could begin a line or steer the reader's
     * terminal.
     */
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\uFFFD]");

    /** Leaves out what has a character that no path, name or URL has. */
    public FoundMember {
      name = fit(name);
      dataDirectory = fit(dataDirectory);
      environmentFile = fit(environmentFile);
      binary = fit(binary);
      unit = fit(unit);
      manifest = fit(manifest);
      peerUrl = fit(peerUrl);
      clientUrl = fit(clientUrl);
      authority = fit(authority);
      settingsFile = fit(settingsFile);
      process = UNFIT.matcher(process).replaceAll(" ");
    }

    private static Optional<String> fit(Optional<String> value) {
      return value.filter(text -> !UNFIT.matcher(text).find());
    }

    /** Whether a unit or a manifest starts it: any user of a machine can call a process etcd. */
    public boolean isSupervised() {
      return unit.isPresent() || manifest.isPresent();
    }

    /** Says why an etcd is left out: the etcd is no member that Quorate can operate. */
    public String leftOut() {
      return "%s on %s runs %s, and no unit and no manifest starts it: it is left out. Make it a unit, or write it down by hand"
          .formatted(process, login.address(), binary.orElse("etcd"));
    }

    /**
     * Says why Quorate cannot operate the member as it is, in a sentence; empty where Quorate can.
     */
    public Optional<String> objection() {
      Optional<String> fromFile =
          settingsFile.map("It has its settings from %s, which Quorate does not edit: "::formatted);
      if (manifest.isPresent()) {
        return fromFile.map(
            why ->
                why
                    + "write them as flags into %s, and take --config-file away."
                        .formatted(manifest.get()));
      }
      return adoption
          .map(
              files ->
                  fromFile.orElse("Its unit states settings as flags: ")
                      + "read the two files of %s, put them to %s and %s there, then systemctl daemon-reload."
                          .formatted(folder(), files.environmentFile(), files.dropIn()))
          .or(
              () ->
                  fromFile.map(
                      why ->
                          why
                              + "write them as ETCD_ variables into an EnvironmentFile= of its"
                              + " unit, and start it without --config-file."));
    }

    /** The folder of the files of its adoption, beside the configuration. */
    public String folder() {
      return "adopt-" + name.orElse(login.address());
    }

    /**
     * The member with what the membership says of it: where it is listed counts, whatever its
     * process was started with.
     */
    public FoundMember listedIn(List<MembershipEntry> list) {
      List<MembershipEntry> named =
          list.stream().filter(entry -> name.filter(entry.name()::equals).isPresent()).toList();
      List<MembershipEntry> here =
          named.isEmpty() ? list.stream().filter(entry -> isAt(entry.peerUrls())).toList() : named;
      if (here.size() != 1) {
        return this;
      }
      MembershipEntry entry = here.getFirst();
      boolean stated = peerUrl.filter(url -> UrlPlace.isAmong(entry.peerUrls(), url)).isPresent();
      return new FoundMember(
          login,
          name.or(() -> Optional.of(entry.name()).filter(said -> !said.isEmpty())),
          dataDirectory,
          environmentFile,
          binary,
          unit,
          manifest,
          stated ? peerUrl : entry.peerUrls().stream().findFirst().or(() -> peerUrl),
          clientUrl.or(() -> entry.clientUrls().stream().findFirst()),
          authority,
          settingsFile,
          adoption,
          process);
    }

    private boolean isAt(List<String> urls) {
      return urls.stream()
          .map(UrlPlace::of)
          .anyMatch(place -> place.equals(place.on(login.address())));
    }

    /**
     * Writes the field for the supervisor of the member.
     *
     * @param value how a field is written
     */
    private String service(Function<Function<FoundMember, Optional<String>>, String> value) {
      return manifest.isPresent()
          ? "staticPod: " + quoted(value.apply(FoundMember::manifest))
          : "systemd: " + quoted(value.apply(FoundMember::unit));
    }

    private String orUnknown(Function<FoundMember, Optional<String>> field) {
      return field.apply(this).orElse(UNKNOWN);
    }

    /** The value with the member's name taken out of it, as defaults have it. */
    private String template(Function<FoundMember, Optional<String>> field) {
      String value = orUnknown(field);
      return name.filter(own -> own.length() > 1)
          .map(own -> value.replace(own, "{name}"))
          .orElse(value);
    }
  }

  /** The text of the file. */
  public String text() {
    return head() + body();
  }

  /** Whether a place is left that a person has to fill in, or a member cannot be operated yet. */
  public boolean isUnfinished() {
    return body().contains(UNKNOWN)
        || supervised().size() < members.size()
        || supervised().stream().anyMatch(member -> member.objection().isPresent());
  }

  private String body() {
    return clusterText()
        + tls()
        + supervised().stream().map(this::member).collect(Collectors.joining())
        + strangers();
  }

  private List<FoundMember> supervised() {
    return members.stream().filter(FoundMember::isSupervised).toList();
  }

  private String strangers() {
    return members.stream()
        .filter(member -> !member.isSupervised())
        .map(member -> "      # %s.%n".formatted(member.leftOut()))
        .collect(Collectors.joining());
  }

  private String head() {
    return DraftText.HEAD
        + """
        # Where the machines have each etcd that members may be moved to; needed to upgrade:
        # etcd:
        #   releases: [{version: 3.6.16, %s}]
        """
            .formatted(
                pods()
                    ? "image: \"registry.k8s.io/etcd:3.6.16-0\""
                    : "directory: /opt/etcd/3.6.16");
  }

  private String clusterText() {
    return """
    clusters:
      %s:
        platform: hosts
        # Labels of the alerts that mean this cluster:
        # alerts: {job: etcd}
        memberDefaults:
          host: %s
    """
            .formatted(cluster, login())
        + shared("dataDirectory", FoundMember::dataDirectory)
        + (pods() ? "" : shared("environmentFile", FoundMember::environmentFile))
        + (pods() ? "" : shared("binary", FoundMember::binary))
        + service();
  }

  /** How all machines are reached, but for their addresses. */
  private String login() {
    HostSettings.Ssh first = supervised().getFirst().login();
    return "{ssh: {user: "
        + key(first.user())
        + first.identityFile().map(file -> ", identityFile: " + quoted(file.toString())).orElse("")
        + first.knownHosts().map(file -> ", knownHosts: " + quoted(file.toString())).orElse("")
        + (first.sudo() ? ", sudo: true" : "")
        + "}}";
  }

  private String shared(String field, Function<FoundMember, Optional<String>> value) {
    return alike(value)
        ? "      %s: %s%n".formatted(field, quoted(supervised().getFirst().template(value)))
        : "";
  }

  private boolean alike(Function<FoundMember, Optional<String>> value) {
    return supervised().stream().map(member -> member.template(value)).distinct().count() == 1;
  }

  private String service() {
    return alikeServices()
        ? "      service: {%s}%n".formatted(templateOfService(supervised().getFirst()))
        : "";
  }

  private boolean alikeServices() {
    return supervised().stream().map(ConfigurationDraft::templateOfService).distinct().count() == 1;
  }

  private static String templateOfService(FoundMember member) {
    return member.service(member::template);
  }

  /** Whether a member is a static pod, whose manifest stands for two files of others. */
  private boolean pods() {
    return supervised().stream().anyMatch(member -> member.manifest().isPresent());
  }

  private String tls() {
    boolean secured =
        supervised().stream()
            .anyMatch(member -> member.orUnknown(FoundMember::clientUrl).startsWith("https"));
    return (secured
            ? "    # Files of this machine: the CA of the members%s, and a certificate for Quorate.%n"
                    .formatted(
                        supervised()
                            .getFirst()
                            .authority()
                            .map(file -> " (there " + file + ")")
                            .orElse(""))
                + DraftText.tls(ours)
            : "")
        + "    members:\n";
  }

  private String member(FoundMember member) {
    var text = new StringBuilder();
    member.objection().ifPresent(why -> text.append("      # %s%n".formatted(why)));
    text.append("      %s:%n".formatted(key(member.orUnknown(FoundMember::name))));
    text.append(
        "        host: {ssh: {address: %s%s}}%n"
            .formatted(quoted(member.login().address()), special(member)));
    text.append("        # zone: a    what fails together: a rack, a room\n");
    text.append("        # site: x    what holds zones: a data centre\n");
    text.append(own("peerUrl", member, FoundMember::peerUrl, false));
    text.append(own("clientUrl", member, FoundMember::clientUrl, false));
    text.append(own("dataDirectory", member, FoundMember::dataDirectory, true));
    if (member.manifest().isEmpty()) {
      text.append(own("environmentFile", member, FoundMember::environmentFile, !pods()));
      text.append(own("binary", member, FoundMember::binary, !pods()));
    }
    if (!alikeServices()) {
      text.append("        service: {%s}%n".formatted(member.service(member::orUnknown)));
    }
    return text.toString();
  }

  /** Writes the settings of the login that only this machine has. */
  private String special(FoundMember member) {
    HostSettings.Ssh own = member.login();
    return (own.port() == 22 ? "" : ", port: " + own.port())
        + (own.user().equals(supervised().getFirst().login().user())
            ? ""
            : ", user: " + own.user());
  }

  private String own(
      String field,
      FoundMember member,
      Function<FoundMember, Optional<String>> value,
      boolean inDefaults) {
    return inDefaults && alike(value)
        ? ""
        : "        %s: %s%n".formatted(field, quoted(member.orUnknown(value)));
  }
}
