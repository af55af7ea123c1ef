package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.hosts.ReleaseImage;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.workload.Trap;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Turns of a hold on one simulated StatefulSet, also where Quorate is killed in the middle. */
class TurnTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final EtcdVersion OLD = EtcdVersion.parse("3.6.16");
  private static final EtcdVersion NEW = EtcdVersion.parse("3.7.3");
  private static final JoinSettings SETTINGS = new JoinSettings(Map.of());
  private static final JoinSettings SNAPSHOTS =
      new JoinSettings(Map.of(), new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "10")));

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final PodTemplateSpec template = Serialization.clone(world.set.getSpec().getTemplate());
  private final StatefulSetUpdateStrategy strategy = world.set.getSpec().getUpdateStrategy();
  private final Map<String, String> uids = uids();
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final KubernetesWorkloads workloads = stage.workloads();
  private final SetTakeover takeover = stage.takeover();
  private final KubernetesInstallations installations;
  private final Leftovers leftovers = stage.leftovers();

  TurnTest() {
    installations =
        new KubernetesInstallations(
            stage.sets(),
            api,
            stage.turn(),
            List.of(
                new ReleaseImage(OLD, "quorate.test/etcd:3.6.16"),
                new ReleaseImage(NEW, "quorate.test/etcd:3.7.3")));
  }

  private Map<String, String> uids() {
    Map<String, String> found = new TreeMap<>();
    world.pods.forEach((name, pod) -> found.put(name, pod.getMetadata().getUid()));
    return found;
  }

  @Test
  void aStoppedMemberIsHeldAndNobodyElseIsTouched() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    world.settle();

    Workload held = workloads.look(MEMBER);
    assertThat(held.isHeld()).as(held.evidence()).isTrue();
    assertThat(held.evidence())
        .contains("scheduling gate of operation orders.1a2b3c4d; container c")
        .contains("ended at");
    assertThat(world.processes("etcd-1")).isEmpty();
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
    assertOthersUntouched();
  }

  @Test
  void aHeldMemberJoinsAndNeverBeginsACluster() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);

    assertThat(world.pods.get("etcd-1").getSpec().getContainers().getFirst().getArgs())
        .contains("--initial-cluster-state=existing");
  }

  @Test
  void nothingIsLeftAfterTheHandBackAndNobodyIsStartedOnceMore() {
    wholeTurn();

    assertClean();
  }

  /** Each plan of an operation takes the set over and hands it back. */
  @Test
  void aStatementThatTheApplierIsPausedCountsForAllPlansOfItsOperation() {
    world.guarded = false;
    Map<String, String> marks = new TreeMap<>(Map.of("argocd.argoproj.io/tracking-id", "orders"));
    world.set.getMetadata().setAnnotations(marks);
    assertThatThrownBy(() -> takeover.takeOver(PERMIT)).isInstanceOf(Failure.Refused.class);

    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    marks.put(Marks.APPLIER_PAUSED, "%s of %s".formatted(today, world.set.getMetadata().getUid()));
    for (int plan = 0; plan < 3; plan++) {
      assertThat(refusal(Optional.of(PERMIT.operation()))).isEmpty();
      takeover.takeOver(PERMIT);
      takeover.handBack(PERMIT);
      leftovers.clear(operation -> false);
    }
    assertThat(refusal(Optional.empty())).as("before people are asked").isPresent();
    Permit another =
        Permit.granted("orders.5e6f7a8b", Duration.ofHours(1), System::nanoTime, () -> false);
    assertThatThrownBy(() -> takeover.takeOver(another)).isInstanceOf(Failure.Refused.class);
  }

  private Optional<String> refusal(Optional<String> operation) {
    return takeover.look(operation).flatMap(WorkloadControl::refusal);
  }

  @Test
  void aStatementThatIsOverIsTakenOffTheSet() {
    Map<String, String> marks = new TreeMap<>();
    marks.put(Marks.APPLIER_PAUSED, "2026-01-02 of set-1 for orders.1a2b3c4d");
    world.set.getMetadata().setAnnotations(marks);

    leftovers.clear(operation -> false);

    assertThat(world.set.getMetadata().getAnnotations()).isEmpty();
  }

  @Test
  void aHeldMemberStaysHeldAfterTheHandBack() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertThat(world.deletedByController).isZero();

    workloads.start(MEMBER, SETTINGS, PERMIT);
    world.settle();
    assertClean();
  }

  @Test
  void aHeldPodThatSomebodyDeletesStaysHeld() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    world.deleteByForce("etcd-1");
    world.settle();

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();

    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertClean();
  }

  @Test
  void aHeldMemberGetsSettingsForOneRun() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    workloads.start(MEMBER, SNAPSHOTS, PERMIT);

    assertThat(
            new EtcdPod(world.pods.get("etcd-1"))
                .has(new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "10"))))
        .isTrue();
    takeover.handBack(PERMIT);
    world.settle();
    assertClean();
  }

  /** A hold keeps the objects of the other pods too, with the containers that they had then. */
  @Test
  void aKeptPodWhoseContainerWasStartedAgainIsNotTerminatingForEver() {
    takeover.takeOver(PERMIT);
    while (!new EtcdPod(world.pods.get("etcd-2")).isKept()) {
      api.dieAt(0, false);
      assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT)).isInstanceOf(MortalApi.Killed.class);
      world.settle();
    }
    api.live();
    world.crash("etcd-2");
    world.settle();
    world.deleteGracefully("etcd-2");
    for (int look = 0; look < 5; look++) {
      world.settle();
      leftovers.clear(operation -> false);
    }

    assertThat(workloads.look(new MemberName("etcd-2")).runs()).isTrue();
    assertThat(new EtcdPod(world.pods.get("etcd-2")).isDeleted()).isFalse();
  }

  @Test
  void anAbortEndsWhereTheKubeletStartedTheContainerAgain() {
    takeover.takeOver(PERMIT);
    while (!api.writes.contains("etcd-1 kept")) {
      api.dieAt(0, false);
      assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    }
    api.live();
    world.crash("etcd-1");
    world.settle();
    world.deleteGracefully("etcd-1");
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertClean();
  }

  /** A proof of an earlier run says nothing of a container that its kubelet lost. */
  @Test
  void aContainerThatItsKubeletLostIsNotProvenEnded() {
    wholeTurn();
    world.lost.add("etcd-1");
    takeover.takeOver(PERMIT);
    api.dieAt(2, false);
    assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    world.settle();
    api.live();
    leftovers.clear(operation -> false);
    world.settle();

    Workload seen = workloads.look(MEMBER);
    assertThat(seen.provenAbsent()).isFalse();
    assertThat(seen.evidence())
        .contains("its kubelet could not find container")
        .contains("kubectl patch pod etcd-1 -n default");
    assertThat(new EtcdPod(world.pods.get("etcd-1")).recordedRun().orElse("")).isNotEmpty();
  }

  /** A quota refuses the successor, and nobody waits for that successor. */
  @Test
  void aHoldWhoseSuccessorNeverCameIsForgottenAtTheHandBack() {
    takeover.takeOver(PERMIT);
    world.refused.add("etcd-1");
    while (world.pods.containsKey("etcd-1")) {
      api.dieAt(0, false);
      assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    }
    api.live();
    takeover.handBack(PERMIT);

    assertThat(new EtcdSet(world.set).heldBy("etcd-1")).isEmpty();
    assertThat(takeover.look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
    world.refused.clear();
    world.settle();
    leftovers.clear(operation -> false);
    assertClean();
  }

  @Test
  void aSettingThatNoPodCanBeGivenIsRefusedBeforeThePodIsReplaced() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    world
        .set
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .setCommand(List.of("/scripts/start.sh"));
    String held = uids().get("etcd-1");

    assertThatThrownBy(() -> workloads.start(MEMBER, SNAPSHOTS, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("its pod needs ETCD_SNAPSHOT_COUNT");
    assertThat(uids().get("etcd-1")).isEqualTo(held);
  }

  private static final Lifecycle HOOK =
      Serialization.unmarshal(
          "preStop: {exec: {command: [etcdctl, member, remove, x]}}", Lifecycle.class);

  private void hooked(String pod) {
    world.pods.get(pod).getSpec().getContainers().getFirst().setLifecycle(HOOK);
  }

  @Test
  void aSetWithAHookThatRemovesMembersIsNotTakenOver() {
    world.set.getSpec().getTemplate().getSpec().getContainers().getFirst().setLifecycle(HOOK);
    hooked("etcd-2");

    assertThatThrownBy(() -> takeover.takeOver(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith(
            "The pods of the StatefulSet etcd are not taken over: of pod etcd-0, a pod of the"
                + " template comes after it, and its preStop hook");
    assertThat(world.set.getMetadata().getAnnotations()).isNullOrEmpty();
  }

  /** Otherwise the pods of before could be replaced only until one voter is left. */
  @Test
  void aMemberThatItsHookTookOutMayJoinAgainBesidePodsThatHaveTheHook() {
    hooked("etcd-0");
    hooked("etcd-2");

    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);

    assertThatThrownBy(() -> workloads.stop(new MemberName("etcd-2"), PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("Pod etcd-2 is not stopped: its preStop hook removes the member");
  }

  /** A plan to scale down removes the member before anybody asks whether its pod may end. */
  @Test
  void aHookThatRemovesMembersIsATrapForEachPlanThatTouchesItsMember() {
    hooked("etcd-2");

    assertThat(workloads.look(new MemberName("etcd-2")).trap())
        .map(Trap::kind)
        .contains(Trap.Kind.STOP);
    assertThat(workloads.look(MEMBER).trap()).isEmpty();
    assertThat(takeover.look().orElseThrow().fixedPlaces()).isEmpty();
  }

  @Test
  void noPlaceIsGivenUpWhileNobodyKnowsWhatTheHookOfTheLastPodDoes() {
    world
        .pods
        .get("etcd-2")
        .getSpec()
        .getContainers()
        .getFirst()
        .setLifecycle(
            Serialization.unmarshal(
                "preStop: {exec: {command: [/scripts/stop.sh]}}", Lifecycle.class));

    assertThat(takeover.look().orElseThrow().fixedPlaces().orElseThrow())
        .startsWith("of pod etcd-2, its preStop hook is '/scripts/stop.sh'");
  }

  /** An empty volume with the state {@code new} would begin a cluster of its own. */
  @Test
  void aMemberWithoutDataIsNotStartedWhereItCannotBeToldToJoin() {
    var etcd = world.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setArgs(List.of());
    etcd.setCommand(
        List.of(
            "sh", "-c", "exec etcd --initial-cluster-state=${S} --initial-cluster=a=http://a:1"));
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    JoinSettings listed = new JoinSettings(Map.of("a", List.of("http://a:1")));

    assertThatThrownBy(() -> workloads.start(MEMBER, listed.joining(), PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("its pod needs ETCD_INITIAL_CLUSTER_STATE");
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    workloads.start(MEMBER, listed, PERMIT);
    assertThat(workloads.look(MEMBER).runs()).isTrue();
  }

  static Stream<Arguments> deaths() {
    return MortalApi.deaths(20);
  }

  /** All of a turn is repeated from the beginning, as attempts of steps are. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtTheNextAttemptGoesOn(int write, boolean before) {
    api.dieAt(write, before);
    for (Runnable step : steps()) {
      try {
        step.run();
      } catch (MortalApi.Killed killed) {
        api.live();
        world.settle();
        step.run();
      }
    }
    world.settle();

    assertClean();
  }

  /** An abort takes the hold back from wherever it came to. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtAnAbortStartsTheMemberAgain(int write, boolean before) {
    api.dieAt(write, before);
    try {
      takeover.takeOver(PERMIT);
      workloads.stop(MEMBER, PERMIT);
    } catch (MortalApi.Killed killed) {
      world.settle();
    }
    api.live();
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertClean();
  }

  /** An operation that nobody aborts and nobody goes on with ends with the hand-back alone. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteOfAStopQuorateDiesAtTheHandBackLeavesNothingHalfDone(
      int write, boolean before) {
    takeover.takeOver(PERMIT);
    api.dieAt(write, before);
    try {
      workloads.stop(MEMBER, PERMIT);
    } catch (MortalApi.Killed killed) {
      world.settle();
    }
    api.live();
    takeover.handBack(PERMIT);
    for (int look = 0; look < 5; look++) {
      world.settle();
      leftovers.clear(operation -> false);
    }
    Workload seen = workloads.look(MEMBER);
    assertThat(seen.isHeld() || seen.runs()).as(seen.evidence()).isTrue();
    if (seen.isHeld()) {
      workloads.start(MEMBER, SETTINGS, PERMIT);
      world.settle();
    }

    assertClean();
  }

  @Test
  void aSetThatSomebodyReplacesGetsItsHeldMemberNotStarted() {
    StatefulSet manifest = Serialization.clone(world.set);
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    world.set.getMetadata().setAnnotations(new TreeMap<>());
    world.set.setSpec(manifest.getSpec());
    world.settle();

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertOthersUntouched();
  }

  @Test
  void aManifestThatIsAppliedInAWindowIsLeftAsItIs() {
    takeover.takeOver(PERMIT);
    assertThatThrownBy(
            () -> {
              api.dieAt(6, false);
              workloads.stop(MEMBER, PERMIT);
            })
        .isInstanceOf(MortalApi.Killed.class);
    api.live();
    // Argo CD brings its own arguments back, and leaves the gate, which is no field of its own.
    world.set.getSpec().getTemplate().getSpec().setContainers(template.getSpec().getContainers());
    workloads.stop(MEMBER, PERMIT);

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
  }

  @Test
  void aTurnTakesFewWrites() {
    wholeTurn();

    assertThat(api.writes).hasSizeLessThanOrEqualTo(18);
  }

  @Test
  void somebodyElsesPodThatIsBornGatedIsLetGo() {
    takeover.takeOver(PERMIT);
    assertThatThrownBy(
            () -> {
              api.dieAt(6, false);
              workloads.stop(MEMBER, PERMIT);
            })
        .isInstanceOf(MortalApi.Killed.class);
    assertThat(new EtcdSet(world.set).isGated()).as("after " + api.writes).isTrue();
    api.live();
    world.deleteGracefully("etcd-2");
    world.settle();

    workloads.stop(MEMBER, PERMIT);
    world.settle();

    assertThat(workloads.look(new MemberName("etcd-2")).runs()).isTrue();
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
  }

  @Test
  void anUpdateStrategyThatSomebodyBringsBackIsTakenAwayAndEndsTheHold() {
    takeover.takeOver(PERMIT);
    world.set.getSpec().setUpdateStrategy(strategy);

    assertThatThrownBy(() -> workloads.stop(MEMBER, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("somebody set the update strategy of the StatefulSet etcd back");
    assertThat(new EtcdSet(world.set).isOnDelete()).isTrue();
    takeover.handBack(PERMIT);
    assertThat(world.set.getSpec().getUpdateStrategy()).isEqualTo(strategy);
  }

  @Test
  void holdRefusesAMemberThatRuns() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> workloads.hold(MEMBER, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd-1 is not held: container")
        .hasMessageContaining("runs on node2");
    assertOthersUntouched();
  }

  @Test
  void threeMembersAreHeldAtTheSameTime() {
    takeover.takeOver(PERMIT);
    for (String name : List.of("etcd-0", "etcd-1", "etcd-2")) {
      workloads.stop(new MemberName(name), PERMIT);
    }

    for (String name : List.of("etcd-0", "etcd-1", "etcd-2")) {
      assertThat(workloads.look(new MemberName(name)).isHeld()).isTrue();
    }
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
  }

  @Test
  void theBackgroundLetsGoWhomADeadTurnHasGated() {
    takeover.takeOver(PERMIT);
    assertThatThrownBy(
            () -> {
              api.dieAt(6, false);
              workloads.stop(MEMBER, PERMIT);
            })
        .isInstanceOf(MortalApi.Killed.class);
    api.live();
    world.deleteGracefully("etcd-2");
    for (int look = 0; look < 10; look++) {
      world.settle();
      leftovers.clear(operation -> false);
    }

    assertThat(workloads.look(new MemberName("etcd-2")).runs()).isTrue();
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
  }

  /** A later attempt of the step does not pass its guard while the member does not vote. */
  @Test
  void theBackgroundFinishesAHoldThatWasCutOffAfterItsPodWasDeleted() {
    int finished = 0;
    for (int write = 0; write < 14; write++) {
      var other = new TurnTest();
      other.takeover.takeOver(PERMIT);
      other.api.dieAt(write, true);
      try {
        other.workloads.stop(MEMBER, PERMIT);
        break;
      } catch (MortalApi.Killed killed) {
        other.api.live();
      }
      boolean deleted = new EtcdPod(other.world.pods.get("etcd-1")).isDeleted();
      for (int look = 0; look < 20; look++) {
        other.world.settle();
        other.leftovers.clear(operation -> false);
      }
      Workload now = other.workloads.look(MEMBER);
      assertThat(now.isHeld() || now.runs()).as(write + " " + now.evidence()).isTrue();
      if (deleted) {
        assertThat(now.isHeld()).as(write + " " + now.evidence()).isTrue();
        finished++;
      }
      assertThat(other.world.set.getSpec().getTemplate()).isEqualTo(other.template);
      other.assertOthersUntouched();
    }
    assertThat(finished).isPositive();
  }

  /** A plan asks before it takes a member out of the membership. */
  @Test
  void anInstallationSaysThatItsMemberWouldNotJoin() {
    assertThat(installations.look(MEMBER).joinObstacle()).isEmpty();

    var etcd = world.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setArgs(List.of());
    etcd.setCommand(
        List.of("sh", "-c", "exec etcd --data-dir=/data/etcd --initial-cluster-state=${STATE}"));
    assertThat(installations.look(MEMBER).joinObstacle().orElseThrow())
        .contains("a member without data would not join");
  }

  @Test
  void theBackgroundTakesOverNoSetThatWasHandedBack() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    takeover.handBack(PERMIT);
    world.deleteGracefully("etcd-1");
    for (int look = 0; look < 20; look++) {
      world.settle();
      leftovers.clear(operation -> false);
    }

    assertThat(new EtcdSet(world.set).operation()).isEmpty();
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertOthersUntouched();
  }

  @Test
  void theBackgroundLeavesAClusterAloneThatNobodyHolds() {
    leftovers.clear(operation -> false);

    assertThat(api.writes).isEmpty();
  }

  @Test
  void theBackgroundLeavesWhatAHoldIsDoing() {
    takeover.takeOver(PERMIT);
    for (int write = 0; write < 14; write++) {
      api.dieAt(0, false);
      try {
        workloads.stop(MEMBER, PERMIT);
      } catch (MortalApi.Killed killed) {
        api.live();
        leftovers.clear(operation -> false);
      }
      world.settle();
      api.live();
    }

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertOthersUntouched();
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
  }

  @Test
  void aHeldMemberIsSwitchedAndTheOthersKeepTheirImage() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    switchTo(NEW);
    world.settle();

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertThat(installations.look(MEMBER).binary()).contains(NEW);
    assertThat(installations.look(new MemberName("etcd-0")).binary()).contains(OLD);

    workloads.start(MEMBER, SETTINGS, PERMIT);
    world.settle();
    assertOthersUntouched();
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  @Test
  void aSwitchThatIsTakenBackLeavesTheTemplateAsItWas() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    switchTo(NEW);
    switchTo(OLD);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertClean();
  }

  /** Each write takes so long that the look of the guard is too old for the third. */
  @Test
  void aMemberIsNotEndedByAnOldLook() {
    takeover.takeOver(PERMIT);
    api.writes.clear();

    assertThatThrownBy(() -> workloads.stop(MEMBER, slow()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("the look at the cluster was 12000 ms old");
    assertThat(api.writes).containsExactly("etcd marked", "etcd-1 kept");
    assertThat(world.processes("etcd-1")).hasSize(1);

    workloads.stop(MEMBER, slow());
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
  }

  private Permit slow() {
    return Permit.granted(
        "orders.1a2b3c4d",
        Duration.ofSeconds(10),
        () -> Duration.ofSeconds(6).toNanos() * api.writes.size(),
        () -> false);
  }

  @Test
  void theStrategyOfAManifestStaysWhereAnotherOneWasSaved() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    switchTo(NEW);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    applyOnDelete();
    world.deleteGracefully("etcd-0");
    world.deleteGracefully("etcd-2");
    for (int look = 0; look < 3; look++) {
      world.settle();
      leftovers.clear(operation -> false);
    }
    assertThat(world.set.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");

    takeover.takeOver(PERMIT);
    takeover.handBack(PERMIT);
    assertThat(world.set.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");
    assertThat(new EtcdSet(world.set).annotations()).doesNotContainKey(Marks.STRATEGY);
  }

  private void applyOnDelete() {
    Map<String, String> all = new TreeMap<>(new EtcdSet(world.set).annotations());
    all.put(
        "kubectl.kubernetes.io/last-applied-configuration",
        "{\"spec\":{\"updateStrategy\":{\"type\":\"OnDelete\"}}}");
    world.set.getMetadata().setAnnotations(all);
  }

  @Test
  void aRollThatIsLeftInTheMiddleIsNotFinishedByTheController() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    switchTo(NEW);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    leftovers.clear(operation -> false);
    world.settle();

    assertThat(world.deletedByController).isZero();
    assertOthersUntouched();
    WorkloadControl control = takeover.look().orElseThrow();
    assertThat(control.holder()).isEqualTo(Holder.PLATFORM);
    assertThat(control.evidence())
        .startsWith("the StatefulSet etcd keeps OnDelete")
        .contains("while pods differ from its template (etcd-0, etcd-2)")
        .contains("--type=merge -p '{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":");

    world.deleteGracefully("etcd-0");
    world.deleteGracefully("etcd-2");
    world.settle();
    leftovers.clear(operation -> false);
    world.settle();

    assertThat(world.set.getSpec().getUpdateStrategy()).isEqualTo(strategy);
    assertThat(new EtcdSet(world.set).annotations()).isEmpty();
    assertThat(world.deletedByController).isZero();
  }

  @Test
  void aRollThatIsLeftInTheMiddleIsFinishedByAnotherPlan() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    switchTo(NEW);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    takeover.takeOver(PERMIT);
    for (String name : List.of("etcd-0", "etcd-2")) {
      workloads.stop(new MemberName(name), PERMIT);
      workloads.start(new MemberName(name), SETTINGS, PERMIT);
    }
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.deletedByController).isZero();
    assertThat(world.set.getSpec().getUpdateStrategy()).isEqualTo(strategy);
    assertThat(new EtcdSet(world.set).annotations()).isEmpty();
  }

  @Test
  void aTemplateThatSomebodyEditsMeanwhileIsNotRolledAtTheHandBack() {
    takeover.takeOver(PERMIT);
    world.set.getSpec().getTemplate().getMetadata().setAnnotations(Map.of("a", "b"));
    world.settle();
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.deletedByController).isZero();
    assertThat(new EtcdSet(world.set).operation()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteOfASwitchQuorateDiesAtTheNextAttemptGoesOn(int write, boolean before) {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    api.dieAt(write, before);
    try {
      switchTo(NEW);
    } catch (MortalApi.Killed killed) {
      api.live();
      world.settle();
      switchTo(NEW);
    }
    api.live();
    assertThat(installations.look(MEMBER).binary()).contains(NEW);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    switchTo(OLD);
    workloads.start(MEMBER, SETTINGS, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertClean();
  }

  /** A reset in Temporal goes on with a roll whose set was handed back meanwhile. */
  @Test
  void aSetThatIsNotTakenOverIsTakenOverBeforeASwitchChangesItsTemplate() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
    takeover.handBack(PERMIT);
    world.set.getMetadata().getAnnotations().remove(Marks.STRATEGY);
    world.set.getSpec().setUpdateStrategy(strategy);
    api.dieAt(1, true);
    assertThatThrownBy(() -> switchTo(NEW)).isInstanceOf(MortalApi.Killed.class);
    world.settle();
    assertThat(world.deletedByController).isZero();

    api.live();
    switchTo(NEW);
    assertThat(new EtcdSet(world.set).operation()).contains(PERMIT.operation());
    assertThat(new EtcdSet(world.set).isOnDelete()).isTrue();
    assertThat(installations.look(MEMBER).binary()).contains(NEW);
    assertThat(world.deletedByController).isZero();
  }

  @Test
  void aMemberThatRunsIsNotSwitched() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> switchTo(NEW))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("etcd-1 is not moved to another image: container");
  }

  private void switchTo(EtcdVersion version) {
    installations.switchTo(
        MEMBER, version, new TreeMap<>(installations.look(MEMBER).settings()), PERMIT);
  }

  private List<Runnable> steps() {
    return List.of(
        () -> takeover.takeOver(PERMIT),
        () -> workloads.stop(MEMBER, PERMIT),
        () -> workloads.start(MEMBER, SETTINGS, PERMIT),
        () -> takeover.handBack(PERMIT));
  }

  private void wholeTurn() {
    steps().forEach(Runnable::run);
    world.settle();
  }

  private void assertOthersUntouched() {
    Map<String, String> now = uids();
    assertThat(now.get("etcd-0")).isEqualTo(uids.get("etcd-0"));
    assertThat(now.get("etcd-2")).isEqualTo(uids.get("etcd-2"));
  }

  private void assertClean() {
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
    assertThat(world.set.getSpec().getUpdateStrategy()).isEqualTo(strategy);
    assertThat(new EtcdSet(world.set).annotations().keySet())
        .noneMatch(name -> name.startsWith("quorate.io"));
    assertThat(takeover.look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
    assertThat(world.deletedByController).isZero();
    assertOthersUntouched();
    for (Pod pod : world.pods.values()) {
      assertThat(pod.getMetadata().getFinalizers()).isEmpty();
      assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
      assertThat(world.processes(pod.getMetadata().getName())).hasSize(1);
    }
  }
}
