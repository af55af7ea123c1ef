package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.port.FoundSets;
import io.quorate.port.FoundSets.FoundImage;
import io.quorate.port.FoundSets.FoundMember;
import io.quorate.port.FoundSets.FoundTls;
import io.quorate.port.FoundSets.FoundUrls;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The configuration that is drafted from StatefulSets. */
class SetDraftTest {
  private static final ApiAddress PROD =
      new ApiAddress.Kubeconfig(Path.of("/etc/quorate/kubeconfig"), "prod");
  private static final Optional<String> KEEPER = Optional.of("registry.example.com/keeper:1");
  private static final Optional<FoundTls> NO_TLS = Optional.empty();
  private static final FoundImage IMAGE =
      new FoundImage("registry.k8s.io/etcd:3.6.16-0", Optional.of(EtcdVersion.parse("3.6.16")));

  @Test
  void writesOneStatefulSetWithTheApplier() {
    FoundSets found =
        found(
            List.of("orders"),
            List.of(member("orders-0", "http://orders-0.orders")),
            NO_TLS,
            NO_TLS,
            List.of());
    SetDraft draft =
        new SetDraft("orders", PROD, "etcd", found, Optional.empty(), Optional.empty());

    assertThat(draft.text())
        .isEqualTo(
            DraftText.HEAD
                + """
                # Images of etcd that members may be moved to; add more to upgrade:
                etcd:
                  releases:
                    - {version: 3.6.16, image: "registry.k8s.io/etcd:3.6.16-0"}
                clusters:
                  orders:
                    platform: kubernetes
                    kubeconfig: "/etc/quorate/kubeconfig"
                    context: "prod"
                    namespace: etcd
                    statefulSet: orders
                    # An image that you have built (docs/kubernetes.md has the lines): it gets the data of members.
                    keeperImage: CHANGE-ME
                    # Labels of the alerts that mean this cluster:
                    # alerts: {job: etcd}
                    # Who applies the manifest (docs/kubernetes.md says what that means):
                    # - argocd-controller owns replicas, template of the StatefulSet orders, by an Apply
                    # The template names the members. Where Quorate reaches a member at another address, list it:
                    # members:
                    #   orders-0: {clientUrl: "http://orders-0.orders:2379", peerUrl: "http://orders-0.orders:2380"}
                """);
    assertThat(draft.isUnfinished()).isTrue();
    ClusterSettings read = read(draft);
    assertThat(read.members()).isEmpty();
    assertThat(read.sets()).contains(new SetSettings(PROD, "etcd", List.of("orders"), "CHANGE-ME"));
  }

  @Test
  void writesAStatefulSetForEachMemberInTheClusterOfQuorate() {
    FoundSets found =
        found(
            List.of("o-0", "o-1"),
            List.of(member("o-0", "http://10.0.0.1"), member("o-1", "http://10.0.0.2")),
            NO_TLS,
            NO_TLS,
            List.of());
    SetDraft draft =
        new SetDraft("orders", new ApiAddress.InCluster(), "etcd", found, KEEPER, Optional.empty());

    assertThat(draft.text())
        .contains("    inCluster: true\n    namespace: etcd\n    statefulSets: [o-0, o-1]\n")
        .doesNotContain("kubeconfig", "CHANGE-ME\n");
    assertThat(draft.isUnfinished()).isFalse();
    assertThat(read(draft).sets())
        .contains(
            new SetSettings(
                new ApiAddress.InCluster(), "etcd", List.of("o-0", "o-1"), KEEPER.get()));
  }

  @Test
  void writesTlsByTheSecretsAndLeavesTheFilesToAPerson() {
    FoundSets found =
        found(
            List.of("orders"),
            List.of(member("orders-0", "https://orders-0.orders")),
            Optional.of(
                new FoundTls(true, List.of("CA /tls/ca.crt of the Secret orders-tls, key ca.crt"))),
            Optional.of(new FoundTls(true, List.of("CA /peer/ca.crt of the Secret orders-peer"))),
            List.of());
    SetDraft draft = new SetDraft("orders", PROD, "etcd", found, KEEPER, Optional.empty());

    assertThat(draft.text())
        .contains(
            """
                # Files of the machine of Quorate. The container of etcd has:
                # - CA /tls/ca.crt of the Secret orders-tls, key ca.crt
                # Members ask clients for a certificate: issue one for Quorate.
                tls: {ca: CHANGE-ME, certificate: CHANGE-ME, key: CHANGE-ME}
                # Peers have another CA, which tls takes as peer: {ca: FILE, certificate: FILE, key: FILE}. The container has:
                # - CA /peer/ca.crt of the Secret orders-peer
            """
                .indent(0));
    assertThat(draft.isUnfinished()).isTrue();
    assertThat(read(draft).tls()).isPresent();
  }

  @Test
  void writesTheFilesThatWereGivenAndNoCertificateThatNobodyAsksFor() {
    FoundSets found =
        found(
            List.of("orders"),
            List.of(member("orders-0", "https://orders-0.orders")),
            Optional.of(new FoundTls(false, List.of())),
            NO_TLS,
            List.of());
    TlsFiles ours = new TlsFiles(Optional.of(Path.of("/etc/quorate/ca.crt")), Optional.empty());
    SetDraft draft = new SetDraft("orders", PROD, "etcd", found, KEEPER, Optional.of(ours));

    assertThat(draft.text()).contains("    tls: {ca: \"/etc/quorate/ca.crt\"}\n");
    assertThat(draft.isUnfinished()).isFalse();
    assertThat(read(draft).tls()).contains(ours);
  }

  @Test
  void listsAllMembersWhereTheTemplateDoesNotTellOfOne() {
    FoundSets found =
        found(
            List.of("orders"),
            List.of(
                member("orders-0", "http://orders-0.orders"),
                new FoundMember("orders-1", Optional.empty())),
            NO_TLS,
            NO_TLS,
            List.of("the template has no --advertise-client-urls"));
    SetDraft draft = new SetDraft("orders", PROD, "etcd", found, KEEPER, Optional.empty());

    assertThat(draft.text())
        .contains(
            "    # Quorate could not tell:\n"
                + "    # - the template has no --advertise-client-urls\n")
        .endsWith(
            """
                members:
                  orders-0: {clientUrl: "http://orders-0.orders:2379", peerUrl: "http://orders-0.orders:2380"}
                  orders-1: {clientUrl: CHANGE-ME, peerUrl: CHANGE-ME}
            """
                .indent(0));
    assertThat(draft.isUnfinished()).isTrue();
  }

  @Test
  void asksForTheVersionOfAnImageWhoseTagNamesNone() {
    SetDraft draft = images(new FoundImage("etcd@sha256:1", Optional.empty()));

    assertThat(draft.text()).contains("- {version: CHANGE-ME, image: \"etcd@sha256:1\"}");
    assertThat(draft.isUnfinished()).isTrue();
  }

  @Test
  void writesEachVersionOnce() {
    SetDraft draft = images(IMAGE, new FoundImage("mirror/etcd:v3.6.16", IMAGE.version()));

    assertThat(draft.text()).contains("    # a pod runs mirror/etcd:v3.6.16, of the same version");
    assertThat(read(draft).sets()).isPresent();
  }

  /** Anybody may have written a template, and a name in a kubeconfig is any text. */
  @Test
  void takesNoYamlFromATemplate() {
    FoundSets found =
        found(
            List.of("orders"),
            List.of(new FoundMember("a: {b\nnext: c", Optional.empty())),
            Optional.of(new FoundTls(false, List.of("CA /a\nalerts: {x: y}\u2028z: 1"))),
            NO_TLS,
            List.of("one\nalerts: {job: all}"));
    ApiAddress odd = new ApiAddress.Kubeconfig(Path.of("/k"), "a\"\nalerts: {job: b");
    SetDraft draft = new SetDraft("orders", odd, "etcd", found, KEEPER, Optional.empty());

    assertThat(draft.text().lines().map(String::strip))
        .noneMatch(line -> line.startsWith("alerts:") || line.startsWith("next:"));
  }

  private static SetDraft images(FoundImage... images) {
    FoundSets found =
        new FoundSets(
            List.of("orders"), List.of(), List.of(images), NO_TLS, NO_TLS, List.of(), List.of());
    return new SetDraft("orders", PROD, "etcd", found, KEEPER, Optional.empty());
  }

  private static FoundSets found(
      List<String> names,
      List<FoundMember> members,
      Optional<FoundTls> clients,
      Optional<FoundTls> peers,
      List<String> untold) {
    return new FoundSets(
        names,
        members,
        List.of(IMAGE),
        clients,
        peers,
        List.of("argocd-controller owns replicas, template of the StatefulSet orders, by an Apply"),
        untold);
  }

  private static FoundMember member(String name, String host) {
    return new FoundMember(
        name, Optional.of(new FoundUrls(URI.create(host + ":2379"), URI.create(host + ":2380"))));
  }

  private static ClusterSettings read(SetDraft draft) {
    return ConfigurationFile.read(
            Path.of("/etc/quorate/quorate.yml"),
            draft.text(),
            new Environment(Map.of(), file -> true))
        .cluster(new ClusterKey("orders"))
        .orElseThrow();
  }
}
