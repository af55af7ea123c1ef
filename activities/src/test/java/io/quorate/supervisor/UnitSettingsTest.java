package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.shell.Facts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What etcd gets from a unit; the facts are those that systemd 252 gave for the units named. */
class UnitSettingsTest {
  private static final MemberName NAME = new MemberName("h1");
  private static final String DATA = "/var/lib/etcd/default";

  private String binary = "/usr/bin/etcd";
  private String file = "/etc/default/etcd";
  private String dataDirectory = DATA;
  private final List<String> facts =
      new ArrayList<>(List.of("unit=etcd.service loaded active running"));

  private void read(String path, String text) {
    facts.add("unit-file=yes file " + base64(text) + " " + path);
  }

  private void starts(String command) {
    facts.removeIf(fact -> fact.startsWith("unit-command="));
    facts.add("unit-command=" + command);
  }

  private Facts facts() {
    return Facts.of("h1", String.join("\n", facts) + "\n");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private MemberPaths member() {
    return new MemberPaths(
        NAME, NAME, dataDirectory, file, binary, new SystemdSupervisor("etcd.service"));
  }

  private String objection() {
    return new Supervision(member(), facts()).objection().orElse("");
  }

  private EffectiveSettings settings() {
    return new Supervision(member(), facts()).settings();
  }

  private void unitOfDebian() {
    facts.add("unit-variables=DAEMON_ARGS= ETCD_NAME=h1 ETCD_DATA_DIR=" + DATA);
    starts("/usr/bin/etcd $DAEMON_ARGS");
  }

  /** Package etcd-server 3.4.23-4: name and data directory stand in the unit alone. */
  @Test
  void theUnitOfDebianIsReadAsSystemdGivesItToTheProcess() {
    unitOfDebian();
    read(file, "ETCD_LISTEN_PEER_URLS=http://10.0.0.1:2380\n");

    assertThat(objection()).isEmpty();
    assertThat(settings().shown())
        .containsEntry("ETCD_NAME", "h1")
        .containsEntry("ETCD_LISTEN_PEER_URLS", "http://10.0.0.1:2380");
    assertThat(settings().find("ETCD_DATA_DIR").orElseThrow().place())
        .isEqualTo("Environment= of etcd.service");
  }

  @Test
  void theEnvironmentFileOfDebianOverridesTheUnit() {
    unitOfDebian();
    read(file, "ETCD_DATA_DIR = \"/srv/etcd\"\nDAEMON_ARGS=\"--log-level debug\"\n");

    assertThat(objection())
        .isEqualTo(
            "/etc/default/etcd line 1 sets ETCD_DATA_DIR to /srv/etcd, the configuration says"
                + " dataDirectory: /var/lib/etcd/default; make them equal");
    assertThat(settings().find("ETCD_LOG_LEVEL").orElseThrow().value()).isEqualTo("debug");
  }

  /** A flag and its variable together end etcd, from 3.4 on (pkg/flags/flag.go, verifyEnv). */
  @Test
  void aFlagOfDaemonArgsThatTheUnitSetsTooIsToldBeforeAnythingIsStopped() {
    unitOfDebian();
    read(file, "DAEMON_ARGS=\"--name h1\"\n");

    assertThat(objection())
        .contains("ExecStart= of etcd.service has the flag of ETCD_NAME")
        .contains("Environment= of etcd.service sets it too: etcd ends");
  }

  /** Package etcd of Fedora and RHEL: the file has what the shell starts etcd with. */
  @Test
  void theUnitOfFedoraStartsEtcdThroughAShell() {
    file = "/etc/etcd/etcd.conf";
    dataDirectory = "/var/lib/etcd/default.etcd";
    facts.add("unit-directory=/var/lib/etcd");
    starts("/bin/bash -c GOMAXPROCS=$(nproc) /usr/bin/etcd");
    read(
        file,
        """
        #[Member]
        ETCD_DATA_DIR="/var/lib/etcd/default.etcd"
        ETCD_NAME="h1"
        #ETCD_WAL_DIR=""
        """);

    assertThat(objection()).isEmpty();

    starts(
        "/bin/bash -c GOMAXPROCS=$(nproc) /usr/bin/etcd --name=\"${ETCD_NAME}\""
            + " --data-dir=\"${ETCD_DATA_DIR}\"");
    assertThat(objection()).contains("the flag of ETCD_DATA_DIR, and /etc/etcd/etcd.conf line 2");
  }

  /** kubespray's etcd.env and etcdadm's are of one kind: all settings in one file. */
  @Test
  void theUnitsOfKubesprayAndEtcdadmHaveAllInTheirFile() {
    file = "/etc/etcd.env";
    binary = "/usr/local/bin/etcd";
    dataDirectory = "/var/lib/etcd";
    starts("/usr/local/bin/etcd");
    facts.add(
        "unit-file=no file "
            + base64(
                """
                # Environment file for etcd 3.5.12
                ETCD_DATA_DIR=/var/lib/etcd
                ETCD_ADVERTISE_CLIENT_URLS=https://10.0.0.1:2379
                ETCD_INITIAL_CLUSTER_STATE=existing
                ETCD_NAME=h1
                ETCD_PROXY=off
                ETCD_ENABLE_V2=True
                # CLI settings
                ETCDCTL_ENDPOINTS=https://127.0.0.1:2379
                """)
            + " /etc/etcd.env");

    assertThat(objection()).isEmpty();
    assertThat(settings().shown()).doesNotContainKey("ETCDCTL_ENDPOINTS");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ETCD_FORCE_NEW_CLUSTER=true|line 1 sets ETCD_FORCE_NEW_CLUSTER; remove it, h1 would leave",
        "ETCD_FORCE_NEW_CLUSTER=1|line 1 sets ETCD_FORCE_NEW_CLUSTER; remove it",
        "ETCD_FORCE_NEW_CLUSTER=yes|to yes, with which etcd does not start; remove it",
        "ETCD_CONFIG_FILE=/etc/etcd.yml|names the settings file /etc/etcd.yml: etcd then ignores",
        "ETCD_DISCOVERY_SRV=example.com|etcd does not start with it and ETCD_INITIAL_CLUSTER",
        "ETCD_DATA_DIR=|nothing sets ETCD_DATA_DIR, the configuration says dataDirectory:",
        "ETCD_NAME=h2|line 1 sets ETCD_NAME to h2, the configuration says h1; make them equal",
        "export ETCD_NAME=h1|line 1: remove 'export'",
        "ETCD_NAME=\"h1|line 1: a quote is opened and not closed",
        "ETCD_WAL_DIR=/wal\\\\a|line 1 sets ETCD_WAL_DIR, which belongs into /etc/default/etcd",
      })
  void aLineThatAStartWouldRefuseIsNamedWithTheReason(String line, String told) {
    unitOfDebian();
    read(file, line + "\n");

    assertThat(objection()).contains(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ETCD_FORCE_NEW_CLUSTER=false",
        "ETCD_CONFIG_FILE=",
        "ETCD_DISCOVERY=",
        "ETCD_DATA_DIR=/var/lib/etcd/default/",
        "ETCD_DATA_DIR=/srv/x\\nETCD_DATA_DIR=/var/lib/etcd/default",
        "ETCD_NAME = 'h1' ",
        "ETCD_WAL_DIR=\"/wal\"",
        "export X=1",
      })
  void aLineThatEtcdAndSystemdAcceptIsAccepted(String line) {
    unitOfDebian();
    read(file, line.replace("\\n", "\n") + "\n");

    assertThat(objection()).isEmpty();
  }

  @Test
  void anotherEnvironmentFileMustNotSetAVariableThatAStartWrites() {
    unitOfDebian();
    read(file, "ETCD_INITIAL_CLUSTER=h1=http://10.0.0.1:2380\n");
    read("/etc/etcd/more.env", "ETCD_QUOTA_BACKEND_BYTES=1\n");
    assertThat(objection()).isEmpty();

    read("/etc/etcd/last.env", "ETCD_INITIAL_CLUSTER_STATE=new\n");
    assertThat(objection())
        .isEqualTo(
            "/etc/etcd/last.env line 1 sets ETCD_INITIAL_CLUSTER_STATE, which a start writes into"
                + " /etc/default/etcd; move it there");
  }

  @Test
  void aFileThatIsNotThereStopsTheStartUnlessAHyphenStandsBeforeIt() {
    unitOfDebian();
    read(file, "");
    facts.add("unit-file=yes absent - /etc/etcd/may-be.env");
    assertThat(objection()).isEmpty();

    facts.add("unit-file=no absent - /etc/etcd/must-be.env");
    assertThat(objection()).contains("does not start without /etc/etcd/must-be.env");
  }

  /** Debian's unit starts without its file; Quorate needs it, and says so while the member runs. */
  @Test
  void theOwnFileHasToBeThereBeforeAMemberIsStopped() {
    unitOfDebian();
    facts.add("unit-file=yes absent - /etc/default/etcd");
    facts.add("environment=absent");
    assertThat(objection()).isEmpty();

    facts.add("process=815 S 4711 directory");
    assertThat(objection()).contains("there is no /etc/default/etcd, into which a start writes");
  }

  @Test
  void theVariablesOfOneStartAreNoSettings() {
    unitOfDebian();
    read(file, "");
    facts.add("unit-file=yes absent - /run/quorate/etcd.service.env");
    read("/run/quorate/etcd.service.env", "ETCD_INITIAL_CLUSTER_STATE=existing\n");

    assertThat(objection()).isEmpty();
    assertThat(settings().find("ETCD_INITIAL_CLUSTER_STATE")).isEmpty();
  }

  @Test
  void wordsOfEnvironmentAreReadWithTheirQuotes() {
    facts.add("unit-variables=ETCD_A=1 \"ETCD_B=two \\\"words\\\"\" ETCD_NAME=h1");
    starts("/usr/bin/etcd");

    assertThat(settings().shown())
        .containsEntry("ETCD_B", "two \"words\"")
        .containsEntry("ETCD_NAME", "h1");
  }

  @Test
  void aRelativeDirectoryBeginsInTheWorkingDirectory() {
    facts.add("unit-variables=ETCD_NAME=h1 ETCD_DATA_DIR=default");
    facts.add("unit-directory=/var/lib/etcd");
    starts("/usr/bin/etcd");
    read(file, "");

    assertThat(objection()).isEmpty();
  }

  /** Name and directory may be flags: a start writes neither of them. */
  @Test
  void aFlagIsAllowedUnlessAStartWritesIt() {
    starts("/usr/bin/etcd --name h1 --data-dir=" + DATA + " --auto-tls");
    read(file, "");
    assertThat(objection()).isEmpty();
    assertThat(settings().shown()).containsEntry("ETCD_AUTO_TLS", "true");

    starts("/usr/bin/etcd --name h1 --data-dir=" + DATA + " --initial-cluster-state new");
    assertThat(objection())
        .isEqualTo(
            "ExecStart= of etcd.service sets ETCD_INITIAL_CLUSTER_STATE, which a start writes into"
                + " /etc/default/etcd; move it there");
    starts("/usr/bin/etcd --name h1 --data-dir=" + DATA + " --wal-dir=/wal");
    assertThat(objection()).contains("ExecStart= of etcd.service sets ETCD_WAL_DIR");
    starts("/usr/bin/etcd --config-file /etc/etcd.yml");
    assertThat(objection())
        .contains("ExecStart= of etcd.service names the settings file /etc/etcd.yml");
  }

  @Test
  void aUnitWithAnotherBinaryOrEnvironmentFileThanConfiguredIsRefused() {
    unitOfDebian();
    read("/etc/etcd/other.env", "");
    assertThat(objection()).contains("does not read /etc/default/etcd");
    starts("/opt/etcd/etcd");
    assertThat(objection())
        .contains("etcd.service starts /opt/etcd/etcd, the configuration says binary: /usr/bin");
  }
}
