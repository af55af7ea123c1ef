package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.MemberName;
import io.quorate.kubernetes.MortalApi.Killed;
import io.quorate.port.JoinSettings;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Workloads that an operation had taken over when it was terminated in Temporal. */
class AbandonedTakeoverTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final StatefulSetSpec before = Serialization.clone(world.set.getSpec());
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final KubernetesWorkloads workloads = stage.workloads();
  private final SetTakeover takeover = stage.takeover();

  /** The background of a worker that knows of this operation that it is over. */
  private void settle(String over) {
    for (int turn = 0; turn < 20; turn++) {
      takeover.tidy(over::equals);
      world.settle();
    }
  }

  private void assertHandedBack() {
    assertThat(new EtcdSet(world.set).operation()).isEmpty();
    assertThat(world.set.getSpec()).isEqualTo(before);
    assertThat(world.deletedByController).isZero();
  }

  @Test
  void aWorkerHandsBackWhatAnOperationThatIsOverHadTaken() {
    takeover.takeOver(PERMIT);
    settle(PERMIT.operation());

    assertHandedBack();
    assertThat(new EtcdSet(world.set).isMarked()).isFalse();
  }

  @Test
  void theSetOfAnotherOperationStaysTakenOver() {
    takeover.takeOver(PERMIT);
    settle("orders.0badcafe");

    assertThat(new EtcdSet(world.set).operation()).contains(PERMIT.operation());
  }

  @Test
  void aStatementThatTheApplierIsPausedGoesWithItsOperation() {
    String stated =
        "%s of %s".formatted(LocalDate.now(ZoneOffset.UTC), world.set.getMetadata().getUid());
    world.set.getMetadata().setAnnotations(new TreeMap<>(Map.of(Marks.APPLIER_PAUSED, stated)));
    settle(PERMIT.operation());
    assertThat(statement()).as("no operation has taken it").isEqualTo(stated);

    takeover.takeOver(PERMIT);
    takeover.handBack(PERMIT);
    settle("orders.0badcafe");
    assertThat(statement()).isEqualTo(stated + " for " + PERMIT.operation());

    settle(PERMIT.operation());
    assertThat(statement()).isNull();
    assertHandedBack();
  }

  private @Nullable String statement() {
    return new EtcdSet(world.set).annotations().get(Marks.APPLIER_PAUSED);
  }

  @Test
  void nothingIsHandedBackOnceTheNextOperationHasBegun() {
    takeover.takeOver(PERMIT);
    world.settle();
    AtomicInteger asked = new AtomicInteger();
    takeover.tidy(operation -> asked.incrementAndGet() == 1);

    assertThat(new EtcdSet(world.set).operation()).contains(PERMIT.operation());
    assertThat(new EtcdSet(world.set).isOnDelete()).isTrue();
  }

  /** Whether the data of the member may start is asked by a plan. */
  @Test
  void aSetWithAHeldMemberStaysTakenOverUntilAPlanStartsTheMember() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    settle(PERMIT.operation());

    assertThat(new EtcdSet(world.set).operation()).contains(PERMIT.operation());
    assertThat(new EtcdSet(world.set).isOnDelete()).isTrue();
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();

    workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    settle(PERMIT.operation());
    assertHandedBack();
    assertThat(new EtcdSet(world.set).isMarked()).isFalse();
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  /** The last ordinal is the first that a controller replaces. */
  @Test
  void anImageThatIsAppliedBesideAHeldMemberTakesNobodyElseDown() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    settle(PERMIT.operation());
    applyImage();

    assertThat(world.deletedByController).isZero();
    assertThat(world.processes("etcd-2")).hasSize(1);
  }

  @Test
  void anAbortWhoseStartFailedLeavesOnDeleteUntilNobodyIsHeld() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    takeover.handBack(PERMIT);

    assertThat(takeover.look().orElseThrow().evidence())
        .startsWith("the StatefulSet etcd keeps OnDelete while a pod is held (etcd-1)")
        .endsWith("quorate start minority-replace CLUSTER --member NAME");
    takeover.takeOver(PERMIT);
    workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    takeover.handBack(PERMIT);
    assertHandedBack();
  }

  @Test
  void anImageThatIsAppliedAfterSuchAnAbortTakesNobodyElseDown() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    takeover.handBack(PERMIT);
    applyImage();

    assertThat(world.deletedByController).isZero();
    assertThat(world.processes("etcd-2")).hasSize(1);
  }

  private void applyImage() {
    var template = world.set.getSpec().getTemplate();
    template.getSpec().getContainers().getFirst().setImage("quorate.test/etcd:3.7.3");
    world.set.getMetadata().setGeneration(world.set.getMetadata().getGeneration() + 1);
    settle(PERMIT.operation());
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteTheOperationCameToTheSetIsHandedBack(int write, boolean earlier) {
    api.dieAt(write, earlier);
    assertThatThrownBy(
            () -> {
              takeover.takeOver(PERMIT);
              workloads.stop(MEMBER, PERMIT);
            })
        .isInstanceOf(Killed.class);
    api.live();
    settle(PERMIT.operation());

    if (workloads.look(MEMBER).isHeld()) {
      assertThat(new EtcdSet(world.set).operation()).contains(PERMIT.operation());
      workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
      settle(PERMIT.operation());
    }
    assertHandedBack();
    for (String name : world.pods.keySet()) {
      assertThat(world.processes(name)).as(name).hasSize(1);
    }
  }

  static Stream<Arguments> deaths() {
    SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
    MortalApi api = new MortalApi(world);
    SetStage stage = SetStage.of(world, api);
    stage.takeover().takeOver(PERMIT);
    stage.workloads().stop(MEMBER, PERMIT);
    return MortalApi.deaths(api.writes.size());
  }
}
