package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.Destination;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MemberName;
import io.quorate.hosts.ReleaseImage;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.observation.Polling;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Arrival;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl.Holder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Turns of a hold of a real etcd, in a real Kubernetes with two nodes. The set has RollingUpdate,
 * and nobody applies its manifest again. Quorate has the rights of the table and no others.
 */
@Tag("kubernetes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1200)
class KubernetesWorkloadsIT {
  private static final String NAMESPACE = "holds";
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final List<MemberName> ALL =
      Stream.of("etcd-0", "etcd-1", "etcd-2").map(MemberName::new).toList();
  private static final JoinSettings SETTINGS = new JoinSettings(Map.of());
  private static final EtcdVersion OLD = EtcdVersion.parse("3.6.16");
  private static final EtcdVersion NEW = EtcdVersion.parse("3.7.3");

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6", "3.7");

  @TempDir private static Path temporary;

  private final ApiClients clients = new ApiClients(Map.of());
  private KubernetesLab lab;
  private KubernetesClient client;
  private MortalApi api;
  private LookAtSets sets;
  private KubernetesWorkloads workloads;
  private KubernetesInstallations installations;
  private SetTakeover takeover;
  private Leftovers leftovers;
  private PodTemplateSpec template;
  private StatefulSetUpdateStrategy strategy;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    lab = LAB.get();
    client = clients.client(new ApiSource.Kubeconfig(lab.kubeconfig(), "lab"));
    create();
    var account = new QuorateAccount(client, NAMESPACE, false);
    account.grant(Rights.all());
    api = new MortalApi(new SetRequests(clients.client(account.source(temporary)), NAMESPACE));
    sets = new LookAtSets(api, new SetNames(NAMESPACE, List.of("etcd")), Clock.systemUTC());
    Turn turn = new Turn(sets, api, System::nanoTime, Polling::sleep);
    workloads = new KubernetesWorkloads(sets, api, turn, member -> {});
    takeover = new SetTakeover(sets, turn, Runnable::run, look -> List.of());
    leftovers = new Leftovers(turn);
    installations =
        new KubernetesInstallations(
            sets,
            api,
            turn,
            List.of(
                new ReleaseImage(OLD, KubernetesLab.image("3.6")),
                new ReleaseImage(NEW, KubernetesLab.image("3.7"))));
  }

  private void create() throws IOException, InterruptedException {
    var set =
        EtcdSet.of(NAMESPACE, "etcd", KubernetesLab.image("3.6"), 3, lab.serviceAddresses(140, 3))
            .rollingUpdate();
    Path manifest = Files.writeString(temporary.resolve("etcd.yaml"), set.yaml());
    lab.kubectl("create", "-f", manifest.toString()).outputWithin(Duration.ofMinutes(1));
    await(this::allReady);
    template = set().getSpec().getTemplate();
    strategy = set().getSpec().getUpdateStrategy();
  }

  @AfterAll
  void end() {
    if (client != null) {
      client.namespaces().withName(NAMESPACE).delete();
    }
    clients.close();
  }

  private StatefulSet set() {
    return client.apps().statefulSets().inNamespace(NAMESPACE).withName("etcd").get();
  }

  private List<Pod> pods() {
    return client.pods().inNamespace(NAMESPACE).list().getItems();
  }

  private boolean allReady() {
    return Integer.valueOf(3).equals(set().getStatus().getReadyReplicas());
  }

  private static void await(BooleanSupplier condition) {
    assertThat(
            Polling.every(Duration.ofMillis(200))
                .within(
                    Duration.ofSeconds(180),
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
    assertThat(workloads.lastLogLines(MEMBER, 3)).hasSize(3);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    await(this::allReady);
    System.out.printf(
        "held after %d ms, ready after %d ms: %s%n",
        held.toMillis(),
        Duration.ofNanos(System.nanoTime() - begin).toMillis(),
        String.join(", ", api.writes));
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

  /** A volume of the lab can be used on both nodes. */
  @Test
  void aHeldMemberStartsOnTheNamedNodeAndALaterPodIsFree() {
    Map<String, String> before = uids();
    String was = pod("etcd-1").getSpec().getNodeName();
    String other =
        api.nodes().stream()
            .map(node -> node.getMetadata().getName())
            .filter(name -> !name.equals(was))
            .findFirst()
            .orElseThrow();
    Destination to = Destination.node(other);
    assertThat(new Destinations(sets, api).arrival(new Journey(MEMBER, to)).way())
        .isEqualTo(new Arrival.Follows());
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);

    workloads.start(MEMBER, SETTINGS.at(Optional.of(to)), PERMIT);
    await(this::allReady);
    takeover.handBack(PERMIT);

    assertThat(pod("etcd-1").getSpec().getNodeName()).isEqualTo(other);
    assertThat(pod("etcd-1").getSpec().getNodeSelector())
        .containsExactly(Map.entry("kubernetes.io/hostname", other));
    assertThat(uids().get("etcd-0")).isEqualTo(before.get("etcd-0"));
    assertClean();

    String steered = uids().get("etcd-1");
    client.pods().inNamespace(NAMESPACE).withName("etcd-1").delete();
    await(() -> !steered.equals(uids().getOrDefault("etcd-1", steered)) && allReady());
    assertThat(pod("etcd-1").getSpec().getNodeSelector()).isNullOrEmpty();
  }

  private Pod pod(String name) {
    return client.pods().inNamespace(NAMESPACE).withName(name).get();
  }

  @Test
  void allMembersAreHeldAtTheSameTime() throws Exception {
    takeover.takeOver(PERMIT);
    together(member -> workloads.stop(member, PERMIT));

    ALL.forEach(member -> assertThat(workloads.look(member).isHeld()).isTrue());
    assertThat(set().getSpec().getTemplate()).isEqualTo(template);
    together(member -> workloads.start(member, SETTINGS, PERMIT));
    takeover.handBack(PERMIT);
    await(this::allReady);
    assertClean();
  }

  private static void together(Consumer<MemberName> effect) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      ALL.forEach(member -> all.add(threads.submit(() -> effect.accept(member))));
      for (Future<?> one : all) {
        one.get();
      }
    }
  }

  @Test
  void aPodThatIsBornGatedByChanceIsLetGo() {
    takeover.takeOver(PERMIT);
    diesOnceGated();
    String evicted = uids().get("etcd-2");
    // An eviction would ask the disruption budget, which says no while etcd-1 is down.
    client.pods().inNamespace(NAMESPACE).withName("etcd-2").delete();

    await(
        () -> {
          leftovers.clear(operation -> false);
          return !evicted.equals(uids().get("etcd-2"))
              && workloads.look(new MemberName("etcd-2")).runs();
        });
    workloads.stop(MEMBER, PERMIT);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    await(this::allReady);
    assertClean();
  }

  /** Quorate dies right after the gate got into the template. */
  private void diesOnceGated() {
    for (int write = 0; !new io.quorate.kubernetes.EtcdSet(set()).isGated(); write++) {
      api.dieAt(0, false);
      assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT))
          .as("write " + write)
          .isInstanceOf(MortalApi.Killed.class);
    }
    api.live();
  }

  @Test
  void aMemberOfADeadKubeletIsNeverProvenAbsentWhileItsEtcdRuns() throws Exception {
    takeover.takeOver(PERMIT);
    // Dies right after the deletion, and the kubelet has not heard of that.
    int node = node();
    lab.killKubelet(node);
    api.writes.clear();
    while (!api.writes.contains("etcd-1 deleted")) {
      api.dieAt(0, false);
      assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    }
    api.live();
    lab.kubectl(
            "-n",
            NAMESPACE,
            "delete",
            "pod",
            "etcd-1",
            "--force",
            "--grace-period=0",
            "--wait=false")
        .outputWithin(Duration.ofMinutes(1));

    await(
        () -> {
          Workload seen = workloads.look(MEMBER);
          assertThat(seen.provenAbsent()).as(seen.evidence()).isFalse();
          return seen.isUnreachable();
        });
    assertThat(workloads.look(MEMBER).evidence()).contains("does not answer");
    assertThat(runsOn(node)).isTrue();
    assertThatThrownBy(() -> workloads.hold(new MemberName("etcd-1"), PERMIT))
        .isInstanceOf(Failure.class);
    lab.startKubelet(node);
    await(() -> !runsOn(node));
    workloads.stop(MEMBER, PERMIT);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    await(this::allReady);
    assertClean();
  }

  private int node() {
    return Integer.parseInt(
        client
            .pods()
            .inNamespace(NAMESPACE)
            .withName("etcd-1")
            .get()
            .getSpec()
            .getNodeName()
            .replace("node", ""));
  }

  private boolean runsOn(int node) {
    return lab.processes(node).stream()
        .anyMatch(process -> process.command().contains("--name=etcd-1"));
  }

  @Test
  void aMemberIsSwitchedToAnotherReleaseAndBack() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    switchTo(NEW);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    workloads.start(MEMBER, SETTINGS, PERMIT);
    await(this::allReady);
    assertThat(installations.look(MEMBER).binary()).contains(NEW);
    assertThat(installations.look(ALL.getFirst()).binary()).contains(OLD);

    // No other member has the new release, so the cluster still allows the old one.
    workloads.stop(MEMBER, PERMIT);
    switchTo(OLD);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    await(this::allReady);
    assertClean();
  }

  private void switchTo(EtcdVersion version) {
    installations.switchTo(
        MEMBER, version, new TreeMap<>(installations.look(MEMBER).settings()), PERMIT);
  }

  @Test
  void aRunThatIsAskedToEndIsStartedAgainByItsSet() {
    Run run = workloads.look(MEMBER).run().orElseThrow();
    workloads.terminate(MEMBER, run, PERMIT);

    await(() -> workloads.look(MEMBER).run().filter(now -> !now.equals(run)).isPresent());
    assertThatThrownBy(() -> workloads.kill(MEMBER, run, PERMIT))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("is not there any more");
    await(this::allReady);
    assertClean();
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
    await(() -> new io.quorate.kubernetes.EtcdSet(set()).isObserved());
    for (Pod pod : pods()) {
      assertThat(pod.getMetadata().getFinalizers()).isEmpty();
      assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
      assertThat(pod.getMetadata().getLabels().get(Marks.REVISION))
          .isEqualTo(set().getStatus().getUpdateRevision());
    }
  }
}
