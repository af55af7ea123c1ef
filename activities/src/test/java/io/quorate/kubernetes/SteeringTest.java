package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Starts that are bound to a node, also where Quorate is killed in the middle. */
class SteeringTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final Destination NODE = Destination.node("node3");
  private static final JoinSettings ANYWHERE = new JoinSettings(Map.of());
  private static final JoinSettings THERE = ANYWHERE.at(Optional.of(NODE));
  private static final JoinSettings THERE_WITH_SETTINGS =
      new JoinSettings(Map.of(), new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "10")))
          .at(Optional.of(NODE));

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final PodTemplateSpec template = Serialization.clone(world.set.getSpec().getTemplate());
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final KubernetesWorkloads workloads = stage.workloads();
  private final SetTakeover takeover = stage.takeover();

  private Pod pod() {
    return world.pods.get("etcd-1");
  }

  private void stopped() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
  }

  private void assertThere() {
    assertThat(pod().getSpec().getNodeName()).isEqualTo("node3");
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  private void assertClean() {
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
    assertThat(new EtcdSet(world.set).annotations().keySet())
        .noneMatch(name -> name.startsWith("quorate.io"));
    assertThat(world.deletedByController).isZero();
    for (Pod pod : world.pods.values()) {
      assertThat(pod.getMetadata().getFinalizers()).isEmpty();
      assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
      assertThat(world.processes(pod.getMetadata().getName())).hasSize(1);
    }
  }

  @Test
  void aHeldMemberIsBoundToTheNodeInTheWriteThatRemovesItsGate() {
    stopped();
    int before = api.writes.size();
    workloads.start(MEMBER, THERE, PERMIT);

    assertThat(api.writes.get(before)).isEqualTo("etcd-1 let go");
    assertThat(pod().getSpec().getNodeSelector())
        .containsExactly(Map.entry("kubernetes.io/hostname", "node3"));
    assertThere();
    takeover.handBack(PERMIT);
    world.settle();
    assertClean();
  }

  @Test
  void aLaterPodOfTheMemberGoesWhereTheSchedulerLikes() {
    stopped();
    workloads.start(MEMBER, THERE, PERMIT);
    takeover.handBack(PERMIT);
    world.deleteGracefully("etcd-1");
    world.settle();

    assertThat(pod().getSpec().getNodeSelector()).isNullOrEmpty();
    assertThat(pod().getSpec().getNodeName()).isEqualTo("node2");
  }

  @Test
  void aPodThatIsBornOnceMoreForItsSettingsIsBoundToo() {
    stopped();
    workloads.start(MEMBER, THERE_WITH_SETTINGS, PERMIT);

    assertThere();
    assertThat(new EtcdPod(pod()).settings()).containsEntry("ETCD_SNAPSHOT_COUNT", "10");
  }

  static Stream<Arguments> deaths() {
    return MortalApi.deaths(16);
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtTheNextAttemptBindsTheMember(int write, boolean before) {
    stopped();
    api.dieAt(write, before);
    try {
      workloads.start(MEMBER, THERE_WITH_SETTINGS, PERMIT);
      takeover.handBack(PERMIT);
    } catch (MortalApi.Killed killed) {
      api.live();
      world.settle();
      workloads.start(MEMBER, THERE_WITH_SETTINGS, PERMIT);
      takeover.handBack(PERMIT);
    }
    api.live();
    world.settle();

    assertThere();
    assertClean();
  }

  /** The abort starts the member on a node with room, when the chosen node has none. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtAnAbortFreesAPodThatWaitsForItsNode(int write, boolean before) {
    stopped();
    waiting();
    api.dieAt(write, before);
    try {
      workloads.start(MEMBER, ANYWHERE, PERMIT);
    } catch (MortalApi.Killed killed) {
      api.live();
      world.settle();
      workloads.start(MEMBER, ANYWHERE, PERMIT);
    }
    api.live();
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(pod().getSpec().getNodeName()).isEqualTo("node2");
    assertClean();
  }

  /** A pod that is bound to a node which takes no pod any more. */
  private void waiting() {
    api.dieAt(0, false);
    assertThatThrownBy(() -> workloads.start(MEMBER, THERE, PERMIT))
        .isInstanceOf(MortalApi.Killed.class);
    api.live();
    world.nodes.get("node3").getSpec().setUnschedulable(true);
    world.settle();
    assertThat(pod().getSpec().getNodeName()).isNull();
  }

  @Test
  void aPodThatWaitsForOneNodeIsBornAgainForAnother() {
    stopped();
    waiting();
    workloads.start(MEMBER, ANYWHERE.at(Optional.of(Destination.node("node1"))), PERMIT);

    assertThat(pod().getSpec().getNodeName()).isEqualTo("node1");
    takeover.handBack(PERMIT);
    world.settle();
    assertClean();
  }

  @Test
  void aNodeThatTakesNoPodAnyMoreIsRefusedBeforeTheGateGoes() {
    stopped();
    world.nodes.get("node3").getSpec().setUnschedulable(true);

    assertThatThrownBy(() -> workloads.start(MEMBER, THERE, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage(
            "etcd-1 is not started on node node3: Node node3 is cordoned. kubectl uncordon node3");
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
  }

  @Test
  void aMemberThatSomebodyStartedElsewhereIsNotTakenForOneThatArrived() {
    stopped();
    workloads.start(MEMBER, ANYWHERE, PERMIT);

    assertThatThrownBy(() -> workloads.start(MEMBER, THERE, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("etcd-1 was started already, and not on node node3: container");
  }
}
