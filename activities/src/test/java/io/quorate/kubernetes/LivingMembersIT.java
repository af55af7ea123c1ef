package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.MemberName;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.kubernetes.ContainerProcess;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Await;
import io.quorate.observation.Polling;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Looks at members beside the processes that the kernels of the nodes have, while a Kubernetes is
 * disturbed in every way. The answers of the API server come late and in any order, as a slow API
 * server gives them. {@code -Dquorate.seed=N} plays the same order again.
 */
@Tag("kubernetes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1800)
class LivingMembersIT {
  private static final String SET = "living";
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration WATCHED = Duration.ofSeconds(6);
  private static final int LATE_MILLIS = 700;
  private static final List<MemberName> MEMBERS =
      IntStream.range(0, 3).mapToObj(i -> new MemberName(SET + "-" + i)).toList();

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6");

  private final long seed = Long.getLong("quorate.seed", System.nanoTime() % 100_000);
  private final Random random = new Random(seed);
  private final ApiClients clients = new ApiClients(Map.of());
  private KubernetesLab lab;
  private KubernetesClient client;
  private String manifest;
  private KubernetesWorkloads workloads;
  private SetTakeover takeover;
  private int living;

  /** One thing that goes wrong with a pod, and the node that had the pod. */
  private interface Disturbance {
    void happens(String pod, int node) throws IOException, InterruptedException;
  }

  @BeforeAll
  void start() throws IOException, InterruptedException {
    lab = LAB.get();
    client = clients.client(new ApiSource.Kubeconfig(lab.kubeconfig(), "lab"));
    SetApi api = late(new SetRequests(client, SET));
    var sets = new LookAtSets(api, new SetNames(SET, List.of(SET)), Clock.systemUTC());
    var turn = new Turn(sets, api, System::nanoTime, Polling::sleep);
    workloads = new KubernetesWorkloads(sets, api, turn, member -> {});
    takeover = new SetTakeover(sets, turn, Runnable::run, look -> List.of());
    manifest =
        EtcdSet.of(SET, SET, KubernetesLab.image("3.6"), 3, lab.serviceAddresses(170, 3)).yaml();
    lab.apply(manifest);
    awaitWhole();
  }

  @AfterAll
  void end() {
    client.namespaces().withName(SET).delete();
    clients.close();
  }

  @Test
  void noMemberIsAbsentWhileAProcessOfTheMemberLives() throws IOException, InterruptedException {
    System.out.println("quorate.seed=" + seed);
    var all = new ArrayList<>(disturbances().entrySet());
    all.sort(Map.Entry.comparingByKey());
    Collections.shuffle(all, random);
    for (var one : all) {
      Pod pod = pod(SET + "-" + random.nextInt(MEMBERS.size()));
      int node = pod.getSpec().getNodeName().equals("node1") ? 1 : 2;
      one.getValue().happens(pod.getMetadata().getName(), node);
      watch(one.getKey());
      awaitWhole();
    }
    assertThat(living).isPositive();
  }

  private Map<String, Disturbance> disturbances() {
    return Map.of(
        "is deleted",
        (pod, node) -> kubectl("delete", "pod", pod, "--wait=false"),
        "is deleted by force",
        (pod, node) -> kubectl("delete", "pod", pod, "--force", "--wait=false"),
        "is deleted by force on a node without a kubelet",
        (pod, node) -> {
          lab.killKubelet(node);
          kubectl("delete", "pod", pod, "--force", "--wait=false");
          watch("no kubelet");
          lab.startKubelet(node);
        },
        "counts as failed",
        (pod, node) ->
            kubectl(
                "patch",
                "pod",
                pod,
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"phase\":\"Failed\"}}"),
        "loses its node from the list",
        (pod, node) -> {
          lab.killKubelet(node);
          lab.kubectl("delete", "node", "node" + node).outputWithin(LIMIT);
          watch("no node");
          lab.startKubelet(node);
        },
        "loses the API server",
        (pod, node) -> {
          lab.killApiServer();
          watch("no API server");
          lab.startApiServer();
        },
        "loses its set",
        (pod, node) -> {
          kubectl("delete", "statefulset", SET, "--cascade=orphan");
          kubectl("delete", "pod", pod, "--wait=false");
          watch("no set");
          lab.apply(manifest);
        },
        "is scaled away",
        (pod, node) -> {
          kubectl("scale", "statefulset", SET, "--replicas=1");
          watch("one replica");
          kubectl("scale", "statefulset", SET, "--replicas=3");
        },
        "is held by Quorate, and started again",
        (pod, node) -> {
          Permit permit = Permit.granted("living.1a2b3c4d", LIMIT, System::nanoTime, () -> false);
          MemberName member = new MemberName(pod);
          takeover.takeOver(permit);
          workloads.stop(member, permit);
          watch("held");
          assertThat(workloads.look(member).isHeld()).isTrue();
          workloads.start(member, new JoinSettings(Map.of()), permit);
          takeover.handBack(permit);
        });
  }

  /** Looks at all members again and again. */
  private void watch(String what) throws InterruptedException {
    long until = System.nanoTime() + WATCHED.toNanos();
    while (System.nanoTime() < until) {
      for (MemberName member : MEMBERS) {
        Set<Long> before = processes(member);
        Workload seen = workloads.look(member);
        Set<Long> through = processes(member);
        through.retainAll(before);
        living += through.isEmpty() ? 0 : 1;
        assertThat(!through.isEmpty() && seen.provenAbsent())
            .as("%s, %s: %s, and %s lives", member, what, seen, through)
            .isFalse();
      }
    }
  }

  private Set<Long> processes(MemberName member) {
    return Stream.of(1, 2)
        .flatMap(node -> lab.processes(node).stream())
        .filter(process -> process.command().contains("--name=" + member.value()))
        .map(ContainerProcess::pid)
        .collect(Collectors.toSet());
  }

  private void awaitWhole() throws InterruptedException {
    Await.until(
        "all members of " + SET + " to be ready", LIMIT, Duration.ofSeconds(1), this::isWhole);
  }

  private boolean isWhole() {
    List<Pod> pods = client.pods().inNamespace(SET).list().getItems();
    return pods.size() == MEMBERS.size()
        && pods.stream()
            .allMatch(
                pod ->
                    pod.getMetadata().getDeletionTimestamp() == null
                        && pod.getStatus().getConditions().stream()
                            .anyMatch(
                                one ->
                                    one.getType().equals("Ready")
                                        && one.getStatus().equals("True")));
  }

  private Pod pod(String name) {
    return Objects.requireNonNull(client.pods().inNamespace(SET).withName(name).get());
  }

  private void kubectl(String... words) throws IOException, InterruptedException {
    lab.kubectl(Stream.concat(Stream.of(words), Stream.of("-n", SET)).toArray(String[]::new))
        .outputWithin(LIMIT);
  }

  /** The API, whose answers come after a while: what they tell may be over by then. */
  private SetApi late(SetApi real) {
    return (SetApi)
        Proxy.newProxyInstance(
            SetApi.class.getClassLoader(),
            new Class<?>[] {SetApi.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(real, arguments);
                Polling.sleep(Duration.ofMillis(random.nextInt(LATE_MILLIS)));
                return answer;
              } catch (InvocationTargetException failed) {
                throw failed.getCause() instanceof Failure known ? known : failed.getCause();
              }
            });
  }
}
