package io.quorate.worker.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.BackupSettings;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.ClusterSettings.Credentials;
import io.quorate.configuration.InKubernetes;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.SecretFile;
import io.quorate.configuration.SetSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.configuration.TlsFiles;
import io.quorate.port.Failure;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rules of the configuration for members that a StatefulSet names. */
class KubernetesClustersTest {
  private static final SetSettings SETS =
      new SetSettings(new ApiAddress.InCluster(), "etcd", List.of("orders"), "keeper");
  private static final Optional<Credentials> LOGIN =
      Optional.of(new Credentials(file("user"), file("password")));
  private static final Optional<TlsFiles> TLS =
      Optional.of(new TlsFiles(Optional.empty(), Optional.empty()));

  @Test
  void sendsNoPasswordInTheClearToWhereATemplateLeads() {
    assertThatThrownBy(() -> require("http://elsewhere:2379", TLS, LOGIN))
        .isInstanceOf(Failure.Fault.class)
        .hasMessage(
            "the StatefulSet etcd/orders names the client URL http://elsewhere:2379, to which"
                + " etcd's password would be sent in the clear; serve clients with TLS, or leave"
                + " credentials out of quorate.yml");
  }

  @Test
  void wantsToKnowWhomToTrustWhereATemplateServesTls() {
    assertThatThrownBy(() -> require("https://orders-0:2379", Optional.empty(), Optional.empty()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("write tls into quorate.yml");
  }

  @Test
  void takesUrlsThatTellNobodyAPassword() {
    assertThatCode(() -> require("https://orders-0:2379", TLS, LOGIN)).doesNotThrowAnyException();
    assertThatCode(() -> require("http://orders-0:2379", Optional.empty(), Optional.empty()))
        .doesNotThrowAnyException();
  }

  @Test
  void namesAListedMemberThatTheTemplateCallsDifferently() {
    List<String> called = List.of("prod-orders-0", "prod-orders-1");
    Set<MemberName> listed = Set.of(new MemberName("orders-0"));

    assertThat(KubernetesClusters.uncalled(listed, () -> called))
        .contains(
            "members lists orders-0, and the template calls nobody so; the names are:"
                + " prod-orders-0, prod-orders-1. Do: correct the name in quorate.yml");
    assertThat(KubernetesClusters.uncalled(Set.of(new MemberName("prod-orders-1")), () -> called))
        .isEmpty();
    assertThat(KubernetesClusters.uncalled(Set.of(), () -> called)).isEmpty();
  }

  @Test
  void hostsHaveNoDisruptionBudget() {
    var onHosts =
        new ClusterSettings(
            new ClusterKey("payments"),
            Optional.empty(),
            Map.of(),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            BackupSettings.NONE);
    try (var platforms = new Platforms(List.of(), Clock.systemUTC())) {
      assertThatThrownBy(() -> platforms.disruptionBudget(onHosts))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageStartingWith("payments has no pods of a StatefulSet");
    }
  }

  private static void require(
      String clientUrl, Optional<TlsFiles> tls, Optional<Credentials> login) {
    MemberSettings member =
        new MemberSettings(
            new MemberName("orders-0"),
            Optional.empty(),
            FailureDomain.UNKNOWN,
            Optional.empty(),
            URI.create("http://orders-0:2380"),
            URI.create(clientUrl),
            Optional.empty(),
            new InKubernetes(SETS, Optional.empty()),
            Optional.empty());
    KubernetesClusters.requireSafe(
        SETS.words(),
        new ClusterSettings(
            new ClusterKey("orders"),
            Optional.of(SETS),
            Map.of(),
            new TreeMap<>(Map.of(member.name(), member)),
            tls,
            Optional.empty(),
            login,
            BackupSettings.NONE));
  }

  private static SecretFile file(String name) {
    return new SecretFile(Path.of("/etc/quorate", name));
  }
}
