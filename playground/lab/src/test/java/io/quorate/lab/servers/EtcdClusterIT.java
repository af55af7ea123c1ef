package io.quorate.lab.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdClusterIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension final ServersFolder directory = new ServersFolder();

  private EtcdCluster started(String version, int size) throws IOException, InterruptedException {
    var cluster =
        EtcdCluster.layOut(
            ToolsForTests.etcd(version), directory.path(), size, EtcdSettings.plain());
    try {
      cluster.start(LIMIT);
      return cluster;
    } catch (IOException | RuntimeException failure) {
      cluster.close();
      throw failure;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.4", "3.5", "3.6", "3.7"})
  void three_members_of_any_minor_serve_each_on_its_own(String version) throws Exception {
    try (var cluster = started(version, 3)) {
      assertThat(cluster.etcdctl("put", "a", "1").succeeded()).isTrue();
      for (EtcdMember member : cluster.members()) {
        var read = member.etcdctl().run(member.clientUrl().toString(), "get", "a");
        assertThat(read.output()).contains("1");
      }
    }
  }

  @Test
  void a_killed_member_that_lost_its_data_leaves_the_others_serving() throws Exception {
    try (var cluster = started("3.6", 3)) {
      var lost = cluster.member("etcd-1");

      lost.kill();
      lost.destroyData();

      assertThat(lost.isRunning()).isFalse();
      assertThat(lost.dataDirectory()).doesNotExist();
      cluster.member("etcd-0").awaitServing(LIMIT);
      cluster.member("etcd-2").awaitServing(LIMIT);
    }
  }

  @Test
  void a_member_that_was_killed_or_stopped_comes_back_with_its_data() throws Exception {
    try (var cluster = started("3.6", 1)) {
      var only = cluster.member("etcd-0");
      assertThat(cluster.etcdctl("put", "a", "kept").succeeded()).isTrue();

      only.kill();
      only.start();
      only.awaitServing(LIMIT);
      only.stop();
      only.start();
      only.awaitServing(LIMIT);

      assertThat(cluster.etcdctl("get", "a").output()).contains("kept");
    }
  }

  @Test
  void a_frozen_member_runs_but_does_not_serve_until_it_is_thawed() throws Exception {
    try (var cluster = started("3.6", 1)) {
      var only = cluster.member("etcd-0");

      only.freeze();
      assertThat(only.isRunning()).isTrue();
      assertThat(only.isServing()).isFalse();
      only.thaw();

      only.awaitServing(LIMIT);
    }
  }

  @Test
  void the_data_of_a_running_member_cannot_be_destroyed() throws Exception {
    try (var cluster = started("3.6", 1)) {
      assertThatThrownBy(() -> cluster.member("etcd-0").destroyData())
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void a_setting_that_etcd_refuses_fails_the_start_with_the_log_s_last_line() throws Exception {
    var settings = EtcdSettings.plain().with("ETCD_SNAPSHOT_COUNT", "many");
    try (var cluster =
        EtcdCluster.layOut(ToolsForTests.etcd("3.6"), directory.path(), 1, settings)) {
      assertThatThrownBy(() -> cluster.start(LIMIT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("etcd-0 ended");
    }
  }

  @Test
  void a_member_is_started_with_no_flags_in_a_session_of_its_own() throws Exception {
    try (var cluster = started("3.6", 1)) {
      long pid = cluster.member("etcd-0").pid().orElseThrow();
      var command = java.nio.file.Files.readString(Path.of("/proc/" + pid + "/cmdline"));
      var stat = java.nio.file.Files.readString(Path.of("/proc/" + pid + "/stat"));

      assertThat(command).isEqualTo(cluster.member("etcd-0").files().binary() + "\0");
      assertThat(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]).isEqualTo("" + pid);
    }
  }

  @Test
  void closing_kills_what_runs() throws Exception {
    var cluster = started("3.6", 3);

    cluster.close();

    assertThat(cluster.members()).noneMatch(EtcdMember::isRunning);
  }

  @Test
  void a_later_member_joins_as_a_learner() throws Exception {
    try (var cluster = started("3.6", 1)) {
      var first = cluster.member("etcd-0").clientUrl().toString();
      var later = cluster.layOutAnother();

      var added =
          later
              .etcdctl()
              .run(
                  first,
                  "member",
                  "add",
                  later.name(),
                  "--learner",
                  "--peer-urls=" + later.peerUrl());
      assertThat(added.output()).contains("added as learner to cluster");
      later.start();

      Await.until(
          "the learner to be listed as started",
          LIMIT,
          () -> lists(later, first, "started, etcd-1"));
    }
  }

  private static boolean lists(EtcdMember member, String endpoint, String text)
      throws InterruptedException {
    try {
      return member.etcdctl().run(endpoint, "member", "list").output().contains(text);
    } catch (IOException notYet) {
      return false;
    }
  }
}
