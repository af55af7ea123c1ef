package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSetPersistentVolumeClaimRetentionPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl.Holder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinals that a simulated StatefulSet gets and gives up. */
class SetPlacesTest {
  private static final MemberName FOURTH = new MemberName("etcd-3");
  private static final MemberName FIFTH = new MemberName("etcd-4");
  private static final JoinSettings FOUR =
      new JoinSettings(
          Map.of(
              "etcd-0", List.of("http://etcd-0.etcd:2380"),
              "etcd-1", List.of("http://etcd-1.etcd:2380"),
              "etcd-2", List.of("http://etcd-2.etcd:2380"),
              "etcd-3", List.of("http://etcd-3.etcd:2380")));

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final PodTemplateSpec template = Serialization.clone(world.set.getSpec().getTemplate());
  private final Map<String, String> uids = uids();
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final KubernetesWorkloads workloads = stage.workloads();
  private final SetTakeover takeover = stage.takeover();
  private final SetPlaces places = new SetPlaces(stage.sets(), stage.turn(), member -> {});
  private final Leftovers leftovers = stage.leftovers();

  private Map<String, String> uids() {
    Map<String, String> found = new TreeMap<>();
    world.pods.forEach((name, pod) -> found.put(name, pod.getMetadata().getUid()));
    return found;
  }

  @Test
  void theNextOrdinalsArePlacesThatNobodyConfigured() {
    assertThat(places.inOrder().keySet())
        .extracting(MemberName::value)
        .startsWith("etcd-0", "etcd-1", "etcd-2", "etcd-3", "etcd-4")
        .hasSize(9);
    assertThat(places.inOrder().get(FOURTH))
        .hasFieldOrPropertyWithValue("peerUrl", "http://etcd-3.etcd:2380")
        .hasFieldOrPropertyWithValue("clientUrl", "http://etcd-3.etcd.default.svc:2379");
    assertThat(workloads.look(FOURTH).isAbsent()).isTrue();
    assertThat(workloads.look(FOURTH).evidence())
        .startsWith("the StatefulSet etcd has 3 replicas, so nothing starts etcd-3; at ")
        .endsWith("there was no claim on which anything could run");
  }

  @Test
  void aNewMemberIsBornHeldAndNobodyElseIsTouched() {
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    world.settle();

    assertThat(world.set.getSpec().getReplicas()).isEqualTo(4);
    assertThat(workloads.look(FOURTH).isHeld()).isTrue();
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
    assertThat(uids()).containsAllEntriesOf(uids);
    assertThat(world.deletedByController).isZero();
  }

  @Test
  void aNewMemberStartsWithTheMembersOfNow() {
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    workloads.start(FOURTH, FOUR, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.pods.get("etcd-3").getSpec().getContainers().getFirst().getArgs())
        .contains("--initial-cluster-state=existing", "--initial-cluster=" + FOUR.initialCluster());
    assertClean(4);
  }

  /** The manifest of etcd's documentation makes its list of variables. */
  @Test
  void aNewMemberGetsTheMembersOfNowInPlaceOfAListWithVariables() {
    arguments(
        "--data-dir=/data/etcd",
        "--initial-cluster=etcd-0=$(SCHEME)://etcd-0.etcd:2380",
        "--initial-cluster-state=n");
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    workloads.start(FOURTH, FOUR.joining(), PERMIT);

    assertThat(world.pods.get("etcd-3").getSpec().getContainers().getFirst().getArgs())
        .contains("--initial-cluster=" + FOUR.initialCluster(), "--initial-cluster-state=existing");
  }

  @Test
  void aTemplateThatSaysExistingKeepsNobodyFromJoining() {
    arguments(
        "--data-dir=/data/etcd",
        "--initial-cluster=etcd-0=http://etcd-0.etcd:2380",
        "--initial-cluster-state=existing");
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    workloads.start(FOURTH, FOUR.joining(), PERMIT);

    assertThat(world.pods.get("etcd-3").getSpec().getContainers().getFirst().getArgs())
        .containsExactly(
            "--data-dir=/data/etcd",
            "--initial-cluster=" + FOUR.initialCluster(),
            "--initial-cluster-state=existing");
  }

  private void arguments(String... arguments) {
    Container etcd = world.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setArgs(List.of(arguments));
  }

  @Test
  void aPlaceIsNotMadeWhereItsMemberCouldNotJoin() {
    Container etcd = world.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setCommand(
        List.of("sh", "-c", "exec etcd --data-dir=/data/etcd --initial-cluster=${PEERS}"));
    arguments();
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> places.add(FOURTH, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd-3 is not made: a member without data would not join")
        .hasMessageContaining("Quorate cannot give it ETCD_INITIAL_CLUSTER, because")
        .hasMessageContaining("Do: write literal values");
    assertThat(world.set.getSpec().getReplicas()).isEqualTo(3);
  }

  @Test
  void aMemberWithTheListOfItsTemplateIsNotBornTwice() {
    MemberName second = new MemberName("etcd-1");
    takeover.takeOver(PERMIT);
    workloads.stop(second, PERMIT);
    String held = world.pods.get("etcd-1").getMetadata().getUid();
    Map<String, List<String>> three = new TreeMap<>(FOUR.peerUrlsByName());
    three.remove("etcd-3");
    workloads.start(second, new JoinSettings(three), PERMIT);

    assertThat(world.pods.get("etcd-1").getMetadata().getUid()).isEqualTo(held);
  }

  @Test
  void aPlaceIsGivenUpAndTheClaimSaysHowTheMemberEnded() {
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    places.remove(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.claims).containsKey("data-etcd-3");
    Workload seen = workloads.look(FOURTH);
    assertThat(seen.isAbsent()).as(seen.evidence()).isTrue();
    assertThat(seen.evidence()).contains("container c").contains("ended at");
    assertClean(3);
  }

  @Test
  void aClaimTellsTheLastEndUntilAMemberStarts() {
    shrunk();
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    assertThat(isMarked()).isTrue();
    assertThat(workloads.look(FOURTH).isHeld()).isTrue();

    workloads.start(FOURTH, FOUR, PERMIT);
    assertThat(isMarked()).isFalse();
  }

  private boolean isMarked() {
    return ClaimWrites.isMarked(world.claims.get("data-etcd-3"));
  }

  @Test
  void aMemberThatIsStartedAfterAllLeavesNoMarkOnItsClaim() {
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    while (!isMarked()) {
      api.dieAt(0, false);
      assertThatThrownBy(() -> places.remove(FOURTH, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    }
    api.live();
    workloads.start(FOURTH, FOUR, PERMIT);

    assertThat(isMarked()).isFalse();
  }

  @Test
  void aPlaceThatAPersonScaledUpIsNotProvenByTheRunBefore() {
    shrunk();
    world.scale(4);
    rest();
    assertThat(isMarked()).isFalse();
    world.deleteByForce("etcd-3");
    world.scale(3);
    world.settle();

    assertThat(workloads.look(FOURTH).provenAbsent()).isFalse();
  }

  @Test
  void aPlaceThatAPersonUsedMeanwhileIsNotMadeOfAnOldMark() {
    takeover.takeOver(PERMIT);
    api.dieAt(0, false);
    assertThatThrownBy(() -> places.add(FOURTH, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    api.live();
    world.scale(4);
    world.settle();
    world.scale(3);
    world.deleteByForce("etcd-3");

    assertThatThrownBy(() -> places.add(FOURTH, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("nothing proves that an earlier etcd of it has ended");
  }

  @Test
  void dataOnNoClaimProvesNothingOfAPlace() {
    world.set.getSpec().setVolumeClaimTemplates(List.of());

    assertThat(workloads.look(FOURTH).provenAbsent()).isFalse();
    assertThat(workloads.look(FOURTH).evidence()).contains("is no volumeClaimTemplate");
  }

  @Test
  void claimsAreKeptWhereTheSetDeletesThem() {
    world.set.getSpec().setPersistentVolumeClaimRetentionPolicy(policy("Delete"));
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    places.remove(FOURTH, PERMIT);

    int kept = api.writes.indexOf("etcd kept from deleting claims");
    assertThat(kept).isNotNegative().isLessThan(api.writes.indexOf("etcd given 3 replicas"));
    assertThat(whenScaled()).isEqualTo("Retain");
    takeover.handBack(PERMIT);
    assertThat(whenScaled()).isEqualTo("Delete");
    world.settle();
    assertClean(3);
  }

  private static StatefulSetPersistentVolumeClaimRetentionPolicy policy(String scaled) {
    return new StatefulSetPersistentVolumeClaimRetentionPolicy("Retain", scaled);
  }

  private String whenScaled() {
    return world.set.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenScaled();
  }

  @Test
  void refusesAnOrdinalThatIsNotNext() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> places.add(FIFTH, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage("etcd-4 is not made: the next ordinal of the StatefulSet etcd is 3");
  }

  @Test
  void refusesToGiveUpAPlaceThatIsNotTheLast() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> places.remove(new MemberName("etcd-1"), PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("gives up its last ordinal first, which is 2");
  }

  @Test
  void refusesToGiveUpThePlaceOfAMemberThatRuns() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> places.remove(new MemberName("etcd-2"), PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd-2 is not held: container");
    assertThat(world.set.getSpec().getReplicas()).isEqualTo(3);
  }

  @Test
  void aClaimThatSaysNothingIsUsedAgainOnlyOnTheWordOfAPerson() {
    grown();
    world.scale(3);
    world.settle();
    takeover.takeOver(PERMIT);

    assertThat(workloads.look(FOURTH).provenAbsent()).isFalse();
    assertThatThrownBy(() -> places.add(FOURTH, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(
            "kubectl annotate pvc data-etcd-3 -n default quorate.io/ended=stated");

    world.claims.get("data-etcd-3").getMetadata().setAnnotations(Map.of(Marks.ENDED, "stated"));
    places.add(FOURTH, PERMIT);
    assertThat(workloads.look(FOURTH).isHeld()).isTrue();
  }

  @Test
  void aSetIsNotHandedBackBeforeItsManifestHasTheNewNumber() {
    world.set.getMetadata().setManagedFields(List.of(helm()));
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    workloads.start(FOURTH, FOUR, PERMIT);

    assertThatThrownBy(() -> takeover.handBack(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("helm applies its manifest with replicas: 3, and 4 are there now")
        .hasMessageContaining("would delete 1 pod of members at once")
        .hasMessageContaining(
            "kubectl annotate --overwrite statefulset etcd -n default"
                + " quorate.io/replicas-written='4 of etcd-set-1'");
    assertThat(takeover.look().orElseThrow().holder()).isEqualTo(Holder.QUORATE);

    world.set.getMetadata().getAnnotations().put(Marks.REPLICAS_WRITTEN, "4 of etcd-set-1");
    takeover.handBack(PERMIT);
    world.settle();
    assertClean(4);
  }

  private static ManagedFieldsEntry helm() {
    FieldsV1 fields = new FieldsV1();
    fields.setAdditionalProperty("f:spec", Map.of("f:replicas", Map.of()));
    return new ManagedFieldsEntryBuilder()
        .withManager("helm")
        .withOperation("Update")
        .withFieldsV1(fields)
        .build();
  }

  @Test
  void anAppliedManifestWithTheNewNumberIsStatementEnough() {
    apply(3);
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    workloads.start(FOURTH, FOUR, PERMIT);
    assertThatThrownBy(() -> takeover.handBack(PERMIT))
        .hasMessageContaining("with replicas: 3, and 4 are there now");

    apply(4);
    takeover.handBack(PERMIT);
    assertThat(new EtcdSet(world.set).operation()).isEmpty();
  }

  private void apply(int replicas) {
    Map<String, String> all = new TreeMap<>(new EtcdSet(world.set).annotations());
    all.put(
        "kubectl.kubernetes.io/last-applied-configuration",
        "{\"spec\":{\"replicas\":%d}}".formatted(replicas));
    world.set.getMetadata().setAnnotations(all);
  }

  @Test
  void aManifestThatLeavesTheNumberAloneIsNoObjection() {
    world
        .set
        .getMetadata()
        .setAnnotations(
            Map.of("kubectl.kubernetes.io/last-applied-configuration", "{\"spec\":{}}"));
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    takeover.handBack(PERMIT);

    assertThat(takeover.look().orElseThrow().manifest()).isEmpty();
    assertThat(new EtcdSet(world.set).operation()).isEmpty();
  }

  @Test
  void aPlaceThatWasGivenUpAgainIsHandedBackWithoutAStatement() {
    world.set.getMetadata().setManagedFields(List.of(helm()));
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    places.remove(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertClean(3);
  }

  @Test
  void aPlaceIsNotMadeWhereAnApplierMayComeInBetween() {
    world.set.getMetadata().setManagedFields(List.of(helm()));
    world.set.getSpec().getUpdateStrategy().setType("OnDelete");
    takeover.takeOver(PERMIT);
    world.guarded = false;

    assertThat(takeover.look().orElseThrow().fixedPlaces().orElseThrow())
        .startsWith("helm applies the manifest of the StatefulSet etcd with replicas: 3");
    assertThatThrownBy(() -> places.add(FOURTH, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("an apply in the middle deletes the pods of members");
    assertThat(world.set.getSpec().getReplicas()).isEqualTo(3);
  }

  @Test
  void anOrderedSetOfOnePodGetsNoPlace() {
    world.scale(1);
    world.settle();
    world.set.getSpec().setPodManagementPolicy("OrderedReady");
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> places.add(new MemberName("etcd-1"), PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("its podManagementPolicy is OrderedReady");
  }

  @Test
  void refusesToTakeOverASetThatAnAutoscalerScales() {
    world.scaler = "the HorizontalPodAutoscaler etcd scales it";

    assertThatThrownBy(() -> takeover.takeOver(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage(
            "The pods of the StatefulSet etcd are not taken over: the HorizontalPodAutoscaler etcd"
                + " scales it");
  }

  static Stream<Arguments> deaths() {
    return MortalApi.deaths(22);
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtTheNextAttemptGoesOn(int write, boolean before) {
    api.dieAt(write, before);
    repeated(
        () -> takeover.takeOver(PERMIT),
        () -> places.add(FOURTH, PERMIT),
        () -> workloads.start(FOURTH, FOUR, PERMIT),
        () -> takeover.handBack(PERMIT));
    assertClean(4);

    api.dieAt(write, before);
    repeated(
        () -> takeover.takeOver(PERMIT),
        () -> workloads.stop(FOURTH, PERMIT),
        () -> places.remove(FOURTH, PERMIT),
        () -> takeover.handBack(PERMIT));
    assertClean(3);
  }

  /** The guard judges the place before each attempt. */
  @ParameterizedTest
  @MethodSource("deaths")
  void aPlaceOfBeforeIsProvenAtEachAttempt(int write, boolean before) {
    shrunk();
    takeover.takeOver(PERMIT);
    api.dieAt(write, before);
    try {
      places.add(FOURTH, PERMIT);
    } catch (MortalApi.Killed killed) {
      api.live();
      world.settle();
      leftovers.clear(operation -> false);
      Workload seen = workloads.look(FOURTH);
      assertThat(seen.provenAbsent() || seen.isRestarting()).as(seen.evidence()).isTrue();
      places.add(FOURTH, PERMIT);
    }
    api.live();
    places.remove(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(isMarked()).isTrue();
    assertClean(3);
  }

  /** The guard asks whether the place is given up before each attempt. */
  @ParameterizedTest
  @MethodSource("deaths")
  void aPlaceIsGivenUpOnlyOnceItsPodIsGone(int write, boolean before) {
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    api.dieAt(write, before);
    try {
      places.remove(FOURTH, PERMIT);
    } catch (MortalApi.Killed killed) {
      api.live();
      world.settle();
      if (!workloads.look(FOURTH).isAbsent()) {
        places.remove(FOURTH, PERMIT);
      }
    }
    api.live();
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(isMarked()).isTrue();
    assertClean(3);
  }

  @Test
  void aHeldPlaceThatAPersonScaledAwayIsGivenUp() {
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    world.scale(3);
    world.settle();
    assertThat(workloads.look(FOURTH).isAbsent()).isFalse();
    places.remove(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(isMarked()).isTrue();
    assertClean(3);
  }

  @Test
  void aHeldPlaceThatAPersonScaledAwayAfterTheHandBackLeavesNothing() {
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.scale(3);
    rest();

    assertThat(isMarked()).isTrue();
    assertClean(3);
  }

  private void rest() {
    for (int look = 0; look < 20; look++) {
      world.settle();
      leftovers.clear(operation -> false);
    }
  }

  /** An abort gives the place up from wherever it came to. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtAnAbortLeavesNothing(int write, boolean before) {
    takeover.takeOver(PERMIT);
    api.dieAt(write, before);
    try {
      places.add(FOURTH, PERMIT);
    } catch (MortalApi.Killed killed) {
      api.live();
      world.settle();
      leftovers.clear(operation -> false);
    }
    api.live();
    places.remove(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertClean(3);
  }

  private void repeated(Runnable... steps) {
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (MortalApi.Killed killed) {
        api.live();
        world.settle();
        leftovers.clear(operation -> false);
        world.settle();
        step.run();
      }
    }
    api.live();
    world.settle();
  }

  private void grown() {
    takeover.takeOver(PERMIT);
    places.add(FOURTH, PERMIT);
    workloads.start(FOURTH, FOUR, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
  }

  private void shrunk() {
    grown();
    takeover.takeOver(PERMIT);
    workloads.stop(FOURTH, PERMIT);
    places.remove(FOURTH, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
  }

  private void assertClean(int replicas) {
    assertThat(world.set.getSpec().getReplicas()).isEqualTo(replicas);
    assertThat(world.set.getSpec().getTemplate()).isEqualTo(template);
    assertThat(new EtcdSet(world.set).annotations().keySet())
        .noneMatch(name -> name.startsWith("quorate.io"));
    assertThat(takeover.look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
    assertThat(world.deletedByController).isZero();
    assertThat(uids()).containsAllEntriesOf(uids).hasSize(replicas);
    for (Pod pod : world.pods.values()) {
      assertThat(pod.getMetadata().getFinalizers()).isEmpty();
      assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
      assertThat(world.processes(pod.getMetadata().getName())).hasSize(1);
    }
  }
}
