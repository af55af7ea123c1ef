package io.quorate.lab.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EtcdClusterTest {

  @RegisterExtension final ServersFolder directory = new ServersFolder();

  private EtcdCluster cluster(String version, EtcdSettings settings) throws IOException {
    var release = new ToolFolder(Tool.etcd(version), Path.of("/opt/etcd"));
    return EtcdCluster.layOut(release, directory.path(), 3, settings);
  }

  @Test
  void each_member_is_laid_out_as_on_a_host_of_its_own() throws IOException {
    try (var cluster = cluster("3.6", EtcdSettings.plain())) {
      var member = cluster.member("etcd-1");
      var environment = EnvironmentFile.read(member.files().environmentFile()).entries();

      assertThat(Files.readSymbolicLink(member.files().binary()))
          .isEqualTo(Path.of("/opt/etcd/etcd"));
      assertThat(environment)
          .containsEntry("ETCD_NAME", "etcd-1")
          .containsEntry("ETCD_DATA_DIR", directory.path().resolve("etcd-1/data").toString())
          .containsEntry("ETCD_LISTEN_PEER_URLS", member.peerUrl().toString())
          .containsEntry("ETCD_ADVERTISE_CLIENT_URLS", member.clientUrl().toString())
          .containsEntry("ETCD_INITIAL_CLUSTER_STATE", "new");
      assertThat(environment.get("ETCD_INITIAL_CLUSTER").split(","))
          .hasSize(3)
          .contains("etcd-1=" + member.peerUrl());
    }
  }

  @Test
  void all_members_know_the_same_cluster_and_the_same_token() throws IOException {
    try (var cluster = cluster("3.6", EtcdSettings.plain())) {
      assertThat(cluster.members())
          .extracting(member -> environment(member, "ETCD_INITIAL_CLUSTER"))
          .containsOnly(environment(cluster.member("etcd-0"), "ETCD_INITIAL_CLUSTER"));
      assertThat(cluster.members())
          .extracting(member -> environment(member, "ETCD_INITIAL_CLUSTER_TOKEN"))
          .containsOnly(environment(cluster.member("etcd-0"), "ETCD_INITIAL_CLUSTER_TOKEN"));
    }
  }

  @Test
  void no_two_clusters_share_a_port() throws IOException {
    try (var one = cluster("3.6", EtcdSettings.plain());
        var other =
            EtcdCluster.layOut(
                new ToolFolder(Tool.etcd("3.6"), Path.of("/opt/etcd")),
                directory.path().resolve("other"),
                3,
                EtcdSettings.plain())) {
      assertThat(one.endpoints().split(",")).doesNotContain(other.endpoints().split(","));
    }
  }

  @Test
  void a_later_member_expects_an_existing_cluster() throws IOException {
    try (var cluster = cluster("3.6", EtcdSettings.plain())) {
      var later = cluster.layOutAnother();

      assertThat(later.name()).isEqualTo("etcd-3");
      assertThat(environment(later, "ETCD_INITIAL_CLUSTER_STATE")).isEqualTo("existing");
      assertThat(environment(later, "ETCD_INITIAL_CLUSTER").split(",")).hasSize(4);
      assertThat(environment(cluster.member("etcd-0"), "ETCD_INITIAL_CLUSTER").split(","))
          .hasSize(3);
    }
  }

  @Test
  void a_setting_may_differ_by_the_name_of_the_member() throws IOException {
    var settings = EtcdSettings.plain().with("ETCD_CERT_FILE", "/certificates/{name}.crt");
    try (var cluster = cluster("3.6", settings)) {
      var member = cluster.member("etcd-2");

      assertThat(environment(member, "ETCD_CERT_FILE")).isEqualTo("/certificates/etcd-2.crt");
      assertThat(member.clientUrl()).hasScheme("https");
      assertThat(member.peerUrl()).hasScheme("http");
    }
  }

  @Test
  void etcd_3_4_is_told_to_log_as_the_later_ones_do() throws IOException {
    try (var cluster = cluster("3.4", EtcdSettings.plain())) {
      assertThat(environment(cluster.member("etcd-0"), "ETCD_LOGGER")).isEqualTo("zap");
    }
  }

  private static String environment(EtcdMember member, String name) {
    try {
      return EnvironmentFile.read(member.files().environmentFile()).entries().get(name);
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }
}
