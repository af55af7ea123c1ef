package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.SetSettings.ApiAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The entry of a cluster in Kubernetes. */
class SetReaderTest {
  private static final String KEEPER = "keeperImage: \"registry.example.com/keeper:1\"";
  private static final String API = "kubeconfig: /etc/quorate/kubeconfig, context: prod, " + KEEPER;
  private static final String ONE = API + ", namespace: etcd, statefulSet: orders";

  @Test
  void readsAStatefulSetAndTheApiServer() {
    assertThat(cluster(API + ", namespace: etcd, statefulSet: orders").sets())
        .contains(
            new SetSettings(
                new ApiAddress.Kubeconfig(Path.of("/etc/quorate/kubeconfig"), "prod"),
                "etcd",
                List.of("orders"),
                "registry.example.com/keeper:1"));
  }

  /** Whoever takes a name on a public registry would get the data of members. */
  @Test
  void takesNoImageOfAKeeperThatNobodyNamed() {
    assertThat(problems(ONE.replace(", " + KEEPER, "")))
        .contains("clusters.orders.keeperImage: is missing")
        .contains("an image that you have built (docs/kubernetes.md has the lines)");
  }

  @Test
  void readsAStatefulSetForEachMemberInTheClusterOfQuorate() {
    SetSettings sets =
        cluster("inCluster: true, " + KEEPER + ", namespace: etcd, statefulSets: [o-0, o-1, o-2]")
            .sets()
            .orElseThrow();
    assertThat(sets.api()).isEqualTo(new ApiAddress.InCluster());
    assertThat(sets.names()).containsExactly("o-0", "o-1", "o-2");
    assertThat(sets.words()).isEqualTo("StatefulSets etcd/o-0, o-1, o-2");
  }

  @Test
  void leavesTheMembersToTheStatefulSet() {
    assertThat(cluster(ONE).members()).isEmpty();
  }

  @Test
  void readsTheAddressesOfListedMembers() {
    ClusterSettings cluster =
        cluster(
            ONE
                + ", members: {orders-0: {clientUrl: \"http://10.96.1.1:2379\", peerUrl:"
                + " \"http://orders-0.orders:2380\"}}");
    MemberSettings member =
        Objects.requireNonNull(cluster.members().get(new MemberName("orders-0")));
    assertThat(member.clientUrl()).isEqualTo(URI.create("http://10.96.1.1:2379"));
    assertThat(member.platform())
        .isEqualTo(new InKubernetes(cluster.sets().orElseThrow(), Optional.empty()));
    assertThat(cluster.listed()).as("the set may have members that are not listed").isEmpty();
  }

  @Test
  void neverGuessesTheApiServer() {
    assertThat(problems("namespace: etcd, statefulSet: orders"))
        .contains("clusters.orders.kubeconfig: is missing", "inCluster: true")
        .contains("clusters.orders.context: is missing");
  }

  @Test
  void refusesTwoAnswersToOneQuestion() {
    assertThat(problems(ONE + ", statefulSets: [a, b]")).contains("stands beside statefulSet");
    assertThat(problems(ONE + ", inCluster: true")).contains("stands beside inCluster: true");
    assertThat(problems(API + ", namespace: etcd, statefulSets: [a, a]")).contains("twice");
  }

  @Test
  void refusesNamesThatKubernetesDoesNotHave() {
    assertThat(problems(API + ", namespace: Etcd, statefulSet: orders"))
        .contains("'Etcd' is no name of a namespace");
    assertThat(problems(API + ", namespace: etcd, statefulSet: a/b"))
        .contains("'a/b' is no name of a StatefulSet");
  }

  @Test
  void leadsAMemberWithANextPlaceToTheOptionOfTheMigration() {
    assertThat(
            problems(
                ONE
                    + ", members: {orders-0: {clientUrl: \"http://10.96.1.1:2379\", peerUrl:"
                    + " \"http://orders-0.orders:2380\", next: {zone: b}}}"))
        .contains("planned-migration --member orders-0 --to-node NODE");
  }

  private static ClusterSettings cluster(String fields) {
    return ConfigurationFile.read(Path.of("/etc/quorate/quorate.yml"), text(fields), ALL_THERE)
        .cluster(new ClusterKey("orders"))
        .orElseThrow();
  }

  private static String problems(String fields) {
    return Objects.requireNonNull(
        catchThrowableOfType(InvalidConfiguration.class, () -> cluster(fields)).getMessage());
  }

  private static final Environment ALL_THERE = new Environment(Map.of(), file -> true);

  private static String text(String fields) {
    return """
    temporal: {target: "127.0.0.1:7233"}
    gateway: {listen: "127.0.0.1:8085"}
    snapshots: {directory: /var/lib/quorate/snapshots}
    approval:
      approvers: {oncall: [{name: dana}]}
      required: {reversible: 1, irreversible: 1, destructive: 1}
      expireAfter: 4h
    clusters:
      orders: {platform: kubernetes, %s}
    """
        .formatted(fields);
  }
}
