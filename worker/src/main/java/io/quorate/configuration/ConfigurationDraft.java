package io.quorate.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A configuration file for a cluster that runs, with comments on what only a person knows. What all
 * members have alike stands in their defaults.
 *
 * @param cluster the key of the cluster
 */
public record ConfigurationDraft(String cluster, List<FoundMember> members) {
  private static final String UNKNOWN = "CHANGE-ME";

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
      Optional<String> authority) {

    /** What keeps Quorate from operating it as it is, each as a sentence. */
    public List<String> objections() {
      List<String> all = new ArrayList<>();
      if (manifest.isPresent()) {
        return all;
      }
      if (unit.isEmpty()) {
        all.add(
            "It is no main process of a unit: write service: {process: {pidFile: ..., logFile:"
                + " ...}} or make it one.");
      }
      if (unit.isPresent() && environmentFile.isEmpty()) {
        all.add(
            "Its unit reads no EnvironmentFile=: move the flags of ExecStart= into one, as ETCD_"
                + " variables.");
      }
      return all;
    }

    /**
     * What supervises it, as a field has it.
     *
     * @param value how a field is written
     */
    private String service(Function<Function<FoundMember, Optional<String>>, String> value) {
      return manifest.isPresent()
          ? "staticPod: \"" + value.apply(FoundMember::manifest) + "\""
          : "systemd: \"" + value.apply(FoundMember::unit) + "\"";
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
    return head()
        + clusterText()
        + tls()
        + members.stream().map(this::member).collect(Collectors.joining());
  }

  private String head() {
    return """
    # Written by quorate init from what runs. Read it, change what says CHANGE-ME, then: quorate check
    temporal: {target: "127.0.0.1:7233"}
    snapshots: {directory: /var/lib/quorate/snapshots}
    approval:
      # Who may say yes. With slack: TEAM/USER they answer in Slack too. A restore needs two of them,
      # and never who asked for it: with two names only an alert, or somebody else, can start one.
      approvers: {oncall: [{name: CHANGE-ME-1}, {name: CHANGE-ME-2}, {name: CHANGE-ME-3}]}
    # Where the machines have each etcd that members may be moved to; needed to upgrade:
    # etcd:
    #   releases: [{version: 3.6.16, %s}]
    """
        .formatted(
            pods() ? "image: \"registry.k8s.io/etcd:3.6.16-0\"" : "directory: /opt/etcd/3.6.16");
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
    HostSettings.Ssh first = members.getFirst().login();
    return "{ssh: {user: "
        + first.user()
        + first.identityFile().map(file -> ", identityFile: \"" + file + "\"").orElse("")
        + first.knownHosts().map(file -> ", knownHosts: \"" + file + "\"").orElse("")
        + (first.sudo() ? ", sudo: true" : "")
        + "}}";
  }

  private String shared(String field, Function<FoundMember, Optional<String>> value) {
    return alike(value)
        ? "      %s: \"%s\"%n".formatted(field, members.getFirst().template(value))
        : "";
  }

  private boolean alike(Function<FoundMember, Optional<String>> value) {
    return members.stream().map(member -> member.template(value)).distinct().count() == 1;
  }

  private String service() {
    return alikeServices()
        ? "      service: {%s}%n".formatted(templateOfService(members.getFirst()))
        : "";
  }

  private boolean alikeServices() {
    return members.stream().map(ConfigurationDraft::templateOfService).distinct().count() == 1;
  }

  private static String templateOfService(FoundMember member) {
    return member.service(member::template);
  }

  /** Whether a member is a static pod, whose manifest stands for two files of others. */
  private boolean pods() {
    return members.stream().anyMatch(member -> member.manifest().isPresent());
  }

  private String tls() {
    boolean secured =
        members.stream()
            .anyMatch(member -> member.orUnknown(FoundMember::clientUrl).startsWith("https"));
    return (secured
            ? "    # Files of this machine: the CA of the members%s, and a certificate for Quorate.%n"
                    .formatted(
                        members
                            .getFirst()
                            .authority()
                            .map(file -> " (there " + file + ")")
                            .orElse(""))
                + "    tls: {ca: CHANGE-ME, certificate: CHANGE-ME, key: CHANGE-ME}\n"
            : "")
        + "    members:\n";
  }

  private String member(FoundMember member) {
    var text = new StringBuilder();
    member.objections().forEach(why -> text.append("      # %s%n".formatted(why)));
    text.append("      %s:%n".formatted(member.orUnknown(FoundMember::name)));
    text.append(
        "        host: {ssh: {address: \"%s\"%s}}%n"
            .formatted(member.login().address(), special(member)));
    text.append("        # zone: a    what fails together: a rack, a site\n");
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

  /** What only this machine has of how it is reached. */
  private String special(FoundMember member) {
    HostSettings.Ssh own = member.login();
    return (own.port() == 22 ? "" : ", port: " + own.port())
        + (own.user().equals(members.getFirst().login().user()) ? "" : ", user: " + own.user());
  }

  private String own(
      String field,
      FoundMember member,
      Function<FoundMember, Optional<String>> value,
      boolean inDefaults) {
    return inDefaults && alike(value)
        ? ""
        : "        %s: \"%s\"%n".formatted(field, member.orUnknown(value));
  }
}
