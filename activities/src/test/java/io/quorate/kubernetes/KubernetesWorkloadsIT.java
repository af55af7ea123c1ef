package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Polling;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl.Holder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Turns of a hold of a real etcd, in a real Kubernetes with two nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1200)
@EnabledIfSystemProperty(
    named = "quorate.kubeconfig",
    matches = ".+",
    disabledReason = "there is no Kubernetes: name one with -Dquorate.kubeconfig")
class KubernetesWorkloadsIT {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final JoinSettings SETTINGS = new JoinSettings(Map.of());
  private static final Permit PERMIT =
      Permit.granted("orders.1a2b3c4d", Duration.ofHours(1), System::nanoTime, () -> false);

  private final String namespace = "sets-" + Long.toString(System.nanoTime(), 36);
  private final ApiClients clients = new ApiClients(Map.of());
  private KubernetesClient client;
  private MortalApi api;
  private LookAtSets sets;
  private KubernetesWorkloads workloads;
  private SetTakeover takeover;
  private PodTemplateSpec template;
  private StatefulSetUpdateStrategy strategy;

  @BeforeAll
  void start() {
    client =
        clients.client(
            new ApiSource.Kubeconfig(
                Path.of(System.getProperty("quorate.kubeconfig")),
                System.getProperty("quorate.context", "lab")));
    api = new MortalApi(new SetRequests(client, namespace));
    sets = new LookAtSets(api, new SetNames(namespace, List.of("etcd")), Clock.systemUTC());
    Turn turn = new Turn(sets, api, System::nanoTime, Polling::sleep);
    workloads = new KubernetesWorkloads(sets, api, turn);
    takeover = new SetTakeover(sets, turn);
    create();
    template = set().getSpec().getTemplate();
    strategy = set().getSpec().getUpdateStrategy();
  }

  private void create() {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    client
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("etcd")
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .withSelector(Map.of("app", "etcd"))
                .addNewPort()
                .withName("peer")
                .withPort(2380)
                .endPort()
                .endSpec()
                .build())
        .create();
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getMetadata().setNamespace(namespace);
    set.getSpec().getTemplate().getSpec().getContainers().getFirst().setImagePullPolicy("Never");
    client.resource(set).create();
    await(this::allReady);
  }

  @AfterAll
  void end() {
    client.namespaces().withName(namespace).delete();
    clients.close();
  }

  private StatefulSet set() {
    return client.apps().statefulSets().inNamespace(namespace).withName("etcd").get();
  }

  private List<Pod> pods() {
    return client.pods().inNamespace(namespace).list().getItems();
  }

  private boolean allReady() {
    return Integer.valueOf(3).equals(set().getStatus().getReadyReplicas());
  }

  private static void await(BooleanSupplier condition) {
    assertThat(
            Polling.every(Duration.ofMillis(200))
                .within(
                    Duration.ofSeconds(120),
                    () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty()))
        .isPresent();
  }

  private Map<String, String> uids() {
    Map<String, String> found = new TreeMap<>();
    pods().forEach(pod -> found.put(pod.getMetadata().getName(), pod.getMetadata().getUid()));
    return found;
  }

  @Test
  void aLookTakesLessThanASecond() {
    sets.look();
    long begin = System.nanoTime();
    SetLook look = sets.look();

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
    assertThat(look.unread()).isEmpty();
    assertThat(look.pods()).containsOnlyKeys("etcd-0", "etcd-1", "etcd-2");
    assertThat(look.nodes()).hasSizeBetween(1, 2);
    assertThat(look.volumes()).hasSize(3);
    assertThat(workloads.look(MEMBER).runs()).isTrue();
  }

  @Test
  void aTurnLeavesNothingBehindAndNobodyIsStartedOnceMore() {
    Map<String, String> before = uids();
    api.writes.clear();

    long begin = System.nanoTime();
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    Duration held = Duration.ofNanos(System.nanoTime() - begin);
    Workload seen = workloads.look(MEMBER);
    assertThat(seen.isHeld()).as(seen.evidence()).isTrue();
    assertThat(set().getSpec().getTemplate()).isEqualTo(template);
    List<String> last = workloads.lastLogLines(MEMBER, 3);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    await(this::allReady);
    System.err.printf(
        "held after %d ms, ready after %d ms: %s; %s; log: %s%n",
        held.toMillis(),
        Duration.ofNanos(System.nanoTime() - begin).toMillis(),
        api.writes,
        seen.evidence(),
        last);
    Map<String, String> after = uids();
    takeover.handBack(PERMIT);

    // The controller compares revisions within seconds of the hand-back.
    assertUndisturbed(after);
    assertThat(after.get("etcd-0")).isEqualTo(before.get("etcd-0"));
    assertThat(after.get("etcd-2")).isEqualTo(before.get("etcd-2"));
    assertClean();
  }

  @Test
  void whateverWriteQuorateDiesAtTheNextAttemptGoesOn() {
    boolean died = true;
    for (int write = 0; died; write++) {
      for (boolean before : new boolean[] {true, false}) {
        died = turnWithADeath(write, before);
      }
      assertClean();
    }
  }

  private boolean turnWithADeath(int write, boolean before) {
    boolean died = false;
    api.dieAt(write, before);
    List<Runnable> steps =
        List.of(
            () -> takeover.takeOver(PERMIT),
            () -> workloads.stop(MEMBER, PERMIT),
            () -> workloads.start(MEMBER, SETTINGS, PERMIT),
            () -> takeover.handBack(PERMIT));
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (MortalApi.Killed killed) {
        died = true;
        api.live();
        step.run();
      }
    }
    api.live();
    await(this::allReady);
    return died;
  }

  private void assertUndisturbed(Map<String, String> uids) {
    long begin = System.nanoTime();
    await(
        () -> {
          assertThat(uids()).isEqualTo(uids);
          return System.nanoTime() - begin > Duration.ofSeconds(8).toNanos();
        });
  }

  private void assertClean() {
    StatefulSet set = set();
    assertThat(set.getSpec().getTemplate()).isEqualTo(template);
    assertThat(set.getSpec().getUpdateStrategy()).isEqualTo(strategy);
    Optional.ofNullable(set.getMetadata().getAnnotations())
        .ifPresent(
            all -> assertThat(all.keySet()).noneMatch(name -> name.startsWith("quorate.io")));
    assertThat(takeover.look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
    for (Pod pod : pods()) {
      assertThat(pod.getMetadata().getFinalizers()).isEmpty();
      assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
      assertThat(pod.getMetadata().getLabels().get(Marks.REVISION))
          .isEqualTo(set.getStatus().getUpdateRevision());
    }
  }
}
