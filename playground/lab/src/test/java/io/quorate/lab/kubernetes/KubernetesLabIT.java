package io.quorate.lab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.tools.Tools;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real cluster of Kubernetes with two nodes and etcd in it, which leaves nothing when it ends.
 */
@Tag("kubernetes")
class KubernetesLabIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String RELEASE = "3.6";

  @TempDir private Path temporary;

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final long start = System.nanoTime();

  @Test
  void membersOnTwoNodesSurviveTheirPodsAndNodesAndTheLabLeavesNothing() throws Exception {
    KubernetesLab.whyNot().ifPresent(KubernetesLabIT::skip);
    Path folder = temporary.resolve("lab");
    var tools = Tools.ofThisMachine(System.getenv(), System.out::println);
    String network;
    try (var lab = KubernetesLab.start(folder, tools, List.of(RELEASE), System.out::println)) {
      network = lab.name();
      assertThat(lab.nodesReady()).isEqualTo(2);
      var addresses = lab.serviceAddresses(100, 3);
      var set = EtcdSet.of("payments", "etcd", KubernetesLab.image(RELEASE), 3, addresses);
      lab.apply(set.yaml());
      allAreReady(lab, "3");
      tell("etcd 3/3");
      membersAreReachedFromThisMachine(addresses);
      aDeletedPodComesBackWithItsData(lab, addresses);
      anImageIsOnTheNodeToWhichItWasBrought(lab);
      aKubeletThatIsKilledLeavesItsContainers(lab);
      aNodeGoesOffAndComesBack(lab);
      theApiServerComesBack(lab);
      theLogsAreSaved(lab);
    }
    tell("the lab has ended");
    nothingIsLeft(folder, network);
  }

  private void membersAreReachedFromThisMachine(List<String> addresses) throws Exception {
    for (String address : addresses) {
      assertThat(get(address, "/health")).contains("\"health\":\"true\"");
    }
    put(addresses.getFirst(), "a2V5", "dmFsdWU=");
    assertThat(range(addresses.getLast(), "a2V5")).contains("dmFsdWU=");
    tell("read from this machine what was written from it, by addresses of Services");
  }

  private void aDeletedPodComesBackWithItsData(KubernetesLab lab, List<String> addresses)
      throws Exception {
    String uid = uid(lab, "etcd-2");
    String member = post(addresses.get(2), "/v3/maintenance/status", "{}");
    lab.kubectl("-n", "payments", "delete", "pod", "etcd-2").outputWithin(LIMIT);
    allAreReady(lab, "3");
    assertThat(uid(lab, "etcd-2")).isNotEqualTo(uid);
    assertThat(post(addresses.get(2), "/v3/maintenance/status", "{}")).contains(memberId(member));
    assertThat(processes(lab, uid)).isEmpty();
    tell("a deleted pod has come back with its data");
  }

  private void anImageIsOnTheNodeToWhichItWasBrought(KubernetesLab lab) throws Exception {
    lab.importImage(1, "3.7");
    lab.importImage(2, "3.7");
    lab.removeImage(1, "3.7");
    lab.apply(versionPod("without", 1) + "---\n" + versionPod("with", 2));
    Await.until(
        "a pod without an image, and one with it",
        LIMIT,
        () ->
            output(lab, "get", "pod", "with", "-o", "jsonpath={.status.phase}").equals("Succeeded")
                && output(
                        lab,
                        "get",
                        "pod",
                        "without",
                        "-o",
                        "jsonpath={.status.containerStatuses[0].state.waiting.reason}")
                    .equals("ErrImageNeverPull"));
    lab.kubectl("-n", "payments", "delete", "pod", "with", "without", "--wait=false")
        .outputWithin(LIMIT);
    tell("an image is on one node only");
  }

  private static String versionPod(String name, int node) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {namespace: payments, name: %s}
    spec:
      nodeName: node%d
      restartPolicy: Never
      containers: [{name: etcd, image: "%s", imagePullPolicy: Never, args: [--version]}]
    """
        .formatted(name, node, KubernetesLab.image("3.7"));
  }

  private void aKubeletThatIsKilledLeavesItsContainers(KubernetesLab lab) throws Exception {
    int node = node(lab, "etcd-1");
    var before = lab.processes(node);
    lab.killKubelet(node);
    assertThat(lab.processes(node)).isEqualTo(before);
    assertThat(before).anyMatch(process -> process.command().contains("--name=etcd-1"));
    lab.startKubelet(node);
    tell("a kubelet was killed and started");
  }

  private void aNodeGoesOffAndComesBack(KubernetesLab lab) throws Exception {
    int node = node(lab, "etcd-1");
    lab.powerOff(node);
    assertThat(lab.processes(node)).isEmpty();
    Await.until("one node to be left", LIMIT, () -> nodesReady(lab) == 1);
    tell("node" + node + " is off, and not ready");
    lab.powerOn(node);
    Await.until("both nodes", LIMIT, () -> nodesReady(lab) == 2);
    allAreReady(lab, "3");
    tell("node" + node + " is back, etcd 3/3");
  }

  private void theApiServerComesBack(KubernetesLab lab) throws Exception {
    lab.killApiServer();
    assertThat(lab.kubectl("get", "nodes").run(LIMIT).succeeded()).isFalse();
    lab.startApiServer();
    assertThat(lab.kubectl("get", "nodes").run(LIMIT).succeeded()).isTrue();
    tell("the API server was killed and is back");
  }

  private void theLogsAreSaved(KubernetesLab lab) throws Exception {
    Path logs = temporary.resolve("logs.tar.gz");
    lab.saveLogs(logs);
    assertThat(Command.of("tar", "-tzf", logs.toString()).outputWithin(LIMIT))
        .contains("control/apiserver.log", "node2/kubelet.log", "/etcd/0.log");
  }

  private static void nothingIsLeft(Path folder, String network) throws Exception {
    assertThat(folder).doesNotExist();
    assertThat(Path.of("/run/netns", network)).doesNotExist();
    assertThat(Path.of("/sys/class/net", network)).doesNotExist();
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(folder.toString());
    assertThat(Command.of("find", "/sys/fs/cgroup", "-name", network).outputWithin(LIMIT))
        .isEmpty();
    try (var processes = ProcessHandle.allProcesses()) {
      assertThat(processes.map(p -> p.info().commandLine().orElse("")))
          .noneMatch(line -> line.contains(folder.toString()));
    }
  }

  private static void allAreReady(KubernetesLab lab, String members) throws Exception {
    Await.until(
        members + " members to be ready",
        LIMIT,
        Duration.ofMillis(200),
        () ->
            output(lab, "get", "sts", "etcd", "-o", "jsonpath={.status.readyReplicas}")
                    .equals(members)
                && output(
                        lab, "get", "pods", "-o", "jsonpath={.items[*].metadata.deletionTimestamp}")
                    .isEmpty());
  }

  private static String uid(KubernetesLab lab, String pod) throws InterruptedException {
    return output(lab, "get", "pod", pod, "-o", "jsonpath={.metadata.uid}");
  }

  private static int node(KubernetesLab lab, String pod) throws InterruptedException {
    String name = output(lab, "get", "pod", pod, "-o", "jsonpath={.spec.nodeName}");
    return Integer.parseInt(name.substring("node".length()));
  }

  private static List<ContainerProcess> processes(KubernetesLab lab, String uid) {
    return List.of(1, 2).stream()
        .flatMap(node -> lab.processes(node).stream())
        .filter(process -> process.pod().equals(uid))
        .toList();
  }

  private static int nodesReady(KubernetesLab lab) throws InterruptedException {
    try {
      return lab.nodesReady();
    } catch (IOException unreached) {
      return -1;
    }
  }

  private static String output(KubernetesLab lab, String... words) throws InterruptedException {
    try {
      var all = new ArrayList<>(List.of("-n", "payments"));
      all.addAll(List.of(words));
      return lab.kubectl(all.toArray(String[]::new)).outputWithin(LIMIT);
    } catch (IOException failed) {
      return "failed: " + failed.getMessage();
    }
  }

  private void put(String address, String key, String value) throws Exception {
    post(address, "/v3/kv/put", "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(key, value));
  }

  private String range(String address, String key) throws Exception {
    return post(address, "/v3/kv/range", "{\"key\":\"%s\"}".formatted(key));
  }

  private static String memberId(String status) {
    int at = status.indexOf("\"member_id\":\"");
    return status.substring(at, status.indexOf(',', at));
  }

  private String get(String address, String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create("http://" + address + ":2379" + path)).build());
  }

  private String post(String address, String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create("http://" + address + ":2379" + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private String send(HttpRequest request) throws Exception {
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private void tell(String what) {
    System.out.println(
        "%6.1f s  %s"
            .formatted(Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0, what));
  }

  private static void skip(String why) {
    System.err.println("skipped: KubernetesLabIT: " + why);
    Assumptions.abort(why);
  }
}
