package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Requirement;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Configuration.Canary;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.MountPoint;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.reminder.ReminderSettings;
import io.quorate.snapshot.Retention;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Hazard;
import io.quorate.token.TokensFile;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Supervision;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sample of the documentation means, and where the file is looked for. */
class ConfigurationFileTest {
  private static final Environment ALL_THERE = new Environment(Map.of(), file -> true);

  @Test
  void theSampleOfTheDocumentationLoadsAsItStands() {
    Configuration sample = read(sample());

    assertThat(sample.temporal().target()).hasToString("127.0.0.1:7233");
    assertThat(sample.gateway().listen().port()).isEqualTo(8085);
    assertThat(sample.snapshots())
        .isEqualTo(new SnapshotDirectory(Path.of("/var/lib/quorate/snapshots")));
    assertThat(sample.slack().orElseThrow().apiUrl())
        .contains(URI.create("http://127.0.0.1:8086/api/"));
    assertThat(sample.approval().policy().expireAfter()).isEqualTo(Duration.ofHours(4));
    assertThat(sample.approval().policy().needs(Hazard.DESTRUCTIVE))
        .isEqualTo(Requirement.anybody(2));
    assertThat(sample.releases())
        .contains(
            new EtcdRelease(
                new EtcdVersion(3, 7, 3),
                Optional.of(Path.of("/opt/etcd/3.7.3")),
                Optional.empty()));
    assertThat(sample.lookAgain()).isEqualTo(Duration.ofSeconds(60));
    assertThat(sample.canary()).isEqualTo(Canary.STANDARD);
  }

  @Test
  void theNameOfAMemberIsPutIntoTheDefaultsEvenWithinFlowMappings() {
    ClusterSettings payments = read(sample()).cluster(new ClusterKey("payments")).orElseThrow();
    MemberSettings member = payments.members().get(new MemberName("etcd-1"));

    assertThat(process(member).dataDirectory()).isEqualTo(Path.of("/var/lib/etcd/etcd-1"));
    assertThat(process(member).service())
        .isEqualTo(
            new ServiceSettings.Process(
                Path.of("/run/etcd/etcd-1.pid"), Path.of("/var/log/etcd/etcd-1.log")));
    assertThat(member.place())
        .isEqualTo(
            new ConfiguredMember(
                "http://127.0.0.1:3380",
                "http://127.0.0.1:3379",
                new FailureDomain("b"),
                Optional.empty(),
                Optional.of(Supervision.PROCESS),
                Optional.empty()));
  }

  @Test
  void aMemberOverridesTheDefaults() {
    String text = sample().replace("{zone: b,", "{zone: b, dataDirectory: /srv/{name},");
    ClusterSettings payments = read(text).cluster(new ClusterKey("payments")).orElseThrow();

    assertThat(process(payments.members().get(new MemberName("etcd-1"))).dataDirectory())
        .isEqualTo(Path.of("/srv/etcd-1"));
    assertThat(process(payments.members().get(new MemberName("etcd-2"))).dataDirectory())
        .isEqualTo(Path.of("/var/lib/etcd/etcd-2"));
  }

  @Test
  void aMemberIsInTheSiteOfTheDefaultsUnlessItNamesAnother() {
    String text =
        sample()
            .replace("{zone: b,", "{zone: b, site: west,")
            .replace(
                "dataDirectory: /var/lib/etcd/{name}\n",
                "dataDirectory: /var/lib/etcd/{name}\n      site: east\n");
    Map<MemberName, MemberSettings> members =
        read(text).cluster(new ClusterKey("payments")).orElseThrow().members();

    assertThat(members.get(new MemberName("etcd-1")).place().site())
        .contains(new FailureDomain("west"));
    assertThat(members.get(new MemberName("etcd-2")).place().site())
        .contains(new FailureDomain("east"));
    assertThat(read(sample()).cluster(new ClusterKey("payments")).orElseThrow().members().values())
        .allMatch(member -> member.site().isEmpty());
  }

  @Test
  void aMountPointOfAMemberOverridesTheDefaultMountPoint() {
    String text =
        sample()
            .replace("{zone: b,", "{zone: b, mountPoint: none,")
            .replace(
                "dataDirectory: /var/lib/etcd/{name}\n",
                "dataDirectory: /var/lib/etcd/{name}\n      mountPoint: /var/lib/etcd/\n");
    ClusterSettings payments = read(text).cluster(new ClusterKey("payments")).orElseThrow();

    assertThat(process(payments.members().get(new MemberName("etcd-1"))).mountPoint())
        .contains(new MountPoint(Optional.empty()));
    assertThat(process(payments.members().get(new MemberName("etcd-2"))).mountPoint())
        .contains(new MountPoint(Optional.of(Path.of("/var/lib/etcd"))));
    assertThat(
            process(
                    read(sample())
                        .cluster(new ClusterKey("payments"))
                        .orElseThrow()
                        .members()
                        .get(new MemberName("etcd-1")))
                .mountPoint())
        .isEmpty();
  }

  @Test
  void omittedSectionsHaveTheDocumentedDefaults() {
    Configuration small = read(sample().substring(sample().indexOf("\nclusters:")));
    Configuration sample = read(sample());

    assertThat(small.temporal()).isEqualTo(sample.temporal());
    assertThat(small.gateway()).isEqualTo(sample.gateway());
    assertThat(small.snapshots()).isEqualTo(sample.snapshots());
    assertThat(small.slack()).isEmpty();
    assertThat(small.approval().approvers()).isEqualTo(Approvers.NOBODY);
    assertThat(small.approval().policy().needs(Hazard.DESTRUCTIVE))
        .isEqualTo(Requirement.anybody(2));
  }

  @Test
  void theMetricsUrlComesFromTheConfigurationOrTheEnvironmentFile(@TempDir Path directory)
      throws IOException {
    Files.writeString(
        directory.resolve("etcd-1.env"),
        "ETCD_DATA_DIR=/var/lib/etcd/etcd-1\n"
            + "ETCD_LISTEN_CLIENT_HTTP_URLS=http://0.0.0.0:3378,http://127.0.0.1:3377\n");
    String text =
        sample()
            .replace("/etc/etcd/{name}.env", directory + "/{name}.env")
            .replace("{zone: a,", "{zone: a, metricsUrl: \"http://127.0.0.1:2378\",");
    var members = read(text).cluster(new ClusterKey("payments")).orElseThrow().members();

    assertThat(members.get(new MemberName("etcd-0")).metricsUrl())
        .contains(URI.create("http://127.0.0.1:2378"));
    assertThat(members.get(new MemberName("etcd-1")).metricsUrl())
        .contains(URI.create("http://127.0.0.1:3378"));
    assertThat(members.get(new MemberName("etcd-2")).metricsUrl()).isEmpty();
  }

  @Test
  void peersMayHaveACaOfTheirOwn() {
    String tls = "    tls: {ca: ca.crt, peer: {ca: peer-ca.crt}}\n    # tls: {ca,";
    ClusterSettings payments =
        read(sample().replace("    # tls: {ca,", tls)).cluster(new ClusterKey("payments")).get();

    assertThat(payments.tls().flatMap(TlsFiles::ca)).contains(Path.of("/etc/quorate/ca.crt"));
    assertThat(payments.peerTls().flatMap(TlsFiles::ca))
        .contains(Path.of("/etc/quorate/peer-ca.crt"));
  }

  @Test
  void backupsMayBeScheduledAndRemoved() {
    String backup = "    backup: {every: 6h, keep: {last: 14}, drillWithin: 240h}\n    # tls: {ca,";
    ClusterSettings payments =
        read(sample().replace("    # tls: {ca,", backup)).cluster(new ClusterKey("payments")).get();

    assertThat(payments.backup())
        .isEqualTo(
            new BackupSettings(
                Optional.of(Duration.ofHours(6)),
                Optional.of(new Retention(14, 7, 5)),
                Optional.of(Duration.ofHours(240))));
    assertThat(read(sample()).cluster(new ClusterKey("payments")).get().backup())
        .isEqualTo(BackupSettings.NONE);
  }

  @Test
  @Tag("attack-37")
  void etcdsPasswordIsNotSentInTheClearBeyondThisMachine() {
    String credentials =
        "platform: hosts\n    credentials: {userFile: user, passwordFile: password}";
    String text = sample().replaceFirst("platform: hosts", credentials);

    assertThat(read(text).secrets()).isNotEmpty();
    assertThatThrownBy(() -> read(text.replace("http://127.0.0.1:2379", "http://10.0.0.1:2379")))
        .hasMessageContaining("would send etcd's password in the clear to http://10.0.0.1:2379");
  }

  @Test
  void snapshotsMayBeKeptInS3() {
    String s3 =
        "snapshots: {s3: {bucket: etcd-backups, prefix: prod/, region: eu-central-1,"
            + " endpoint: 'https://s3.local:9000', pathStyle: true, credentialsFile: s3.ini,"
            + " encryption: AES256, macKeyFile: s3.mac}}";
    Configuration read = read(sample().replaceFirst("(?m)^snapshots: \\{directory.*$", s3));

    assertThat(read.snapshots())
        .isEqualTo(
            new SnapshotBucket(
                "etcd-backups",
                "prod",
                "eu-central-1",
                Optional.of(URI.create("https://s3.local:9000")),
                true,
                Optional.of(new SecretFile(Path.of("/etc/quorate/s3.ini"))),
                Optional.of("AES256"),
                Optional.of(new SecretFile(Path.of("/etc/quorate/s3.mac"))),
                Path.of("/var/lib/quorate/scratch")));
    assertThat(read.secrets())
        .contains(Path.of("/etc/quorate/s3.ini"), Path.of("/etc/quorate/s3.mac"));
  }

  @Test
  void relativeFilesAreRelativeToTheConfigurationFile() {
    String text = sample().replace("/var/lib/quorate/snapshots", "saved");

    assertThat(read(text).snapshots())
        .isEqualTo(new SnapshotDirectory(Path.of("/etc/quorate/saved")));
  }

  @Test
  void theEnvironmentFillsInValuesButNeverYaml() {
    String text = sample().replace("namespace: default", "namespace: ${SPACE}");
    Environment tricky = new Environment(Map.of("SPACE", "a, taskQueue: b}"), file -> true);

    Configuration read = ConfigurationFile.read(Path.of("/etc/quorate/q.yml"), text, tricky);

    assertThat(read.temporal().namespace()).isEqualTo("a, taskQueue: b}");
    assertThat(read.temporal().taskQueue()).isEqualTo("quorate");
  }

  @Test
  void anApproverIsFoundByNameInAnyCaseAndBySlackWithTheTeam() {
    String text = sample().replace("\"T1/U2\"}]}", "\"T1/U2\"}], dba: [{name: Dana}]}");
    Approvers approvers = read(text).approval().approvers();

    assertThat(approvers.byName("DANA").orElseThrow().groups()).isEqualTo(Set.of("oncall", "dba"));
    assertThat(approvers.bySlack("T1", "U2").map(Approver::name)).contains("robin");
    assertThat(approvers.bySlack("T2", "U2")).isEmpty();
    assertThat(approvers.count(Optional.of("dba"))).isEqualTo(1);
  }

  @Test
  void anApproverIsFoundByEachAliasOfAllTheirEntries() {
    String text =
        sample()
            .replace("\"T1/U1\"}", "\"T1/U1\", aliases: [d.smith, root]}")
            .replace("\"T1/U2\"}]}", "\"T1/U2\"}], dba: [{name: Dana, aliases: [dba7]}]}");
    Approvers approvers = read(text).approval().approvers();

    for (String name : List.of("dana", "D.Smith", "root", "dba7")) {
      assertThat(approvers.byName(name).map(Approver::name)).as(name).contains("dana");
    }
    assertThat(approvers.count(Optional.of("oncall"))).isEqualTo(2);
  }

  @Test
  void aGroupOfApproversSteersAndHasItsGroupInSlack() {
    String more = "\n  steering: {group: oncall}\n  slackGroups: {oncall: S0123ABCD}";
    ApprovalSettings approval =
        read(sample().replace("\n  expireAfter: 4h", more + "\n  expireAfter: 4h")).approval();

    assertThat(approval.steering()).contains("oncall");
    assertThat(approval.slackGroups()).isEqualTo(Map.of("oncall", "S0123ABCD"));
    assertThat(read(sample()).approval().steering()).as("every approver").isEmpty();
  }

  @Test
  void aLevelTakesTermsForTheRequesterAndForApprovalsOutsideSlack() {
    String levels =
        "destructive: {count: 2, group: oncall, outsideSlack: 1}}\n  requesterCounts: true";
    String text =
        sample()
            .replace("destructive: 2}", levels)
            .replace(
                "listen: \"127.0.0.1:8085\"",
                "listen: \"127.0.0.1:8085\", tokensFile: /etc/quorate/tokens, alertTokenFile:"
                    + " /etc/quorate/alerts");
    ApprovalPolicy policy = read(text).approval().policy();

    assertThat(policy.needs(Hazard.DESTRUCTIVE))
        .isEqualTo(
            new Requirement(2, Optional.of("oncall"), Optional.of(new ApprovalTerms(1, true))));
    assertThat(policy.needs(Hazard.IRREVERSIBLE))
        .as("one approval is never the requester's own")
        .isEqualTo(Requirement.anybody(1));
  }

  @Test
  void remindersAreSetOrOffAndHaveDefaults() {
    assertThat(read(sample()).approval().remind()).contains(ReminderSettings.DEFAULT);
    assertThat(remind("off")).isEmpty();
    assertThat(remind("{after: 5m, every: 30m, then: {group: oncall, after: 20m}}"))
        .contains(
            new ReminderSettings(
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                Optional.of(new ReminderSettings.Escalation("oncall", Duration.ofMinutes(20)))));
  }

  private static Optional<ReminderSettings> remind(String setting) {
    String more = "\n  remind: " + setting + "\n  expireAfter: 4h";
    return read(sample().replace("\n  expireAfter: 4h", more)).approval().remind();
  }

  @Test
  void anAliasOfAnApproverCannotBeAReservedName() {
    String text = sample().replace("\"T1/U1\"}", "\"T1/U1\", aliases: [after main.1a2b3c4d]}");

    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("how operations that follow another one are named");
  }

  @Test
  void theCanaryCanBeTurnedOffInBothSpellings() {
    assertThat(read(sample() + "\ncanary: off\n").canary().key()).isEmpty();
    assertThat(read(sample() + "\ncanary: {key: off}\n").canary().key()).isEmpty();
    assertThat(read(sample() + "\ncanary: {key: /a}\n").canary().key()).contains("/a");
  }

  @Test
  void theDataDirectoryOfTheEnvironmentFileHasToBeTheSame(@TempDir Path directory)
      throws IOException {
    Path environment = directory.resolve("etcd-0.env");
    Files.writeString(environment, "ETCD_NAME=etcd-0\nETCD_DATA_DIR=/elsewhere\n");
    String text = sample().replace("/etc/etcd/{name}.env", directory + "/{name}.env");

    assertThatThrownBy(() -> read(text))
        .hasMessage(
            "/etc/quorate/quorate.yml:22: clusters.payments.memberDefaults.dataDirectory: is"
                + " /var/lib/etcd/etcd-0, but "
                + environment
                + " has ETCD_DATA_DIR=/elsewhere; both must name the same directory");
  }

  @Test
  void aMissingFileIsNamedWithTheOptionOrTheVariable(@TempDir Path directory) {
    Path named = directory.resolve("none.yml");

    InvalidConfiguration missing =
        catchThrowableOfType(
            InvalidConfiguration.class,
            () -> ConfigurationFile.load(Optional.of(named), ALL_THERE));
    InvalidConfiguration fromVariable =
        catchThrowableOfType(
            InvalidConfiguration.class,
            () ->
                ConfigurationFile.load(
                    Optional.empty(),
                    new Environment(Map.of("QUORATE_CONFIG", named.toString()), f -> true)));

    assertThat(missing).hasMessageContaining(named.toString()).hasMessageContaining("--config");
    assertThat(fromVariable).hasMessageContaining("$QUORATE_CONFIG");
  }

  @Test
  void whenNobodyNamesAFileTheFirstThatIsThereCountsOfDirectoryUserAndMachine(@TempDir Path home) {
    assertThat(ConfigurationFile.usualPlaces(Map.of("HOME", "/home/dana")))
        .containsExactly(
            Path.of("quorate.yml").toAbsolutePath(),
            Path.of("/home/dana/.config/quorate/quorate.yml"),
            Path.of("/etc/quorate/quorate.yml"));
    assertThat(ConfigurationFile.usualPlaces(Map.of("HOME", "/home/dana", "XDG_CONFIG_HOME", "/x")))
        .contains(Path.of("/x/quorate/quorate.yml"))
        .hasSize(3);
    assertThat(ConfigurationFile.usualPlaces(Map.of("HOME", "/home/dana", "XDG_CONFIG_HOME", "x")))
        .contains(Path.of("/home/dana/.config/quorate/quorate.yml"));
    List<Path> none = List.of(home.resolve("here.yml"), home.resolve("there.yml"));
    assertThatThrownBy(() -> ConfigurationFile.first(none))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessage(
            "there is no configuration file; looked for "
                + home.resolve("here.yml")
                + ", "
                + home.resolve("there.yml")
                + ". Name another with --config FILE or $QUORATE_CONFIG");
  }

  @Test
  void theConfigurationOfTheUserIsReadWithPathsRelativeToIt(@TempDir Path home) throws IOException {
    Path file = Files.createDirectories(home.resolve("quorate")).resolve("quorate.yml");
    Files.writeString(file, sample().replace("/var/lib/quorate/snapshots", "saved"));
    Environment dana = new Environment(Map.of("XDG_CONFIG_HOME", home.toString()), f -> true);

    Configuration read = ConfigurationFile.load(Optional.empty(), dana);

    assertThat(read.file()).isEqualTo(file);
    assertThat(read.snapshots()).isEqualTo(new SnapshotDirectory(home.resolve("quorate/saved")));
  }

  @Test
  void theGatewayListensAnywhereWithTokensAndTlsOrAProxy() {
    String gateway =
        """
        gateway:
          listen: "0.0.0.0:8443"
          publicUrl: https://quorate.example.net
          tls: {certificateFile: gateway.crt, keyFile: /tls/gateway.key}
          tokensFile: tokens
          alertTokenFile: alert-token
        temporal: {namespace: etcd, page: "https://temporal.example.net/"}
        """;
    String clusters = sample().substring(sample().indexOf("\nclusters:"));
    Configuration own = read(gateway + clusters);

    assertThat(own.gateway().listen()).hasToString("0.0.0.0:8443");
    assertThat(own.gateway().tokens()).contains(new TokensFile(Path.of("/etc/quorate/tokens")));
    assertThat(own.gateway().transport())
        .isEqualTo(
            new GatewayTransport.OwnTls(
                Path.of("/etc/quorate/gateway.crt"), Path.of("/tls/gateway.key")));
    assertThat(own.temporal().workflowsPage())
        .contains("https://temporal.example.net/namespaces/etcd/workflows");

    Configuration proxied = read(gateway.replaceFirst("tls: .*", "tls: behind-proxy") + clusters);
    assertThat(proxied.gateway().transport()).isEqualTo(new GatewayTransport.BehindProxy());
  }

  /** Who may read each of these is what check warns of. */
  @Test
  void everyFileWithASecretIsNamed() {
    String clusters = sample().substring(sample().indexOf("\nclusters:"));
    String text =
        """
        temporal:
          apiKeyFile: api-key
          tls: {ca: ca.pem, certificate: temporal.pem, key: temporal-key.pem}
        gateway:
          alertTokenFile: alert-token
          tokensFile: tokens
          tls: {certificateFile: gateway.pem, keyFile: gateway-key.pem}
        slack: {botTokenFile: bot-token, appTokenFile: app-token, channel: C1}
        """
            + clusters
                .replace("http://", "https://")
                .replaceFirst(
                    "platform: hosts",
                    """
                    platform: hosts
                        credentials: {userFile: user, passwordFile: password}
                        tls:
                          certificate: etcd.pem
                          key: etcd-key.pem
                          peer: {certificate: peer.pem, key: peer-key.pem}
                    """
                        .stripTrailing());
    assertThat(read(text).secrets())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder(
            "api-key",
            "temporal-key.pem",
            "alert-token",
            "gateway-key.pem",
            "bot-token",
            "app-token",
            "password",
            "etcd-key.pem",
            "peer-key.pem");
  }

  private static Configuration read(String text) {
    return ConfigurationFile.read(Path.of("/etc/quorate/quorate.yml"), text, ALL_THERE);
  }

  static String sample() {
    try (InputStream sample = ConfigurationFileTest.class.getResourceAsStream("sample.yml")) {
      return new String(sample.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Test
  void theNextPlaceInheritsTheMemberSettingsAndIsListedAsAPlace() {
    String text =
        sample()
            .replace(
                "clientUrl: \"http://127.0.0.1:3379\"}",
                "clientUrl: \"http://127.0.0.1:3379\", next: {dataDirectory: /mnt/{name},"
                    + " environmentFile: /etc/etcd/{name}-next.env, service: {process: {pidFile:"
                    + " /run/next.pid, logFile: /var/log/next.log}}}}");
    ClusterSettings payments = read(text).cluster(new ClusterKey("payments")).orElseThrow();
    MemberName one = new MemberName("etcd-1");
    MemberSettings next = payments.members().get(one).next().orElseThrow();

    assertThat(process(next).dataDirectory()).isEqualTo(Path.of("/mnt/etcd-1"));
    assertThat(process(next).binary()).isEqualTo(Path.of("/opt/etcd/etcd-1/etcd"));
    assertThat(next.etcdName()).isEqualTo(one);
    assertThat(payments.members()).hasSize(3);
    assertThat(payments.places())
        .hasSize(4)
        .containsEntry(
            new MemberName("etcd-1.next"),
            new ConfiguredMember(
                "http://127.0.0.1:3380",
                "http://127.0.0.1:3379",
                new FailureDomain("b"),
                Optional.of(one),
                Optional.of(Supervision.PROCESS),
                Optional.empty()));
  }

  @Test
  void howAHostIsReachedIsCompletedFieldByField() {
    Configuration read =
        read(
            """
            clusters:
              payments:
                platform: hosts
                memberDefaults:
                  host: {ssh: {user: quorate, sudo: true, jump: ["ops@gate:2222"]}}
                  service: {systemd: etcd.service}
                  dataDirectory: /var/lib/etcd/{name}
                  environmentFile: /etc/etcd/{name}.env
                  binary: /opt/etcd/{name}/etcd
                members:
                  etcd-0: {host: {ssh: {address: 10.0.0.1}}, peerUrl: "http://10.0.0.1:2380", clientUrl: "http://10.0.0.1:2379"}
                  etcd-1: {host: {ssh: {address: "fe80::2", port: 2022}}, peerUrl: "http://10.0.0.2:2380", clientUrl: "http://10.0.0.2:2379"}
            """);
    ClusterSettings payments = read.cluster(new ClusterKey("payments")).orElseThrow();

    OnHost one = process(payments.members().get(new MemberName("etcd-1")));
    assertThat(one.host())
        .isEqualTo(
            new HostSettings.Ssh(
                "fe80::2",
                2022,
                "quorate",
                Optional.empty(),
                Optional.empty(),
                List.of("ops@gate:2222"),
                true));
    assertThat(one.service()).isEqualTo(new ServiceSettings.Systemd("etcd.service"));
    assertThat(process(payments.members().get(new MemberName("etcd-0"))).host().key())
        .isEqualTo("10.0.0.1:22:");
    assertThat(payments.jumpHosts().byMember())
        .containsEntry(new MemberName("etcd-0"), List.of("ops@gate:2222"));
  }

  @Test
  void theNextMachineInheritsTheSshSettingsUnlessOverridden() {
    Configuration read =
        read(
            """
            clusters:
              payments:
                platform: hosts
                memberDefaults:
                  host: {ssh: {user: quorate, sudo: true, port: 2022, jump: ["ops@gate:2222"]}}
                  service: {systemd: etcd.service}
                  dataDirectory: /var/lib/etcd/{name}
                  environmentFile: /etc/etcd/{name}.env
                  binary: /opt/etcd/{name}/etcd
                members:
                  etcd-0:
                    host: {ssh: {address: 10.0.0.1}}
                    peerUrl: "http://10.0.0.1:2380"
                    clientUrl: "http://10.0.0.1:2379"
                    next:
                      host: {ssh: {address: 10.0.0.9, jump: []}}
                      peerUrl: "http://10.0.0.9:2380"
                      clientUrl: "http://10.0.0.9:2379"
                      service: {systemd: etcd.service}
                      dataDirectory: /var/lib/etcd/{name}
                      environmentFile: /etc/etcd/{name}.env
            """);
    ClusterSettings payments = read.cluster(new ClusterKey("payments")).orElseThrow();

    MemberSettings moving = payments.members().get(new MemberName("etcd-0"));
    assertThat(process(moving.next().orElseThrow()).host())
        .isEqualTo(
            new HostSettings.Ssh(
                "10.0.0.9", 2022, "quorate", Optional.empty(), Optional.empty(), List.of(), true));
  }

  @Test
  void thePrivateKeyOfALoginIsASecretOfEveryMachine() {
    String text =
        """
        clusters:
          payments:
            platform: hosts
            memberDefaults:
              host: {ssh: {identityFile: id-of-all}}
              service: {systemd: etcd.service}
              dataDirectory: /var/lib/etcd/{name}
              environmentFile: /etc/etcd/{name}.env
              binary: /opt/etcd/{name}/etcd
            members:
              etcd-0: {host: {ssh: {address: 10.0.0.1}}, peerUrl: "http://10.0.0.1:2380", clientUrl: "http://10.0.0.1:2379"}
              etcd-1: {host: {ssh: {address: 10.0.0.2, identityFile: id-of-one}}, peerUrl: "http://10.0.0.2:2380", clientUrl: "http://10.0.0.2:2379"}
        """;
    assertThat(read(text).secrets())
        .containsExactly(Path.of("/etc/quorate/id-of-all"), Path.of("/etc/quorate/id-of-one"));
  }

  private static OnHost process(@Nullable MemberSettings member) {
    return (OnHost) Objects.requireNonNull(member).platform();
  }
}
