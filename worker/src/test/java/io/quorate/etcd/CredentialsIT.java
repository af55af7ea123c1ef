package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.playground.servers.EtcdSettings;
import io.quorate.playground.tools.ToolFolder;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One member that wants a client certificate, or user and password. */
class CredentialsIT {
  private static final MemberName MEMBER = new MemberName("etcd-0");

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#all")
  void aClientCertificateOpensEverything(ToolFolder tool, @TempDir Path folder)
      throws IOException, InterruptedException {
    var certificates = Certificates.make(folder);
    var tls = Optional.of(certificates.client());
    try (var cluster = TestedCluster.started(1, tool, certificates.servers(), tls)) {
      assertThat(cluster.maintenance().status(MEMBER).isLeader()).isTrue();
      assertThat(cluster.membership().linearizableList(MEMBER)).hasSize(1);
      assertThat(cluster.maintenance().peers(MEMBER).active()).isEmpty();
      assertThat(cluster.maintenance().snapshot(MEMBER, (chunk, left) -> {})).isPositive();

      var none = Optional.of(certificates.withoutCertificate());
      try (var stranger = new EtcdConnections(cluster.endpoints(none, Optional.empty()))) {
        var maintenance = stranger.conversation().maintenance();
        assertThatThrownBy(() -> maintenance.status(MEMBER))
            .isInstanceOf(Failure.Fault.class)
            .hasMessageContaining("check certificates and CA");
      }
      try (var unaware =
          new EtcdConnections(cluster.endpoints(Optional.empty(), Optional.empty()))) {
        var maintenance = unaware.conversation().maintenance();
        assertThatThrownBy(() -> maintenance.status(MEMBER)).isInstanceOf(Failure.Fault.class);
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#all")
  void aLoginIsMadeWhereEtcdWantsOne(ToolFolder tool) throws IOException, InterruptedException {
    try (var cluster = TestedCluster.started(1, tool, EtcdSettings.plain(), Optional.empty())) {
      cluster.ctl("user", "add", "root:secret-word");
      cluster.ctl("user", "grant-role", "root", "root");
      cluster.ctl("user", "add", "guest:guest-word");
      cluster.ctl("auth", "enable");
      logsIn(cluster);
      refuses(cluster, Optional.empty(), "configure credentials");
      refuses(cluster, Optional.of(new Login("root", "wrong-word")), "correct credentials");
      refuses(cluster, Optional.of(new Login("guest", "guest-word")), "role root");
    }
  }

  private static void logsIn(TestedCluster cluster) throws IOException, InterruptedException {
    var login = Optional.of(new Login("root", "secret-word"));
    try (var connections = new EtcdConnections(cluster.endpoints(Optional.empty(), login))) {
      var conversation = connections.conversation();
      assertThat(conversation.maintenance().status(MEMBER).isLeader()).isTrue();
      assertThat(conversation.membership().linearizableList(MEMBER)).hasSize(1);
      assertThat(conversation.maintenance().linearizableRead(MEMBER).raftTerm()).isPositive();
      conversation.membership().remove(MEMBER, new MemberId(1), permit());
      cluster.voter(0).kill();
      cluster.startAll();
      assertThat(conversation.maintenance().snapshot(MEMBER, (chunk, left) -> {})).isPositive();
      assertThat(conversation.maintenance().linearizableRead(MEMBER).raftTerm()).isPositive();
    }
  }

  private static void refuses(TestedCluster cluster, Optional<Login> login, String advice) {
    try (var connections = new EtcdConnections(cluster.endpoints(Optional.empty(), login))) {
      var membership = connections.conversation().membership();
      assertThatThrownBy(() -> membership.remove(MEMBER, new MemberId(1), permit()))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining(advice)
          .hasMessageNotContaining("-word");
    }
  }
}
