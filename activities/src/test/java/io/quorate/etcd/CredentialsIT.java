package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.watch.KeptChannels;
import io.quorate.watch.Pulse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One member that wants user and password, or these and a client certificate. */
class CredentialsIT {
  private static final MemberName MEMBER = new MemberName("etcd-0");
  private static final Optional<Login> ROOT = Optional.of(new Login("root", "secret-word"));
  private static final Optional<Login> GUEST = Optional.of(new Login("guest", "guest-word"));
  private static final Optional<Login> WRONG = Optional.of(new Login("root", "wrong-word"));

  @TempDir private static Path folder;
  private static Certificates certificates;

  @BeforeAll
  static void make() throws IOException, InterruptedException {
    certificates = Certificates.make(folder);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#all")
  void aLoginIsMadeWhereEtcdWantsOne(ToolFolder tool) throws IOException, InterruptedException {
    try (var cluster = TestedCluster.started(1, tool, EtcdSettings.plain(), Optional.empty())) {
      enableUsers(cluster);
      logsInAgainAfterARestart(cluster);
      aPulseLogsInByItself(cluster);
      aPulseIsRefusedWithoutALogin(cluster);
      refuses(cluster, Optional.empty(), Optional.empty(), "configure credentials");
      refuses(cluster, Optional.empty(), WRONG, "correct credentials");
      refuses(cluster, Optional.empty(), GUEST, "role root");
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#all")
  void aCertificateIsAnIdentityAndALoginIsAStrongerOne(ToolFolder tool)
      throws IOException, InterruptedException {
    var settings = certificates.serversWithPeersOf("other-ca");
    var nobody = Optional.of(certificates.with("client"));
    var root = Optional.of(certificates.with("root"));
    try (var cluster = TestedCluster.started(1, tool, settings, nobody)) {
      enableUsers(cluster);
      letsIn(cluster, root, Optional.empty());
      letsIn(cluster, root, ROOT);
      letsIn(cluster, nobody, ROOT);
      refuses(cluster, nobody, Optional.empty(), "correct credentials");
      refuses(cluster, nobody, WRONG, "correct credentials");
      refuses(cluster, nobody, GUEST, "role root");
      var without = Optional.of(certificates.withoutCertificate());
      refuses(cluster, without, ROOT, "certificate of ours");
      pageOfAnotherCaIsNotSeen(cluster, root);
      withoutRightsAndPageADowngradeIsNotKnown(cluster, nobody);
    }
  }

  private static void enableUsers(TestedCluster cluster) throws IOException, InterruptedException {
    cluster.ctl("user", "add", "root:secret-word");
    cluster.ctl("user", "grant-role", "root", "root");
    cluster.ctl("user", "add", "guest:guest-word");
    cluster.ctl("auth", "enable");
  }

  private static void logsInAgainAfterARestart(TestedCluster cluster)
      throws IOException, InterruptedException {
    try (var connections = new EtcdConnections(cluster.endpoints(Optional.empty(), ROOT))) {
      var pinned = connections.pinnedPorts();
      opensEverything(pinned);
      cluster.voter(0).kill();
      cluster.startAll();
      opensEverything(pinned);
    }
  }

  private static void aPulseLogsInByItself(TestedCluster cluster)
      throws IOException, InterruptedException {
    try (var connections = new EtcdConnections(cluster.endpoints(Optional.empty(), ROOT))) {
      assertThat(pulse(connections).answers()).containsKey(MEMBER);
      cluster.voter(0).kill();
      cluster.startAll();
      assertThat(pulse(connections).answers()).containsKey(MEMBER);
    }
  }

  /** The fixed releases of 3.5 and later ask for a login; 3.4 tells its status to anybody. */
  private static void aPulseIsRefusedWithoutALogin(TestedCluster cluster) {
    boolean open = cluster.tool().tool().minor().equals("3.4");
    for (Optional<Login> login : List.of(Optional.<Login>empty(), WRONG)) {
      try (var connections = new EtcdConnections(cluster.endpoints(Optional.empty(), login))) {
        Pulse pulse = pulse(connections);
        assertThat(pulse.answers().containsKey(MEMBER)).as("%s", login).isEqualTo(open);
        if (!open) {
          assertThat(pulse.silences().get(MEMBER))
              .isInstanceOf(Silence.LoginRefused.class)
              .extracting(Silence::words)
              .asString()
              .doesNotContain("-word");
        }
      }
    }
  }

  private static Pulse pulse(EtcdConnections connections) {
    return connections.pulse(InstantSource.system(), KeptChannels.ALL).join();
  }

  private static void letsIn(TestedCluster cluster, Optional<Tls> tls, Optional<Login> login) {
    try (var connections = new EtcdConnections(cluster.endpoints(tls, login))) {
      opensEverything(connections.pinnedPorts());
    }
  }

  private static void opensEverything(PinnedPorts pinned) {
    assertThat(pinned.maintenance().status(MEMBER).isLeader()).isTrue();
    assertThat(pinned.membership().linearizableList(MEMBER)).hasSize(1);
    assertThat(pinned.storage().snapshot(MEMBER, (chunk, left) -> {})).isPositive();
    assertThat(pinned.maintenance().linearizableRead(MEMBER).raftTerm()).isPositive();
    assertThat(pinned.storage().largestPrefixes(MEMBER, 1)).isEmpty();
    pinned.storage().defragment(MEMBER, TestedCluster.LIMIT, permit());
    pinned.membership().remove(MEMBER, new MemberId(1), permit());
  }

  private static void refuses(
      TestedCluster cluster, Optional<Tls> tls, Optional<Login> login, String advice) {
    try (var connections = new EtcdConnections(cluster.endpoints(tls, login))) {
      var membership = connections.pinnedPorts().membership();
      assertThatThrownBy(() -> membership.remove(MEMBER, new MemberId(1), permit()))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining(advice)
          .hasMessageNotContaining("-word");
    }
  }

  /** Before 3.5 the page alone tells whether a downgrade is enabled. */
  private static void pageOfAnotherCaIsNotSeen(TestedCluster cluster, Optional<Tls> tls) {
    try (var connections = new EtcdConnections(cluster.endpoints(tls, Optional.empty()))) {
      Downgrade downgrade = connections.pinnedPorts().downgrade();
      if (hasTheCall(cluster)) {
        assertThat(downgrade.isEnabled(MEMBER)).isFalse();
      } else {
        assertThatThrownBy(() -> downgrade.isEnabled(MEMBER))
            .isInstanceOf(Failure.Fault.class)
            .hasMessageContaining("/downgrade/enabled")
            .hasMessageContaining("configure the CA that signed it");
      }
    }
    var both = cluster.endpointsOfPeers(tls.orElseThrow(), certificates.ofOtherPeers());
    try (var connections = new EtcdConnections(both)) {
      PinnedPorts ports = connections.pinnedPorts();
      assertThat(ports.downgrade().isEnabled(MEMBER)).isFalse();
      String peerUrl = cluster.voter(0).peerUrl().toString();
      assertThat(ports.membership().askAt(MEMBER, peerUrl, List.of()).cluster())
          .contains(ports.maintenance().status(MEMBER).clusterId());
    }
  }

  private static void withoutRightsAndPageADowngradeIsNotKnown(
      TestedCluster cluster, Optional<Tls> tls) {
    try (var connections = new EtcdConnections(cluster.endpoints(tls, GUEST))) {
      assertThatThrownBy(() -> connections.pinnedPorts().downgrade().isEnabled(MEMBER))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining(hasTheCall(cluster) ? "role root" : "/downgrade/enabled");
    }
  }

  private static boolean hasTheCall(TestedCluster cluster) {
    return !cluster.tool().tool().minor().equals("3.4");
  }
}
