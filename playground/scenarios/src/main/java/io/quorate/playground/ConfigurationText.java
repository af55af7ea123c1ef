package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.S3Server;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A writer of the playground's configuration, complete enough to start Quorate from the file. */
record ConfigurationText(
    StageFolder folder,
    List<ToolFolder> etcd,
    EtcdCluster cluster,
    Disks disks,
    boolean watched,
    Optional<S3Server> s3) {
  private static final List<String> ZONES = List.of("a", "b", "c");

  /** Writes the configuration file and the files of the secrets it names. */
  void write(TemporalServer temporal, int gatewayPort, SlackEmulator slack, String alertToken)
      throws IOException {
    secret("slack-bot-token", slack.tokens().bot());
    secret("slack-app-token", slack.tokens().app());
    secret("alert-token", alertToken);
    if (s3.isPresent()) {
      secret(
          "s3.ini",
          "[default]\naws_access_key_id = %s\naws_secret_access_key = %s"
              .formatted(S3Server.ACCESS_KEY, S3Server.SECRET_KEY));
    }
    Files.writeString(
        folder.configuration(),
        processes(temporal, gatewayPort) + people(slack) + releases() + clusters());
  }

  private void secret(String name, String value) throws IOException {
    Path file = folder.secret(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, value + "\n");
  }

  private String processes(TemporalServer temporal, int gatewayPort) {
    return """
    # Written by quorate playground. docs/configuration.md explains every line.
    temporal: {target: "%s", namespace: default, taskQueue: quorate, page: "%s"}
    gateway:
      listen: "127.0.0.1:%d"
      publicUrl: "http://127.0.0.1:%d"
      alertTokenFile: %s
    snapshots: %s
    """
        .formatted(
            temporal.target(),
            temporal.page(),
            gatewayPort,
            gatewayPort,
            folder.secret("alert-token"),
            s3.map(this::in).orElse("{directory: " + folder.file("snapshots") + "}"));
  }

  private String in(S3Server server) {
    return """

      s3: {bucket: %s, region: %s, endpoint: "%s", pathStyle: true, credentialsFile: %s,
           scratch: %s}\
    """
        .formatted(
            StageFolder.BUCKET,
            S3Server.REGION,
            server.endpoint(),
            folder.secret("s3.ini"),
            folder.file("scratch"));
  }

  private String people(SlackEmulator slack) {
    return """
    slack:
      botTokenFile: %s
      appTokenFile: %s
      channel: "%s"
      apiUrl: "%s"
    approval:
      approvers:
        oncall:
          - {name: %s, slack: "%s"}
          - {name: %s, slack: "%s"}
      required: {reversible: 1, irreversible: 1, destructive: 2}
      expireAfter: 4h
    """
        .formatted(
            folder.secret("slack-bot-token"),
            folder.secret("slack-app-token"),
            slack.channel(),
            slack.apiUrl(),
            Person.DANA.name(),
            slackId(Person.DANA),
            Person.ROBIN.name(),
            slackId(Person.ROBIN));
  }

  private static String slackId(Person person) {
    return person.teamId() + "/" + person.userId();
  }

  private String releases() {
    return etcd.stream()
        .map(
            release ->
                "    - {version: %s, directory: %s}\n"
                    .formatted(release.tool().version(), release.folder()))
        .collect(Collectors.joining("", "etcd:\n  releases:\n", ""));
  }

  private String clusters() {
    Path member = folder.etcd().resolve("{name}");
    var text =
        new StringBuilder(
            """
            clusters:
              %s:
                platform: hosts
            %s    alerts: {job: %s}
                memberDefaults:
                  dataDirectory: %s/data%s
                  environmentFile: %s/etcd.env
                  binary: %s/etcd
                  service: {process: {pidFile: %s/etcd.pid, logFile: %s/etcd.log}}
                  host: local
                members:
            """
                .formatted(
                    Stage.CLUSTER,
                    watched ? "" : "    watch: off\n",
                    Stage.JOB,
                    member,
                    disks == Disks.MOUNTED ? "\n      mountPoint: " + member + "/data" : "",
                    member,
                    member,
                    member,
                    member));
    List<EtcdMember> members =
        cluster.members().stream().filter(one -> !one.name().endsWith(".next")).toList();
    for (int number = 0; number < members.size(); number++) {
      text.append(member(members.get(number), ZONES.get(number % ZONES.size())));
    }
    return text.toString();
  }

  private String member(EtcdMember member, String zone) {
    return "      %s: {zone: %s, peerUrl: \"%s\", clientUrl: \"%s\"%s}\n"
        .formatted(
            member.name(),
            zone,
            member.peerUrl(),
            member.clientUrl(),
            cluster.next(member.name()).map(next -> next(member, next)).orElse(""));
  }

  private static String next(EtcdMember member, EtcdMember next) {
    String urls =
        next.peerUrl().equals(member.peerUrl())
            ? ""
            : "peerUrl: \"%s\", clientUrl: \"%s\", ".formatted(next.peerUrl(), next.clientUrl());
    return """
    ,
            next: {%sdataDirectory: %s, environmentFile: %s,
              service: {process: {pidFile: %s, logFile: %s}}}\
    """
        .formatted(
            urls,
            next.dataDirectory(),
            next.files().environmentFile(),
            next.files().pidFile(),
            next.files().logFile());
  }
}
