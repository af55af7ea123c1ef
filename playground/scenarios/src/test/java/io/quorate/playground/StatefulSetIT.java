package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.machines.ChildJvm;
import io.quorate.playground.machines.Operated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product beside a Kubernetes of two nodes, and members in the pods of a StatefulSet. */
@Tag("kubernetes")
@Order(Turn.FIRST)
class StatefulSetIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String RELEASE = "3.6";

  @TempDir private Path folder;
  private KubernetesLab lab;
  private Operated payments;
  private List<String> addresses;

  @Test
  void aLostVolumeIsReplacedAndNothingIsLeftOnTheStatefulSet() throws Exception {
    inLab(
        () -> {
          String before = template();
          loseVolume("etcd-1");
          served(() -> payments.done("minority-replace", "--member", "etcd-1"));
          assertThat(template()).isEqualTo(before);
        });
  }

  @Test
  void aStatefulSetGrowsToFiveMembersAndShrinksAgain() throws Exception {
    inLab(
        () -> {
          String before = template();
          served(
              () -> {
                payments.done("scale", "--members", "5");
                assertThat(replicas()).isEqualTo("5");
                assertThat(payments.diagnosis()).isEqualTo("whole");
                payments.done("scale", "--members", "3");
              });
          assertThat(replicas()).isEqualTo("3");
          assertThat(template()).isEqualTo(before);
          assertThat(kubectl("get", "pvc", "-o", "name")).contains("data-etcd-3", "data-etcd-4");
        });
  }

  @Test
  void aMemberIsReplacedOnANewVolumeAfterTheOldVolumeWentWithTheNode() throws Exception {
    inLab(
        List.of(volumeOf(0, 1), volumeOf(1, 2), volumeOf(2, 1)),
        () -> {
          lab.powerOff(2);
          payments.until(
              "the node to be away", () -> payments.status().contains("does not answer"));
          // A person says that the machine is off, and that no etcd of the pod runs anywhere.
          kubectl(
              "taint", "node", "node2", "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
          payments.until("a new pod", () -> payments.status().contains("waits for a node"));
          String uid = kubectl("get", "pod", "etcd-1", "-o", "jsonpath={.metadata.uid}");
          kubectl("annotate", "statefulset", "etcd", "quorate.io/ended.etcd-1=stated " + uid);
          served(() -> payments.done("minority-replace", "--member", "etcd-1", "--data-is-lost"));
          assertThat(kubectl("get", "pv", "etcd-1", "-o", "json"))
              .contains("\"persistentVolumeReclaimPolicy\": \"Retain\"", "quorate.io/aside");
          assertThat(kubectl("get", "pod", "etcd-1", "-o", "jsonpath={.spec.nodeName}"))
              .isEqualTo("node1");
        });
  }

  /** A volume for a member that one node alone has. */
  private String volumeOf(int ordinal, int node) {
    return """
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: etcd-%1$d}
    spec:
      capacity: {storage: 1Gi}
      accessModes: [ReadWriteOnce]
      persistentVolumeReclaimPolicy: Delete
      storageClassName: hostpath
      claimRef: {namespace: payments, name: data-etcd-%1$d}
      hostPath: {path: %3$s, type: DirectoryOrCreate}
      nodeAffinity:
        required:
          nodeSelectorTerms:
          - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node%2$d]}]
    """
        .formatted(ordinal, node, folder.resolve("lab/volumes/local-" + ordinal));
  }

  /** A play while Quorate operates the members. */
  private interface Played {
    void play() throws Exception;
  }

  private void inLab(Played play) throws Exception {
    inLab(List.of(), play);
  }

  private void inLab(List<String> before, Played play) throws Exception {
    KubernetesLab.whyNot().ifPresent(StatefulSetIT::skip);
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    try (KubernetesLab started =
            KubernetesLab.start(
                folder.resolve("lab"), tools, List.of(RELEASE), System.err::println);
        TemporalServer temporal =
            TemporalServer.layOut(tools.find(Tool.temporal()), folder.resolve("temporal"))) {
      lab = started;
      addresses = lab.serviceAddresses(100, 5);
      for (String manifest : before) {
        lab.apply(manifest);
      }
      lab.apply(EtcdSet.of("payments", "etcd", KubernetesLab.image(RELEASE), 3, addresses).yaml());
      temporal.start(LIMIT);
      Path configuration = folder.resolve("quorate.yml");
      payments = new Operated(new ChildJvm(configuration), LIMIT);
      try (ReservedPort gateway = ReservedPort.take()) {
        Files.writeString(configuration, configuration(temporal.target(), gateway.number()));
      }
      payments.until("all members to serve", () -> payments.diagnosis().equals("whole"));
      play.play();
      assertThat(payments.diagnosis()).isEqualTo("whole");
      nothingIsLeft();
    }
  }

  private void served(Played play) throws Exception {
    Process serving = payments.serving(folder);
    try {
      play.play();
    } finally {
      serving.destroyForcibly().waitFor();
    }
  }

  /** The claim and its volume are gone with all data; the controller makes an empty one. */
  private void loseVolume(String pod) throws Exception {
    kubectl("delete", "pvc", "data-" + pod, "--wait=false");
    kubectl("delete", "pod", pod, "--wait=false");
    payments.until(
        "the member to end at every start",
        () -> payments.status().contains("already been bootstrapped"));
  }

  private void nothingIsLeft() throws Exception {
    assertThat(kubectl("get", "pods", "-o", "json"))
        .doesNotContain("quorate.io/hold", "schedulingGates");
    assertThat(kubectl("get", "statefulset", "etcd", "-o", "json")).doesNotContain("quorate.io");
    // A look that met a member between two starts made a keeper, which ends when nobody uses it.
    Operated patient = new Operated(payments.quorate(), LIMIT.multipliedBy(3));
    served(
        () ->
            patient.until(
                "keepers to end",
                () -> kubectl("get", "pods", "-l", "quorate.io/keeper", "-o", "name").isBlank()));
  }

  private String template() throws Exception {
    return kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.spec.template}");
  }

  private String replicas() throws Exception {
    return kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.spec.replicas}");
  }

  private String kubectl(String... words) throws IOException, InterruptedException {
    String[] all =
        IntStream.range(0, words.length + 2)
            .mapToObj(i -> i < words.length ? words[i] : i == words.length ? "-n" : "payments")
            .toArray(String[]::new);
    Command.Finished ended = lab.kubectl(all).run(LIMIT);
    assertThat(ended.succeeded()).as(ended.output()).isTrue();
    return ended.output();
  }

  private String configuration(String temporal, int gateway) {
    return """
    temporal: {target: "%s"}
    gateway: {listen: "127.0.0.1:%d"}
    snapshots: {directory: %s}
    approval:
      approvers: {oncall: [{name: dana}, {name: robin}]}
      required: {reversible: 1, irreversible: 1, destructive: 1}
      expireAfter: 4h
    assessment: {lookAgain: 5s}
    clusters:
      payments:
        platform: kubernetes
        kubeconfig: %s
        context: %s
        namespace: payments
        statefulSet: etcd
        keeperImage: %s
        members:
    %s
    """
        .formatted(
            temporal,
            gateway,
            folder.resolve("snapshots"),
            lab.kubeconfig(),
            "lab",
            KubernetesLab.keeperImage(),
            IntStream.range(0, addresses.size())
                .mapToObj(this::member)
                .collect(Collectors.joining("\n")));
  }

  /** Quorate runs outside, and reaches each member by a Service of its own. */
  private String member(int ordinal) {
    return "      etcd-%1$d: {clientUrl: \"http://%2$s:2379\", metricsUrl: \"http://%2$s:2381\", peerUrl: \"http://etcd-%1$d.etcd:2380\"}"
        .formatted(ordinal, addresses.get(ordinal));
  }

  private static void skip(String why) {
    System.err.println("skipped: StatefulSetIT: " + why);
    Assumptions.abort(why);
  }
}
