package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.watch.ClusterKnowledge;
import io.quorate.watch.DeepKnowledge;
import io.quorate.watch.FindingKind;
import io.quorate.watch.HostRound;
import io.quorate.watch.PulseMemory;
import io.quorate.watch.RoundMemory;
import io.quorate.watch.Sign;
import io.quorate.watch.Sign.Urgency;
import io.quorate.watch.Signs;
import io.quorate.worker.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real members whose next start would take other settings than the process has. */
class NextStartIT {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  private static final String WRAPPER = "#!/bin/sh\nexec %s/etcd \"$@\"\n";

  @TempDir Path folder;

  private Optional<HostRound> last = Optional.empty();

  @Test
  void filesThatAreChangedBehindARunningMemberAreFoundUntilItsRestart() throws Exception {
    Path authority = Files.writeString(folder.resolve("ca.pem"), "the old CA\n");
    Files.setLastModifiedTime(authority, LONG_AGO);
    EtcdSettings settings =
        EtcdSettings.plain()
            .with("ETCD_TRUSTED_CA_FILE", authority.toString())
            .with("ETCD_LOG_LEVEL", "info")
            .with("ETCD_IMAGE_OF_SOMEBODY", "one");
    try (EtcdCluster etcd =
        EtcdCluster.layOut(ToolsForTests.etcd("3.6"), folder.resolve("etcd"), 3, settings)) {
      etcd.start(LIMIT);
      Files.writeString(configuration(), yaml(etcd));
      try (Clusters clusters =
          new Clusters(
              ConfigurationFile.load(Optional.of(configuration()), Environment.here()),
              Clock.systemUTC())) {
        var looks = new WatchLooks(clusters::ports, Clock.systemUTC());
        assertThat(found(looks)).as("nobody changed anything").isEmpty();

        change(etcd.member("etcd-0"), "ETCD_INITIAL_CLUSTER_STATE=existing");
        change(etcd.member("etcd-0"), "ETCD_IMAGE_OF_SOMEBODY=two");
        change(etcd.member("etcd-0"), "ETCD_LOG_LEVEL=\"info\"");
        assertThat(found(looks)).as("etcd ignores it, or it is the same").isEmpty();
        // The lab knows no quotes.
        change(etcd.member("etcd-0"), "ETCD_LOG_LEVEL=info");

        change(etcd.member("etcd-1"), "ETCD_LOG_LEVEL=debug");
        assertThat(found(looks))
            .singleElement()
            .satisfies(sign -> assertThat(sign.subject()).isEqualTo("etcd-1"))
            .satisfies(sign -> assertThat(sign.urgency()).isEqualTo(Urgency.SOON))
            .satisfies(
                sign ->
                    assertThat(sign.evidence())
                        .contains(
                            "At its next start etcd-1 would get: log-level debug (now info). Its"
                                + " process began at "));
        restart(etcd.member("etcd-1"));
        assertThat(found(looks)).as("it has it now").isEmpty();

        Files.writeString(authority, "the new CA\n");
        assertThat(found(looks))
            .extracting(Sign::subject)
            .containsExactly("etcd-0", "etcd-1", "etcd-2");
        restart(etcd.member("etcd-0"));
        assertThat(found(looks)).extracting(Sign::subject).containsExactly("etcd-1", "etcd-2");
        last = Optional.empty();
        Files.setLastModifiedTime(authority, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(found(looks)).as("by its time alone").hasSize(3);
        Files.setLastModifiedTime(authority, LONG_AGO);
        last = Optional.empty();
        assertThat(found(looks)).isEmpty();

        EtcdMember third = etcd.member("etcd-2");
        Files.delete(third.files().binary());
        Files.createSymbolicLink(
            third.files().binary(), ToolsForTests.etcd("3.7").folder().resolve("etcd"));
        assertThat(found(looks))
            .singleElement()
            .satisfies(sign -> assertThat(sign.urgency()).isEqualTo(Urgency.NOW))
            .satisfies(
                sign ->
                    assertThat(sign.evidence())
                        .contains("rolling-upgrade", "etcd-2 would get: etcd 3.7."));

        Path wrapper =
            Files.writeString(
                folder.resolve("wrapper"), WRAPPER.formatted(ToolsForTests.etcd("3.7").folder()));
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        Files.delete(third.files().binary());
        Files.createSymbolicLink(third.files().binary(), wrapper);
        assertThat(found(looks)).as("a wrapper may start another etcd than it names").isEmpty();
      }
    }
  }

  private List<Sign> found(WatchLooks looks) {
    HostRound seen = looks.hosts(MAIN);
    last = Optional.of(last.map(seen::after).orElse(seen));
    return Signs.in(
            new ClusterKnowledge(
                Instant.now(),
                PulseMemory.NONE,
                new DeepKnowledge(RoundMemory.NONE, Optional.empty(), Optional.empty(), last),
                Optional.empty(),
                Map.of()))
        .stream()
        .filter(sign -> sign.kind() == FindingKind.NEXT_START)
        .toList();
  }

  private static void change(EtcdMember member, String line) throws IOException {
    Files.writeString(member.files().environmentFile(), line + "\n", StandardOpenOption.APPEND);
  }

  private static void restart(EtcdMember member) throws Exception {
    member.stop();
    member.start();
    member.awaitServing(LIMIT);
  }

  private Path configuration() {
    return folder.resolve("quorate.yml");
  }

  private String yaml(EtcdCluster etcd) {
    StringBuilder text =
        new StringBuilder(
            """
            snapshots: {directory: %s}
            approval: {approvers: {oncall: [{name: dana}, {name: robin}]}}
            clusters:
              main:
                platform: hosts
                memberDefaults:
                  dataDirectory: %2$s/data
                  environmentFile: %2$s/etcd.env
                  binary: %2$s/etcd
                  service: {process: {pidFile: %2$s/etcd.pid, logFile: %2$s/etcd.log}}
                members:
            """
                .formatted(folder.resolve("snapshots"), folder.resolve("etcd").resolve("{name}")));
    etcd.members()
        .forEach(
            one ->
                text.append(
                    "      %s: {zone: %s, peerUrl: \"%s\", clientUrl: \"%s\"}\n"
                        .formatted(one.name(), one.name(), one.peerUrl(), one.clientUrl())));
    return text.toString();
  }
}
