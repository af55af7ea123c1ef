package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.kubernetes.MortalApi.Killed;
import io.quorate.port.JoinSettings;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sets of one member each, of which an operation left one member held. */
class AbandonedSetPerMemberTest {
  private static final MemberName MEMBER = new MemberName("a-0");

  private final SimulatedSetPerMember world = new SimulatedSetPerMember();
  private final MortalApi api = new MortalApi(world.api());
  private final SetStage stage = SetStage.of(SimulatedSetPerMember.NAMES, api, world::tick);

  private void holdTheFirst() {
    stage.takeover().takeOver(PERMIT);
    stage.workloads().stop(MEMBER, PERMIT);
  }

  /** The background of a worker that knows of the operation that it is over. */
  private void settle() {
    for (int turn = 0; turn < 20; turn++) {
      stage.takeover().tidy(PERMIT.operation()::equals);
      world.settle();
    }
  }

  /** Applies all manifests again, as an applier does once the policy lets the apply pass. */
  private void applyImage() {
    for (SimulatedSets one : world.worlds) {
      var template = one.set.getSpec().getTemplate();
      template.getSpec().getContainers().getFirst().setImage("quorate.test/etcd:3.7.3");
      one.set.getMetadata().setGeneration(one.set.getMetadata().getGeneration() + 1);
    }
    settle();
  }

  private void assertNobodyElseWasTakenDown() {
    for (String other : new String[] {"b", "c"}) {
      assertThat(world.world(other).deletedByController).as(other).isZero();
      assertThat(world.world(other).processes(other + "-0")).as(other).hasSize(1);
      assertThat(new EtcdSet(world.world(other).set).isOnDelete()).as(other).isTrue();
    }
  }

  private void startAndSettle() {
    stage.workloads().start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    settle();
    for (SimulatedSets one : world.worlds) {
      assertThat(new EtcdSet(one.set).isMarked()).as(one.name).isFalse();
      assertThat(new EtcdSet(one.set).isOnDelete()).as(one.name).isFalse();
    }
  }

  @Test
  void noSetIsHandedBackBesideTheHeldMemberOfAnother() {
    holdTheFirst();
    settle();

    for (SimulatedSets one : world.worlds) {
      assertThat(new EtcdSet(one.set).operation()).contains(PERMIT.operation());
    }
    applyImage();
    assertNobodyElseWasTakenDown();
  }

  @Test
  void allSetsAreHandedBackOnceTheMemberIsStarted() {
    holdTheFirst();
    settle();

    startAndSettle();
  }

  @Test
  void anAbortLeavesOnDeleteOnAllSetsUntilNobodyIsHeld() {
    holdTheFirst();
    stage.takeover().handBack(PERMIT);
    applyImage();

    assertNobodyElseWasTakenDown();
    assertThat(stage.takeover().look().orElseThrow().evidence())
        .contains("the StatefulSet b keeps OnDelete while a pod is held (a-0)")
        .contains("quorate start scale CLUSTER --members N")
        .contains("take its StatefulSet out of statefulSets in quorate.yml");
  }

  @Test
  void allSetsGetTheirStrategyBackOnceTheHeldMemberIsStarted() {
    holdTheFirst();
    stage.takeover().handBack(PERMIT);

    startAndSettle();
  }

  /** The pod is on its way out, and the gated one is not born yet. */
  @Test
  void noSetIsHandedBackWhileAHoldInAnotherIsOnItsWay() {
    stage.takeover().takeOver(PERMIT);
    SimulatedSets first = world.world("a");
    first.deadKubelets.add("node1");
    api.dieAt(2, false);
    assertThatThrownBy(() -> stage.workloads().stop(MEMBER, PERMIT)).isInstanceOf(Killed.class);
    api.live();
    assertThat(first.pods.get("a-0").getMetadata().getDeletionTimestamp()).isNotNull();
    settle();
    applyImage();

    assertNobodyElseWasTakenDown();
  }

  /** The pods of a set that is not there may be held, and nobody knows it. */
  @Test
  void noSetIsHandedBackWhileAnotherIsNotThere() {
    stage.takeover().takeOver(PERMIT);
    world.world("a").away = true;
    settle();

    assertThat(new EtcdSet(world.world("b").set).operation()).contains(PERMIT.operation());
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteTheOperationCameToNobodyElseIsTakenDown(int write, boolean earlier) {
    api.dieAt(write, earlier);
    assertThatThrownBy(this::holdTheFirst).isInstanceOf(Killed.class);
    api.live();
    settle();

    if (stage.workloads().look(MEMBER).isHeld()) {
      applyImage();
      assertNobodyElseWasTakenDown();
    } else {
      for (SimulatedSets one : world.worlds) {
        assertThat(new EtcdSet(one.set).isMarked()).as(one.name).isFalse();
      }
    }
  }

  static Stream<Arguments> deaths() {
    SimulatedSetPerMember world = new SimulatedSetPerMember();
    MortalApi api = new MortalApi(world.api());
    SetStage stage = SetStage.of(SimulatedSetPerMember.NAMES, api, world::tick);
    stage.takeover().takeOver(PERMIT);
    stage.workloads().stop(MEMBER, PERMIT);
    return MortalApi.deaths(api.writes.size());
  }
}
