package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.shell.Facts;
import io.quorate.workload.NextStart;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that count in the comparison of a process with its next start. */
class ComparedStartsTest {
  private static final String COMMAND = "/usr/bin/etcd --log-level=info";
  private final TreeMap<String, String> variables =
      new TreeMap<>(Map.of("ETCD_NAME", "etcd-0", "ETCD_DATA_DIR", "/srv/etcd"));
  private List<String> words = List.of("etcd", "--log-level", "info");
  private String unit = COMMAND;
  private String file = "ETCD_NAME=etcd-0\nETCD_DATA_DIR=/var/lib/etcd\n";
  private String more = "";

  @Test
  void aFlagInTwoWordsAndADirectoryByAnotherPathAreTheSame() {
    NextStart seen = seen(systemd());
    assertThat(seen.has()).isEqualTo(seen.takes()).containsKey("ETCD_LOG_LEVEL");
    assertThat(seen.began()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
  }

  /** The configuration may know the directory by the path that a link leads to. */
  @Test
  void aDirectoryThatProcessAndUnitStateAlikeIsTheSame() {
    file = "ETCD_NAME=etcd-0\nETCD_DATA_DIR=/srv/etcd\n";
    NextStart seen = seen(systemd());
    assertThat(seen.has()).isEqualTo(seen.takes()).containsEntry("ETCD_DATA_DIR", "/srv/etcd");
  }

  @Test
  void aChangedLineOfTheEnvironmentFileDiffers() {
    file += "ETCD_QUOTA_BACKEND_BYTES=1\n";
    NextStart seen = seen(systemd());
    assertThat(seen.takes()).containsEntry("ETCD_QUOTA_BACKEND_BYTES", "1");
    assertThat(seen.has()).doesNotContainKey("ETCD_QUOTA_BACKEND_BYTES");
  }

  @Test
  void secretsAndForeignVariablesAndWhatEtcdIgnoresAreLeftOut() {
    file +=
        """
        ETCD_DISCOVERY_PASSWORD=hunter2
        ETCD_ROOT_PASSWORD=hunter2
        ETCD_AUTH_TOKEN=jwt,priv-key=hunter2
        ETCD_INITIAL_CLUSTER=a=http://hunter2
        ETCD_INITIAL_CLUSTER_STATE=new
        """;
    NextStart seen = seen(systemd());
    assertThat(seen.takes()).isEqualTo(seen.has());
    assertThat(seen.toString()).doesNotContain("hunter2");
  }

  @Test
  void aNewClusterOutOfTheDataCountsOnlyWhereItIsStillToBeMade() {
    variables.put("ETCD_FORCE_NEW_CLUSTER", "true");
    assertThat(seen(systemd()).has()).doesNotContainKey("ETCD_FORCE_NEW_CLUSTER");
    file += "ETCD_FORCE_NEW_CLUSTER=true\n";
    assertThat(seen(systemd()).takes()).containsEntry("ETCD_FORCE_NEW_CLUSTER", "true");
  }

  @Test
  void aSettingThatQuorateGaveToOneRunIsNoDifference() {
    variables.put("ETCD_SNAPSHOT_COUNT", "100");
    NextStart seen = seen(systemd());
    assertThat(seen.has()).isEqualTo(seen.takes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usr/local/bin/wrapper /usr/bin/etcd",
        "/usr/bin/env etcd --log-level=debug",
        "/usr/bin/etcd --name=${HOSTNAME}",
        "/usr/bin/etcd $OPTIONS",
        "/bin/sh -c ETCD_LOG_LEVEL=debug /usr/bin/etcd",
        "/bin/sh -c /usr/bin/etcd --name=$(hostname)",
        "/bin/sh -c . /etc/etcd.sh; exec /usr/bin/etcd"
      })
  void aSettingThatAWrapperMayAddIsNotCompared(String command) {
    unit = command;
    assertThat(seen(systemd()).takes()).isEmpty();
    assertThat(seen(systemd()).has()).isEmpty();
    Facts facts = facts(true);
    assertThat(
            StartedRun.of(facts)
                .orElseThrow()
                .beside(systemd(), facts, Optional.of(EtcdVersion.parse("3.4.1")))
                .version())
        .as("of a program that may never be started")
        .isEmpty();
  }

  @Test
  void aScriptInThePlaceOfTheBinaryHasNoVersionOfEtcd() {
    Optional<EtcdVersion> said = Optional.of(EtcdVersion.parse("3.4.1"));
    Facts facts = facts(true);
    assertThat(StartedRun.of(facts).orElseThrow().beside(systemd(), facts, said).version())
        .isEqualTo(said);
    more = "run-by-script=yes\n";
    Facts script = facts(true);
    assertThat(StartedRun.of(script).orElseThrow().beside(systemd(), script, said).version())
        .isEmpty();
  }

  @Test
  void aCommandWhoseVariablesAreKnownIsCompared() {
    unit = "/bin/bash -c GOMAXPROCS=$(nproc) /usr/bin/etcd --log-level=${LEVEL}";
    file += "LEVEL=debug\n";
    assertThat(seen(systemd()).takes()).containsEntry("ETCD_LOG_LEVEL", "debug");
  }

  @Test
  void ofAValueWithBlanksSystemdTellsNothing() {
    words = List.of("etcd", "--log-level=info", "--listen-metrics-urls=http://a, http://b");
    unit = COMMAND + " --listen-metrics-urls=http://a, http://b";
    NextStart seen = seen(systemd());
    assertThat(seen.has()).isEqualTo(seen.takes());
  }

  @Test
  void withASettingsFileOnlyItsNameIsCompared() {
    words = List.of("etcd", "--config-file=/etc/etcd.yml");
    unit = "/usr/bin/etcd --config-file=/etc/etcd.yml";
    file += "ETCD_LOG_LEVEL=debug\n";
    NextStart seen = seen(systemd());
    assertThat(seen.has()).isEqualTo(seen.takes()).containsOnlyKeys("ETCD_CONFIG_FILE");
  }

  @Test
  void anEnvironmentThatCannotBeReadIsNotCompared() {
    file += "ETCD_QUOTA_BACKEND_BYTES=1\n";
    NextStart seen =
        StartedRun.of(facts(false)).orElseThrow().beside(systemd(), facts(false), none());
    assertThat(seen.has()).isEmpty();
    assertThat(seen.takes()).isEmpty();
  }

  @Test
  void aPersonsOwnFlagsOfAProcessThatNobodySupervisesAreNotCompared() {
    NextStart seen = seen(process());
    assertThat(seen.has()).isEqualTo(seen.takes()).doesNotContainKey("ETCD_LOG_LEVEL");
    file = "ETCD_NAME=etcd-0\nETCD_DATA_DIR=/var/lib/etcd\nETCD_LOG_LEVEL=debug\n";
    assertThat(seen(process()).takes()).doesNotContainKey("ETCD_LOG_LEVEL");
    file += "ETCD_MAX_WALS=\"7\"\n";
    assertThat(seen(process()).takes()).containsEntry("ETCD_MAX_WALS", "7");
  }

  @Test
  void filesThatEtcdReadsAtItsStartAreTold() {
    more =
        "run-file=trusted-ca-file 1700000100 %s /etc/etcd/ca of us.pem\n".formatted("a".repeat(64));
    assertThat(seen(systemd()).files())
        .containsExactly(
            new NextStart.StartFile(
                "trusted-ca-file",
                "/etc/etcd/ca of us.pem",
                Instant.ofEpochSecond(1_700_000_100),
                "a".repeat(64)));
  }

  @Test
  void aFileOfBefore1970IsTold() {
    more = "run-file=trusted-ca-file -86400 %s /etc/etcd/ca.pem\n".formatted("a".repeat(64));
    assertThat(seen(systemd()).files())
        .extracting(NextStart.StartFile::changed)
        .containsExactly(Instant.parse("1969-12-31T00:00:00Z"));
  }

  @Test
  void ofManyFilesThreeAreReadAndAPathIsCut() {
    String file = "run-file=trusted-ca-file 1700000100 %s /etc/%s\n";
    more = file.formatted("a".repeat(64), "long/".repeat(700)).repeat(5);
    assertThat(seen(systemd()).files())
        .hasSize(3)
        .allSatisfy(one -> assertThat(one.path()).hasSize(200).endsWith("\u2026"));
  }

  @Test
  void withoutAProcessThereIsNothingToCompare() {
    assertThat(StartedRun.of(Facts.of("host", "unit=etcd.service loaded inactive dead \n")))
        .isEmpty();
  }

  private static Optional<EtcdVersion> none() {
    return Optional.empty();
  }

  private NextStart seen(MemberPaths member) {
    Facts facts = facts(true);
    return StartedRun.of(facts).orElseThrow().beside(member, facts, none());
  }

  private Facts facts(boolean environ) {
    return Facts.of(
        "host",
        """
        unit=etcd.service loaded active running
        unit-file=no file %1$s /etc/default/etcd
        unit-command=%2$s
        environment-bytes=%1$s
        run=4711.99 1700000000 directory
        run-arguments=%3$s
        """
                .formatted(bytes(file), unit, bytes(String.join("\0", words) + "\0"))
            + (environ ? "run-variables=" + bytes(zeros(variables)) + "\n" : "")
            + more);
  }

  private static String zeros(SortedMap<String, String> variables) {
    var text = new StringBuilder();
    variables.forEach((key, value) -> text.append(key).append('=').append(value).append('\0'));
    return text.toString();
  }

  private static String bytes(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static MemberPaths systemd() {
    return member(new SystemdSupervisor("etcd.service"));
  }

  private static MemberPaths process() {
    return member(new ProcessSupervisor("/run/etcd.pid", "/var/log/etcd.log"));
  }

  private static MemberPaths member(Supervisor supervisor) {
    MemberName name = new MemberName("etcd-0");
    return new MemberPaths(
        name, name, "/var/lib/etcd", "/etc/default/etcd", "/usr/bin/etcd", supervisor);
  }
}
