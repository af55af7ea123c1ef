package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Advice of {@code quorate check}, on the objects of a simulated Kubernetes. */
class CheckedAdviceTest {
  private static final String IMAGE = "quorate.test/etcd:3.6.16";

  // As etcd 3.6.16 wrote it.
  private static final String TURNED_AWAY =
      "{\"level\":\"warn\",\"msg\":\"rejected connection on peer endpoint\",\"error\":\"tls:"
          + " \\\"10.244.0.64\\\" does not match any of DNSNames [\\\"*.etcd\\\"]\"}";

  private final SimulatedSets kubernetes = new SimulatedSets(SetManifests.read("parallel.yaml"));

  @BeforeEach
  void giveEachNodeTheImage() {
    kubernetes.ready("node4", "True");
    kubernetes.nodes.values().forEach(node -> images(node, "docker.io/library/x:1", IMAGE));
  }

  @Test
  void namesNodesThatMayGetAMemberAndLackItsImage() {
    images(kubernetes.nodes.get("node4"), "docker.io/library/x:1");

    assertThat(sentence(CheckedAdvice.IMAGE_MISSING))
        .contains(
            "so none starts there while the registry is away: node4. On each of them: crictl pull "
                + IMAGE);
  }

  @Test
  void saysNothingWhereEachNodeHasTheImageOrTellsTooLittle() {
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).isEmpty();

    images(kubernetes.nodes.get("node1"));
    String[] many = IntStream.range(0, 50).mapToObj(n -> "x/y:" + n).toArray(String[]::new);
    images(kubernetes.nodes.get("node4"), many);
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).isEmpty();
  }

  @Test
  void believesAPodThatRunsMoreThanTheListOfItsNode() {
    String node = kubernetes.pods.get("etcd-1").getSpec().getNodeName();
    images(kubernetes.nodes.get(node), "docker.io/library/x:1");

    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).isEmpty();
  }

  @Test
  void knowsImagesByTheirWholeNames() {
    assertThat(MissingImages.whole("etcd")).isEqualTo("docker.io/library/etcd:latest");
    assertThat(MissingImages.whole("a/etcd:3")).isEqualTo("docker.io/a/etcd:3");
    assertThat(MissingImages.whole("localhost:5000/etcd:3")).isEqualTo("localhost:5000/etcd:3");
    assertThat(MissingImages.whole("quay.io/a/etcd:3@sha256:1"))
        .isEqualTo("quay.io/a/etcd@sha256:1");
  }

  @Test
  void leavesOutNodesThatTheSchedulerCannotChoose() {
    Node node4 = kubernetes.nodes.get("node4");
    images(node4, "docker.io/library/x:1");

    kubernetes.nodes.put(
        "node4", new NodeBuilder(node4).editOrNewSpec().withUnschedulable(true).endSpec().build());
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).as("cordoned").isEmpty();

    Taint taint = new Taint("NoSchedule", "gpu", null, "yes");
    kubernetes.nodes.put(
        "node4", new NodeBuilder(node4).editOrNewSpec().withTaints(taint).endSpec().build());
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).as("tainted").isEmpty();
    var spec = kubernetes.set.getSpec().getTemplate().getSpec();
    spec.setTolerations(List.of(new Toleration("NoSchedule", "gpu", "Equal", null, "yes")));
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).as("tolerated").contains("node4");

    spec.setNodeSelector(Map.of("disk", "fast"));
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).as("of another kind").isEmpty();
    spec.setNodeSelector(Map.of());
    spec.setAffinity(
        Serialization.unmarshal(
            """
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchExpressions: [{key: disk, operator: In, values: [fast]}]
            """,
            Affinity.class));
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).as("without affinity").isEmpty();
  }

  @Test
  void leavesOutNodesThatNoVolumeCanFollowTo() {
    images(kubernetes.nodes.get("node4"), "docker.io/library/x:1");
    kubernetes.claims.forEach(
        (name, claim) -> {
          claim.getSpec().setVolumeName("pv-" + name);
          kubernetes.volumes.put("pv-" + name, local("pv-" + name, "node1"));
        });
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).isEmpty();

    kubernetes.volumes.put("pv-data-etcd-0", local("pv-data-etcd-0", "node4"));
    assertThat(sentence(CheckedAdvice.IMAGE_MISSING)).contains("node4");
  }

  private static PersistentVolume local(String name, String node) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %s}
        spec:
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchFields: [{key: metadata.name, operator: In, values: [%s]}]
        """
            .formatted(name, node),
        PersistentVolume.class);
  }

  @Test
  void namesTheCertificatesThatReverseDnsDoesNotConfirm() {
    useTls();
    kubernetes.lastLog.put("etcd-1", List.of("{\"msg\":\"ready\"}", TURNED_AWAY));

    assertThat(sentence(CheckedAdvice.PEER_WILDCARD))
        .startsWith(
            "etcd-1 turns the peer 10.244.0.64 away: the certificate has names with a wildcard"
                + " (\"*.etcd\")")
        .contains("(etcd-0.etcd, etcd-1.etcd, etcd-2.etcd)");
  }

  @Test
  void saysNothingOfCertificatesThatNameEachPod() {
    kubernetes.lastLog.put("etcd-1", List.of(TURNED_AWAY));
    assertThat(sentence(CheckedAdvice.PEER_WILDCARD)).as("without TLS").isEmpty();

    useTls();
    kubernetes.lastLog.put("etcd-1", List.of(TURNED_AWAY.replace("*.etcd", "etcd-0.etcd")));
    assertThat(sentence(CheckedAdvice.PEER_WILDCARD)).as("another name").isEmpty();
  }

  private void useTls() {
    var etcd = kubernetes.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setArgs(etcd.getArgs().stream().map(arg -> arg.replace("http:", "https:")).toList());
  }

  @Test
  void namesTheOperationThatHasThePodsWithTheWayBack() {
    assertThat(sentence(CheckedAdvice.OPERATION_STANDS)).isEmpty();

    kubernetes
        .set
        .getMetadata()
        .setAnnotations(Map.of(Marks.OPERATION, "orders.1", Marks.held("etcd-1"), "orders.1"));
    assertThat(sentence(CheckedAdvice.OPERATION_STANDS))
        .as("the policy denies each other command")
        .contains(": kubectl annotate statefulset etcd -n default quorate.io/operation-, which the")
        .doesNotContain("kubectl patch");
    kubernetes.guarded = false;
    assertThat(sentence(CheckedAdvice.OPERATION_STANDS))
        .startsWith("Operation orders.1 has the pods of the StatefulSet etcd, and holds etcd-1.")
        .contains("See quorate show orders.1.", ": kubectl patch statefulset etcd -n default");
  }

  @Test
  void namesThePlanAndNoCommandByHandWhileAPodOfAnOperationIsGated() {
    kubernetes.set.getMetadata().setAnnotations(Map.of(Marks.OPERATION, "orders.1"));
    var pod = kubernetes.pods.get("etcd-1");
    pod.getSpec().setNodeName(null);
    pod.getSpec().setSchedulingGates(List.of(new PodSchedulingGate(Marks.HOLD)));

    assertThat(sentence(CheckedAdvice.OPERATION_STANDS))
        .contains("carry out the plan of quorate status orders: it starts etcd-1")
        .contains(
            "Where status proposes none, the member is no longer in the membership: quorate start"
                + " scale orders --members N, or quorate start minority-replace orders --member"
                + " NAME. Only if")
        .endsWith("(docs/kubernetes.md#by-hand)");
  }

  @Test
  void namesTheBudgetThatIsMissing() {
    assertThat(sentence(CheckedAdvice.DISRUPTION_BUDGET))
        .contains("quorate pdb orders | kubectl apply -f -");
  }

  private static void images(Node node, String... names) {
    NodeStatus status = node.getStatus();
    status.setImages(
        IntStream.range(0, names.length)
            .mapToObj(n -> new ContainerImage(List.of(names[n]), 1L))
            .toList());
  }

  private String sentence(CheckedAdvice advice) {
    Clock clock = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
    SetLook look =
        new LookAtSets(kubernetes, new SetNames("default", List.of("etcd")), clock).look();
    return advice.sentences("orders", look, kubernetes).collect(Collectors.joining());
  }
}
