package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.lab.machine.Await;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.Validity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One member that wants a certificate of its clients and of its peers. It never restarts: etcd
 * reads its own certificate at each handshake (docs/etcd.md#certificates), so each test gives it
 * another.
 */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("io.quorate.etcd.Minors#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CertificatesIT {
  private static final MemberName MEMBER = new MemberName("etcd-0");

  @TempDir private static Path folder;
  private static Certificates certificates;

  @Parameter private ToolFolder tool;
  private TestedCluster cluster;

  @BeforeAll
  static void make() throws IOException, InterruptedException {
    certificates = Certificates.make(folder);
  }

  @BeforeParameterizedClassInvocation
  void start() throws IOException, InterruptedException {
    var settings = certificates.serversWithPeersOf("ca");
    var tls = Optional.of(certificates.with("client"));
    cluster = TestedCluster.started(1, tool, settings, tls);
  }

  @AfterParameterizedClassInvocation
  void close() throws IOException {
    cluster.close();
  }

  @AfterEach
  void serveTheRightOne() throws IOException {
    certificates.serve("server");
  }

  @Test
  void aCertificateOfTheirCaOpensEverything() {
    assertThat(cluster.maintenance().status(MEMBER).isLeader()).isTrue();
    assertThat(cluster.membership().linearizableList(MEMBER)).hasSize(1);
    assertThat(cluster.maintenance().peers(MEMBER).active()).isEmpty();
    assertThat(cluster.storage().snapshot(MEMBER, (chunk, left) -> {})).isPositive();
    assertThat(cluster.downgrade().isEnabled(MEMBER)).isFalse();
    cluster.storage().defragment(MEMBER, TestedCluster.LIMIT, permit());
  }

  @Test
  void withoutACertificateOfOursNothingOpens() {
    refuses(
        Optional.of(certificates.withoutCertificate()), onOurs("etcd wants a certificate of ours"));
  }

  @Test
  void anExpiredCertificateOfOursHasToBeRenewed() {
    refuses(
        Optional.of(certificates.with("client-expired")),
        onOurs("our certificate has expired: renew it"));
  }

  @Test
  void aCertificateOfOursOfAnotherCaIsNotTaken() {
    refuses(
        Optional.of(certificates.with("client-of-other-ca")),
        onOurs("etcd wants a certificate of ours"));
    refuses(
        Optional.of(certificates.with("client-of-namesake-ca")),
        onOurs("etcd does not trust the CA of our certificate"));
  }

  @Test
  void aCaThatDidNotSignTheirCertificateIsNotEnough() {
    refuses(Optional.empty(), "configure the CA that signed it");
    refuses(Optional.of(certificates.trusting("other-ca")), "configure the CA that signed it");
    refuses(Optional.of(certificates.trusting("namesake-ca")), "configure the CA that signed it");
  }

  @Test
  void anExpiredCertificateOfTheirsIsReplacedAndNothingRestarted() throws Exception {
    cluster.maintenance().status(MEMBER);
    certificates.serve("server-expired");
    // Connections that are there do not notice.
    assertThat(cluster.maintenance().status(MEMBER).isLeader()).isTrue();
    try (var fresh = connections(certificates.with("client"))) {
      assertThatThrownBy(() -> fresh.pinnedPorts().maintenance().status(MEMBER))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("its certificate has expired")
          .hasMessageContaining("do not restart etcd");
      certificates.serve("server");
      // A channel that failed waits a moment before it connects again, and tells the old reason.
      Await.until("the new certificate to be taken", TestedCluster.LIMIT, () -> leads(fresh));
    }
  }

  private static boolean leads(EtcdConnections connections) {
    try {
      return connections.pinnedPorts().maintenance().status(MEMBER).isLeader();
    } catch (Failure.Fault stillTheOldOne) {
      return false;
    }
  }

  @Test
  void aCertificateThatDoesNotNameTheHostIsNotTaken() throws IOException {
    certificates.serve("server-elsewhere");
    refuses(Optional.of(certificates.with("client")), "add it to the SAN");
  }

  @Test
  void aCertificateOfAnotherCaIsNotTaken() throws IOException {
    certificates.serve("server-of-other-ca");
    refuses(Optional.of(certificates.with("client")), "configure the CA that signed it");
    certificates.serve("server-of-namesake-ca");
    refuses(Optional.of(certificates.with("client")), "configure the CA that signed it");
  }

  @Test
  void newConnectionsMeetTheCertificatesOfBothPortsAndOurOwn() {
    CertificateRound met = met("client");
    assertThat(met.refusals()).isEmpty();
    assertThat(met.certificates())
        .extracting(Validity::of)
        .anySatisfy(of -> assertThat(of).startsWith("Quorate's own").endsWith("client.crt"))
        .contains("the client port of etcd-0", "the peer port of etcd-0", "the CA CN=test-ca");
    assertThat(met.ending(met.at())).isEmpty();
    assertThat(met.ending(met.at().plus(Duration.ofHours(40)))).hasSize(4);
  }

  @Test
  void anExpiredCertificateIsMetAlthoughNothingOpens() throws IOException {
    certificates.serve("server-expired");
    CertificateRound met = met("client");
    assertThat(met.refusals())
        .singleElement()
        .satisfies(
            why ->
                assertThat(why)
                    .startsWith("the client port of etcd-0: ")
                    .contains("its certificate has expired"));
    assertThat(met.ending(met.at()))
        .extracting(Validity::of)
        .containsExactly("the client port of etcd-0");
  }

  @Test
  void aCertificateOfOursThatIsNotTakenAnyMoreIsARefusal() {
    CertificateRound met = met("client-expired");
    assertThat(met.refusals())
        .singleElement()
        .satisfies(
            why -> assertThat(why).contains(onOurs("our certificate has expired: renew it")));
    assertThat(met.ending(met.at()))
        .extracting(Validity::of)
        .singleElement()
        .satisfies(of -> assertThat(of).startsWith("Quorate's own"));
  }

  private CertificateRound met(String own) {
    return MetCertificates.of(
        cluster.endpoints(Optional.of(certificates.with(own)), Optional.empty()),
        Map.of(MEMBER, cluster.voter(0).peerUrl()),
        InstantSource.system());
  }

  /** The etcd 3.4 of Debian was built with a Go that has one alert for all. */
  private String onOurs(String advice) {
    return tool.tool().minor().equals("3.4") ? "etcd takes no certificate of ours" : advice;
  }

  /** By gRPC and by plain HTTPS alike. */
  private void refuses(Optional<Tls> tls, String advice) {
    try (var connections = new EtcdConnections(cluster.endpoints(tls, Optional.empty()))) {
      assertThatThrownBy(() -> connections.pinnedPorts().maintenance().status(MEMBER))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining(MEMBER + " does not answer at " + cluster.voter(0).clientUrl())
          .hasMessageContaining(advice);
    }
    var pages = new Pages(tls.map(TlsMaterial::read));
    URI page = cluster.voter(0).clientUrl().resolve("/metrics");
    var asked = new Asked(MEMBER, page, "show its metrics", Kind.LOCAL_READ);
    assertThatThrownBy(() -> pages.fetch(page, asked))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining(advice);
  }

  private EtcdConnections connections(Tls tls) {
    return new EtcdConnections(cluster.endpoints(Optional.of(tls), Optional.empty()));
  }
}
