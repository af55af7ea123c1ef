package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pods with a hook that removes their member, of a set whose template has lost the hook. */
class StopForGoodTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final Lifecycle HOOK =
      Serialization.unmarshal(
          "preStop: {exec: {command: [etcdctl, member, remove, x]}}", Lifecycle.class);

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final KubernetesWorkloads workloads = stage.workloads();
  private final SetTakeover takeover = stage.takeover();
  private final Leftovers leftovers = stage.leftovers();

  StopForGoodTest() {
    world.pods.values().forEach(pod -> hooked(pod.getSpec().getContainers().getFirst()));
  }

  private static void hooked(Container container) {
    container.setLifecycle(HOOK);
  }

  @Test
  void aMemberThatIsGivenUpIsHeldInAPodWithoutTheHook() {
    takeover.takeOver(PERMIT);
    workloads.stopForGood(MEMBER, PERMIT);

    Workload held = workloads.look(MEMBER);
    assertThat(held.isHeld()).as(held.evidence()).isTrue();
    assertThat(held.trap()).isEmpty();
    assertThat(StopHazard.of(new EtcdPod(world.pods.get("etcd-1")))).isEmpty();
    assertThat(workloads.look(new MemberName("etcd-2")).trap()).isPresent();
  }

  /** The pod after it would remove the new member with its first stop. */
  @Test
  void nobodyIsGivenUpWhileTheTemplateHasTheHook() {
    takeover.takeOver(PERMIT);
    hooked(world.set.getSpec().getTemplate().getSpec().getContainers().getFirst());

    assertThatThrownBy(() -> workloads.stopForGood(MEMBER, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("Pod etcd-1 is not stopped: its preStop hook removes the member")
        .hasMessageContaining("Take it out of the template");
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  /** Somebody applied the chart again after all pods were replaced. */
  @Test
  void nobodyIsStoppedForAPodThatWouldHaveTheHook() {
    world.pods.values().forEach(pod -> etcd(pod.getSpec()).setLifecycle(null));
    takeover.takeOver(PERMIT);
    hooked(etcd(world.set.getSpec().getTemplate().getSpec()));

    assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("a pod of the template comes after it, and its preStop hook removes")
        .hasMessageContaining("Take it out of the template");
    takeover.handBack(PERMIT);
    assertThat(takeover.look().flatMap(WorkloadControl::refusal)).isPresent();
    assertThatThrownBy(() -> takeover.takeOver(PERMIT)).isInstanceOf(Failure.Refused.class);
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  private static Container etcd(PodSpec spec) {
    return spec.getContainers().getFirst();
  }

  @Test
  void aRefusedStopNamesAdoptAndTheDeletionOfThePod() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("knowingly, one at a time: quorate start adopt CLUSTER")
        .hasMessageEndingWith("then retry: kubectl delete pod etcd-1 -n default");
  }

  /** A harmless template makes the successor of the pod, so an old entry point does no harm. */
  @Test
  void aMemberWithAnOldEntryPointCanBeStopped() {
    Container etcd = world.pods.get("etcd-1").getSpec().getContainers().getFirst();
    etcd.setLifecycle(null);
    etcd.setImage("docker.io/bitnami/etcd:3.6.4");
    assertThat(StopHazard.atStart(new EtcdPod(world.pods.get("etcd-1")))).isPresent();

    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
  }

  static Stream<Arguments> deaths() {
    return MortalApi.deaths(16);
  }

  /** The background ends a hold that has deleted its pod, while the guard waits for that. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtTheNextAttemptGivesTheMemberUp(int write, boolean before) {
    takeover.takeOver(PERMIT);
    api.dieAt(write, before);
    try {
      workloads.stopForGood(MEMBER, PERMIT);
    } catch (MortalApi.Killed killed) {
      world.settle();
    }
    api.live();
    leftovers.clear(operation -> false);
    workloads.stopForGood(MEMBER, PERMIT);

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertThat(workloads.look(new MemberName("etcd-0")).runs()).isTrue();
    assertThat(workloads.look(new MemberName("etcd-2")).runs()).isTrue();
    workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertThat(new EtcdSet(world.set).annotations().keySet())
        .noneMatch(name -> name.startsWith("quorate.io"));
    assertThat(workloads.look(MEMBER).runs()).isTrue();
  }
}
