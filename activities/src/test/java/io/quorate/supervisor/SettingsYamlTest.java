package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsYamlTest {
  /** The file has the keys of etcd's own sample, etcd.conf.yml.sample. */
  @Test
  void theSettingsOfTheFileAreTheVariablesOfTheSameName() {
    assertThat(
            SettingsYaml.variables(
                """
                # Human-readable name for this member.
                name: 'h1'
                data-dir: /var/lib/etcd
                wal-dir:
                snapshot-count: 10000
                heartbeat-interval: 100
                election-timeout: 1000
                quota-backend-bytes: 0
                listen-peer-urls: http://10.0.0.1:2380,http://localhost:2380
                initial-cluster-state: 'new'
                discovery:
                strict-reconfig-check: false
                proxy-write-timeout: 5000
                client-transport-security:
                  cert-file: /etc/etcd/server.crt
                  client-cert-auth: true
                  trusted-ca-file: ""
                peer-transport-security:
                  cert-file: /etc/etcd/peer.crt
                  auto-tls: false
                self-signed-cert-validity: 1
                log-outputs: [stderr, /var/log/etcd.log]
                auto-compaction-retention: "1"
                """))
        .hasValueSatisfying(
            variables ->
                assertThat(variables)
                    .containsEntry("ETCD_NAME", "h1")
                    .containsEntry("ETCD_DATA_DIR", "/var/lib/etcd")
                    .containsEntry("ETCD_ELECTION_TIMEOUT", "1000")
                    .containsEntry(
                        "ETCD_LISTEN_PEER_URLS", "http://10.0.0.1:2380,http://localhost:2380")
                    .containsEntry("ETCD_INITIAL_CLUSTER_STATE", "new")
                    .containsEntry("ETCD_STRICT_RECONFIG_CHECK", "false")
                    .containsEntry("ETCD_CERT_FILE", "/etc/etcd/server.crt")
                    .containsEntry("ETCD_CLIENT_CERT_AUTH", "true")
                    .containsEntry("ETCD_PEER_CERT_FILE", "/etc/etcd/peer.crt")
                    .containsEntry("ETCD_PEER_AUTO_TLS", "false")
                    .containsEntry("ETCD_LOG_OUTPUTS", "stderr,/var/log/etcd.log")
                    .doesNotContainKeys("ETCD_WAL_DIR", "ETCD_DISCOVERY", "ETCD_TRUSTED_CA_FILE"));
  }

  /** Go's flags take neither {@code yes} nor {@code on}: etcd would not start. */
  @ParameterizedTest
  @CsvSource({
    "yes, true",
    "On, true",
    "TRUE, true",
    "true, true",
    "off, false",
    "No, false",
    "false, false"
  })
  void aBooleanIsWrittenAsAFlagTakesIt(String written, String flag) {
    assertThat(
            SettingsYaml.variables(
                "pre-vote: %1$s\nclient-transport-security: {client-cert-auth: %1$s}"
                    .formatted(written)))
        .hasValueSatisfying(
            variables ->
                assertThat(variables)
                    .containsOnly(
                        Map.entry("ETCD_PRE_VOTE", flag),
                        Map.entry("ETCD_CLIENT_CERT_AUTH", flag)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wal-dir: ~",
        "wal-dir: null",
        "wal-dir:",
        "wal-dir: ''",
        "client-transport-security:",
        "log-outputs: []",
      })
  void anEmptySettingGivesNoVariable(String text) {
    assertThat(SettingsYaml.variables(text))
        .hasValueSatisfying(variables -> assertThat(variables).isEmpty());
  }

  @Test
  void aQuotedWordIsTheWord() {
    assertThat(SettingsYaml.variables("name: 'yes'\nauto-compaction-retention: \"0x10\""))
        .hasValueSatisfying(
            variables ->
                assertThat(variables)
                    .containsEntry("ETCD_NAME", "yes")
                    .containsEntry("ETCD_AUTO_COMPACTION_RETENTION", "0x10"));
  }

  /** etcd's parser and Quorate's parser may read these words as different values. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "y",
        "N",
        "0x10",
        "0o17",
        "0b11",
        "010",
        "1_000",
        "+5",
        "1:30",
        "1.5",
        "1e3",
        "1.e3",
        ".5",
        ".inf",
        "2026-03-04",
        "!!binary aGk=",
        "!mine x",
        "[1, 2]",
        "{a: b}",
      })
  void aPlainValueThatYamlMaySpellOtherwiseThanAFlagGivesNoVariables(String value) {
    assertThat(SettingsYaml.variables("snapshot-count: " + value)).isEmpty();
    assertThat(SettingsYaml.variables("cipher-suites: [" + value + "]")).isEmpty();
  }

  /** A draft without one of the settings is worse than no draft. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: [h1, {a: b}]",
        "name: h1\nname: h2",
        "backend-batch-interval: 100000000",
        "client-transport-security: {crl-file: /x}",
        "another-section: {a: b}",
        "Name: h1",
        "token: s3cr3t",
        "name: h1\npassword: s3cr3t",
        "raft-read-timeout: 5s",
        "<<: {name: h1}",
        "client-transport-security: [cert-file]",
        "client-transport-security: {client-cert-auth: y}",
        "listen-peer-urls: [http://10.0.0.1:2380, http://localhost:2380]",
        "log-outputs: ['a,b']",
        "name: \"a\\nETCD_FORCE_NEW_CLUSTER=true\"",
        "- name",
        "name: 'h1",
        "",
      })
  void aFileWithADoubtfulSettingGivesNoVariables(String text) {
    assertThat(SettingsYaml.variables(text)).isEmpty();
  }
}
