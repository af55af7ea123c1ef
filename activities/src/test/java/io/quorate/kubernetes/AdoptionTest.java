package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetPersistentVolumeClaimRetentionPolicyBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.workload.PlatformAdvice;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import io.quorate.workload.WorkloadForm;
import io.quorate.workload.WorkloadForm.Stage;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulated StatefulSet with OrderedReady that is created again around its pods. */
class AdoptionTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final Permit NEXT =
      Permit.granted("orders.5e6f7a8b", Duration.ofHours(1), System::nanoTime, () -> false);

  private final SimulatedSets world = new SimulatedSets(ordered());
  private final StatefulSetSpec before;
  private final Map<String, String> runs;
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final SetTakeover takeover = stage.takeover();
  private final KubernetesWorkloads workloads = stage.workloads();

  AdoptionTest() {
    world.settle();
    for (String claim : world.claims.keySet()) {
      world.volumes.put("volume-" + claim, volume("volume-" + claim));
    }
    before = Serialization.clone(world.set.getSpec());
    runs = runs();
  }

  private static StatefulSet ordered() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getSpec().setPodManagementPolicy("OrderedReady");
    set.getSpec()
        .setPersistentVolumeClaimRetentionPolicy(
            new StatefulSetPersistentVolumeClaimRetentionPolicyBuilder()
                .withWhenDeleted("Delete")
                .withWhenScaled("Delete")
                .build());
    set.getMetadata().setLabels(Map.of("team", "orders"));
    set.getMetadata().setAnnotations(new TreeMap<>(Map.of("note", "kept")));
    return set;
  }

  private static PersistentVolume volume(String name) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid("uid-" + name)
        .withResourceVersion("1")
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy("Delete")
        .endSpec()
        .build();
  }

  /** The uid and the container of each pod. */
  private Map<String, String> runs() {
    Map<String, String> found = new TreeMap<>();
    world.pods.forEach(
        (name, pod) ->
            found.put(
                name,
                pod.getMetadata().getUid() + " " + new EtcdPod(pod).containerId().orElse("none")));
    return found;
  }

  private WorkloadForm form() {
    return takeover.look().flatMap(WorkloadControl::form).orElseThrow();
  }

  private void adopt(String sum) {
    takeover.takeOverToAdopt(PERMIT);
    takeover.adopt(sum, PERMIT);
  }

  @Test
  void theSetIsCreatedAgainAroundItsRunningPods() {
    adopt(form().id());
    takeover.handBack(PERMIT);
    world.settle();

    assertAdopted();
    assertThat(runs()).isEqualTo(runs);
    assertThat(takeover.look().orElseThrow().form()).isEmpty();
  }

  @Test
  void anotherMemberIsHeldAfterTheAdoption() {
    adopt(form().id());
    takeover.handBack(PERMIT);
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);

    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertThat(world.set.getSpec().getPodManagementPolicy()).isEqualTo("Parallel");
    assertThat(workloads.look(MEMBER).runs()).isTrue();
  }

  @Test
  void aNewSetDiffersInPolicyAndStrategyAlone() {
    adopt(form().id());
    takeover.handBack(PERMIT);

    StatefulSetSpec after = Serialization.clone(world.set.getSpec());
    after.setPodManagementPolicy("OrderedReady");
    after.setUpdateStrategy(before.getUpdateStrategy());
    assertThat(after).isEqualTo(before);
    ObjectMeta metadata = world.set.getMetadata();
    assertThat(metadata.getLabels()).isEqualTo(Map.of("team", "orders"));
    assertThat(metadata.getAnnotations()).isEqualTo(Map.of("note", "kept"));
  }

  @Test
  void aSetGoesOnceManifestAndVolumesAreSafe() {
    String sum = form().id();
    takeover.takeOverToAdopt(PERMIT);
    api.dieAt(6, false);
    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT)).isInstanceOf(MortalApi.Killed.class);

    assertThat(world.set.getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(world.volumes.values())
        .allMatch(one -> one.getSpec().getPersistentVolumeReclaimPolicy().equals("Retain"));
    assertThat(world.claims.values())
        .extracting(claim -> claim.getMetadata().getAnnotations().get(Marks.SET))
        .allSatisfy(
            manifest -> {
              StatefulSet kept = Serialization.unmarshal(manifest, StatefulSet.class);
              assertThat(kept.getSpec()).isEqualTo(before);
              assertThat(kept.getMetadata().getResourceVersion()).isNull();
              assertThat(kept.getMetadata().getAnnotations()).isEqualTo(Map.of("note", "kept"));
            });
  }

  static Stream<Arguments> deaths() {
    return MortalApi.deaths(17);
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtTheNextOneAdoptsTheSet(int write, boolean earlier) {
    String sum = form().id();
    api.dieAt(write, earlier);
    try {
      adopt(sum);
    } catch (MortalApi.Killed killed) {
      world.tick();
    }
    api.live();
    adopt(sum);
    takeover.handBack(PERMIT);
    world.settle();

    assertAdopted();
    assertThat(runs()).isEqualTo(runs);
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtAnAbortBringsTheOldSetBack(int write, boolean earlier) {
    String sum = form().id();
    api.dieAt(write, earlier);
    try {
      adopt(sum);
    } catch (MortalApi.Killed killed) {
      world.tick();
    }
    api.live();
    if (takeover.look().orElseThrow().holder() == Holder.QUORATE) {
      takeover.giveBackForm(sum, PERMIT);
    }
    takeover.handBack(PERMIT);
    world.settle();

    assertAsBefore();
  }

  /** The set has another uid then, and the plan of the next operation names its manifest. */
  @ParameterizedTest
  @MethodSource("deaths")
  void afterAnAbortAtWhateverWriteTheNextAdoptionBeginsAnew(int write, boolean earlier) {
    whateverWriteQuorateDiesAtAnAbortBringsTheOldSetBack(write, earlier);
    WorkloadControl control = takeover.look(Optional.of(NEXT.operation())).orElseThrow();
    assertThat(control.holder()).isEqualTo(Holder.PLATFORM);
    assertThat(control.form().flatMap(WorkloadForm::objection)).isEmpty();

    takeover.takeOverToAdopt(NEXT);
    takeover.adopt(control.form().orElseThrow().id(), NEXT);
    takeover.handBack(NEXT);
    world.settle();

    assertAdopted();
    assertThat(runs()).isEqualTo(runs);
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteOfAnAbortQuorateDiesAtTheNextOneBringsTheOldSetBack(
      int write, boolean earlier) {
    String sum = form().id();
    adopt(sum);
    api.dieAt(write, earlier);
    try {
      takeover.giveBackForm(sum, PERMIT);
    } catch (MortalApi.Killed killed) {
      world.tick();
    }
    api.live();
    takeover.giveBackForm(sum, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertAsBefore();
  }

  @Test
  void aPodThatDiesWhileTheSetIsAwayIsBornGatedWithTheSet() {
    String sum = away();
    world.deleteByForce("etcd-2");
    world.settle();
    assertThat(world.pods).doesNotContainKey("etcd-2");

    takeover.adopt(sum, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertAdopted();
    assertThat(world.pods).containsKey("etcd-2");
    assertThat(world.processes("etcd-2")).isEmpty();
  }

  /** etcd-0 has no quorum and is ended again and again, and the nodes of the others are gone. */
  @Test
  void bootsNoEmptyVolumeThatTheOrderOfThePodsHasKeptAway() {
    for (String pod : List.of("etcd-1", "etcd-2")) {
      world.deleteByForce(pod);
      world.claims.remove("data-" + pod);
    }
    world.ready = false;
    world.settle();
    assertThat(world.pods.keySet()).containsExactly("etcd-0");

    adopt(form().id());
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.processes("etcd-1")).isEmpty();
    assertThat(world.processes("etcd-2")).isEmpty();
    assertThat(workloads.look(MEMBER).evidence())
        .contains("pod etcd-1 is gated, and nothing proves that etcd of the pod before it has")
        .contains("quorate.io/ended.etcd-1='stated ");
    assertAdopted();
    StatefulSetSpec after = Serialization.clone(world.set.getSpec());
    after.setPodManagementPolicy("OrderedReady");
    after.setUpdateStrategy(before.getUpdateStrategy());
    assertThat(after).isEqualTo(before);
  }

  @Test
  void aMissingPodIsLetGoOnceAPersonStatesThatNothingRuns() {
    world.deleteByForce("etcd-2");
    world.ready = false;
    adopt(form().id());
    takeover.handBack(PERMIT);
    String uid = world.pods.get("etcd-2").getMetadata().getUid();
    world.set.getMetadata().getAnnotations().put(Marks.ended("etcd-2"), "stated " + uid);

    takeover.tidy();
    world.settle();
    assertThat(world.processes("etcd-2")).hasSize(1);
    takeover.tidy();
    assertThat(isMarked(world.set.getMetadata())).isFalse();
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtNoMissingPodIsStarted(int write, boolean earlier) {
    world.deleteByForce("etcd-2");
    world.ready = false;
    String sum = form().id();
    api.dieAt(write, earlier);
    try {
      adopt(sum);
      takeover.handBack(PERMIT);
    } catch (MortalApi.Killed killed) {
      SetStage.of(world, world).leftovers().clear(operation -> false);
    }
    world.settle();
    api.live();
    if (takeover.look().flatMap(WorkloadControl::form).isPresent()) {
      adopt(sum);
    }
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.processes("etcd-2")).isEmpty();
    assertThat(world.pods).containsKey("etcd-2");
    assertAdopted();
  }

  @Test
  void waitsForTheMissingPodsBeforeTheGateLeavesTheTemplate() {
    world.deleteByForce("etcd-2");
    world.ready = false;
    world.refused.add("etcd-2");
    String sum = form().id();
    takeover.takeOverToAdopt(PERMIT);
    AdoptionMoves moves = new AdoptionMoves(stage.sets().look(), sum);
    for (int round = 0; round < 30 && !(moves.adopt() instanceof Move.Wait); round++) {
      stage.turn().atOnce(1, look -> Optional.of(new AdoptionMoves(look, sum).adopt()));
      world.settle();
      moves = new AdoptionMoves(stage.sets().look(), sum);
    }
    assertThat(moves.adopt())
        .isEqualTo(new Move.Wait("the StatefulSet etcd has not created etcd-2 yet"));
    stage.leftovers().clear(operation -> false);
    assertThat(new EtcdSet(world.set).isGated()).isTrue();

    world.refused.clear();
    takeover.adopt(sum, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertThat(world.processes("etcd-2")).isEmpty();
    assertAdopted();
  }

  @Test
  void anAbortLeavesAPodThatWasBornGatedToAPerson() {
    world.deleteByForce("etcd-2");
    world.ready = false;
    String sum = form().id();
    adopt(sum);
    takeover.giveBackForm(sum, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();

    assertThat(world.processes("etcd-2")).isEmpty();
    assertThat(new EtcdSet(world.set).savedStrategy())
        .as("RollingUpdate would take another member down beside the gated pod")
        .isPresent();
    assertThat(world.set.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");
    world.set.getSpec().setUpdateStrategy(before.getUpdateStrategy());
    assertThat(world.set.getSpec()).isEqualTo(before);
  }

  @Test
  void namesThePodsThatTheControllerWillCreate() {
    assertThat(form().warnings()).noneMatch(one -> one.contains("creates a pod for each"));
    world.deleteByForce("etcd-2");

    assertThat(form().warnings())
        .anyMatch(one -> one.contains("creates a pod for each of etcd-2 at once"));
  }

  @Test
  void anApplierThatLeftAMarkIsKnownAfterTheAdoption() {
    world.guarded = false;
    world.set.getMetadata().setLabels(Map.of("app.kubernetes.io/managed-by", "Helm"));
    adoptPaused();

    assertThatThrownBy(() -> takeover.takeOver(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("managed-by: Helm applies its manifest");
  }

  @Test
  void anApplierWithoutAMarkIsKnownAfterTheAdoption() {
    world.guarded = false;
    manage("terraform", "Apply", "f:updateStrategy", "f:template", "f:replicas");
    adoptPaused();

    assertThatThrownBy(() -> takeover.takeOver(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("terraform applies its manifest");
    assertThat(AppliedReplicas.of(new EtcdSet(world.set)))
        .contains(new AppliedReplicas(3, "terraform"));

    manage("terraform", "Apply", "f:updateStrategy", "f:template");
    assertThat(world.set.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");
    takeover.takeOver(PERMIT);
  }

  @Test
  void aManifestThatHadOnDeleteHasItAfterTheAdoption() {
    world.guarded = false;
    world.set.getSpec().setUpdateStrategy(new StatefulSetUpdateStrategy(null, "OnDelete"));
    manage("helm", "Update", "f:updateStrategy", "f:template");
    adoptPaused();

    takeover.takeOver(PERMIT);
  }

  /** Adopts with the statement of a person that the applier is paused. */
  private void adoptPaused() {
    world
        .set
        .getMetadata()
        .setAnnotations(
            new TreeMap<>(
                Map.of(
                    Marks.APPLIER_PAUSED,
                    "%s of %s"
                        .formatted(
                            LocalDate.now(ZoneOffset.UTC), world.set.getMetadata().getUid()))));
    adopt(form().id());
    takeover.handBack(PERMIT);
    world.settle();
    assertThat(world.set.getSpec().getPodManagementPolicy()).isEqualTo("Parallel");
  }

  private void manage(String manager, String operation, String... fields) {
    FieldsV1 owned = new FieldsV1();
    Map<String, Object> spec = new TreeMap<>();
    List.of(fields).forEach(field -> spec.put(field, Map.of()));
    owned.setAdditionalProperty("f:spec", spec);
    List<ManagedFieldsEntry> all = new ArrayList<>(world.set.getMetadata().getManagedFields());
    all.add(
        new ManagedFieldsEntryBuilder()
            .withManager(manager)
            .withOperation(operation)
            .withFieldsV1(owned)
            .build());
    world.set.getMetadata().setManagedFields(all);
  }

  @Test
  void deletesNoSetThatTheApiServerWouldNotCreateAgain() {
    String sum = form().id();
    world.uncreatable = Optional.of("StatefulSets without the label team are denied");
    assertThatThrownBy(() -> takeover.takeOverToAdopt(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("without the label team");
    assertThat(isMarked(world.set.getMetadata())).isFalse();

    world.uncreatable = Optional.empty();
    takeover.takeOverToAdopt(PERMIT);
    world.uncreatable = Optional.of("StatefulSets without the label team are denied");
    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("without the label team");
    assertThat(world.away).isFalse();
    assertThat(world.set.getMetadata().getDeletionTimestamp()).isNull();

    takeover.giveBackForm(sum, PERMIT);
    takeover.handBack(PERMIT);
    assertAsBefore();
  }

  @Test
  void anAbortDeletesNoSetThatTheApiServerWouldNotCreateAgain() {
    String sum = form().id();
    adopt(sum);
    world.uncreatable = Optional.of("StatefulSets without the label team are denied");

    assertThatThrownBy(() -> takeover.giveBackForm(sum, PERMIT))
        .isInstanceOf(Failure.Refused.class);
    assertThat(world.away).isFalse();
  }

  @Test
  void aVolumeThatIsGoneKeepsNoSetFromBeingAdopted() {
    world.volumes.remove("volume-data-etcd-1");

    adopt(form().id());
    takeover.handBack(PERMIT);
    world.settle();
    assertAdopted();
  }

  /** The set was larger once. */
  @Test
  void theVolumeOfAClaimThatNoPodUsesIsKeptToo() {
    PersistentVolumeClaim left = Serialization.clone(world.claims.get("data-etcd-2"));
    left.getMetadata().setName("data-etcd-4");
    left.getSpec().setVolumeName("volume-data-etcd-4");
    world.claims.put("data-etcd-4", left);
    world.volumes.put("volume-data-etcd-4", volume("volume-data-etcd-4"));

    String sum = away();
    assertThat(world.volumes.get("volume-data-etcd-4").getSpec())
        .extracting(PersistentVolumeSpec::getPersistentVolumeReclaimPolicy)
        .isEqualTo("Retain");
    takeover.adopt(sum, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertAdopted();
  }

  @Test
  void theOnlyCopyOfAManifestIsNotLeftToOnePod() {
    world.set.getSpec().setReplicas(1);
    world.settle();
    world.claims.clear();
    String sum = form().id();
    takeover.takeOverToAdopt(PERMIT);

    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("one pod is not enough");
    assertThat(world.away).isFalse();
  }

  @Test
  void membersAreKnownWhileTheSetIsAway() {
    away();

    assertThat(workloads.look(MEMBER).runs()).isTrue();
    WorkloadControl control = takeover.look().orElseThrow();
    assertThat(control.holder()).isEqualTo(Holder.QUORATE);
    assertThat(control.form()).map(WorkloadForm::stage).contains(Stage.BETWEEN);
    assertThat(control.advice())
        .extracting(PlatformAdvice::name)
        .contains("set-away")
        .doesNotContain("ordered-ready", "left-behind");
    assertThat(control.evidence())
        .contains("the StatefulSet etcd is away since operation orders.1a2b3c4d")
        .contains("kubectl get pvc data-etcd-0 -n default -o jsonpath=");
  }

  @Test
  void podsAreNotHandedBackToASetThatIsAway() {
    away();

    assertThatThrownBy(() -> takeover.handBack(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("| kubectl create -f -");
  }

  /** Deletes the set and dies. */
  private String away() {
    String sum = form().id();
    takeover.takeOverToAdopt(PERMIT);
    api.dieAt(world.pods.size() + world.volumes.size(), false);
    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    api.live();
    world.settle();
    assertThat(world.away).isTrue();
    return sum;
  }

  @Test
  void aSetThatSomebodyElseCreatedMeanwhileIsLeftAsItIs() {
    String sum = away();
    world.created(
        Serialization.unmarshal(
            world.claims.get("data-etcd-0").getMetadata().getAnnotations().get(Marks.SET),
            StatefulSet.class));
    world.settle();

    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("somebody created it again");
    takeover.giveBackForm(sum, PERMIT);
    takeover.handBack(PERMIT);
    assertAsBefore();
  }

  @Test
  void aSetThatAPersonCreatedAgainIsItsControllersAndIsCleared() {
    away();
    world.created(
        Serialization.unmarshal(
            world.claims.get("data-etcd-0").getMetadata().getAnnotations().get(Marks.SET),
            StatefulSet.class));
    world.settle();

    WorkloadControl control = takeover.look().orElseThrow();
    assertThat(control.holder()).isEqualTo(Holder.PLATFORM);
    assertThat(control.form()).map(WorkloadForm::stage).contains(Stage.UNFIT);
    takeover.tidy();
    assertAsBefore();
  }

  @Test
  void theManifestStaysWrittenWhileItsSetIsBeingDeleted() {
    String sum = form().id();
    takeover.takeOverToAdopt(PERMIT);
    api.dieAt(6, false);
    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT)).isInstanceOf(MortalApi.Killed.class);
    api.live();
    assertThat(world.set.getMetadata().getDeletionTimestamp()).isNotNull();
    world.set.getMetadata().getAnnotations().remove(Marks.OPERATION);

    takeover.tidy();

    assertThat(world.claims.values())
        .allMatch(claim -> claim.getMetadata().getAnnotations().containsKey(Marks.SET));
  }

  @Test
  void aManifestThatSomebodyPutInPlaceOfItsOwnIsNotCreated() {
    String sum = away();
    world
        .claims
        .values()
        .forEach(
            claim ->
                claim
                    .getMetadata()
                    .getAnnotations()
                    .compute(
                        Marks.SET,
                        (name, text) ->
                            Objects.requireNonNull(text).replace("quorate.test", "evil.test")));

    assertThatThrownBy(() -> takeover.adopt(sum, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("somebody has changed it since the plan");
    assertThat(world.away).isTrue();
  }

  @Test
  void aNoteOnAnObjectOfNoMemberIsNotBelieved() {
    String sum = away();
    for (int number = 0; number < 20; number++) {
      PersistentVolumeClaim other = Serialization.clone(world.claims.get("data-etcd-0"));
      other.getMetadata().setName("web-" + number);
      other.getMetadata().getAnnotations().compute(Marks.SET, AdoptionTest::evil);
      world.claims.put(other.getMetadata().getName(), other);
    }

    assertThat(takeover.look().orElseThrow().evidence()).contains("again (manifest " + sum + ")");
    takeover.adopt(sum, PERMIT);
    world.claims.keySet().removeIf(name -> name.startsWith("web-"));
    takeover.handBack(PERMIT);
    world.settle();
    assertAdopted();
  }

  @Test
  void theManifestOfThePlanIsCreatedWhateverElseStandsOnAnotherMember() {
    String sum = away();
    for (String claim : List.of("data-etcd-0", "data-etcd-1")) {
      world.claims.get(claim).getMetadata().getAnnotations().compute(Marks.SET, AdoptionTest::evil);
    }
    assertThat(takeover.look().orElseThrow().evidence())
        .contains("Another manifest, which somebody else wrote, is on data-etcd-2.");

    takeover.adopt(sum, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertAdopted();
  }

  private static String evil(String name, String manifest) {
    return manifest.replace("quorate.test", "evil.test");
  }

  @Test
  void aNoteOfHalfASetIsNone() {
    PersistentVolumeClaim claim = world.claims.get("data-etcd-0");
    String whole = SetNote.of(new EtcdSet(world.set)).text();
    String many = whole.replace("\"replicas\":3", "\"replicas\":1000000000");
    String half = "{\"metadata\":{\"name\":\"etcd\",\"namespace\":\"default\"},\"spec\":{}}";
    for (String text : List.of(many, half, "null", "{}", "[]")) {
      claim.getMetadata().setAnnotations(Map.of(Marks.SET, text));
      assertThat(SetNote.on(claim, "default", "etcd")).as(text).isEmpty();
    }
    claim.getMetadata().setAnnotations(Map.of(Marks.SET, whole));
    assertThat(SetNote.on(claim, "default", "etcd")).isPresent();
  }

  @Test
  void aSetThatSomebodyChangedAfterItsCreationIsNotTakenBack() {
    String sum = form().id();
    adopt(sum);
    world.set.getSpec().setReplicas(5);

    assertThatThrownBy(() -> takeover.giveBackForm(sum, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("somebody has changed it since the plan");
  }

  @Test
  void aSetThatSomebodyAppliesIsNotDeleted() {
    world
        .set
        .getMetadata()
        .setAnnotations(
            new TreeMap<>(Map.of("argocd.argoproj.io/tracking-id", "orders:apps/StatefulSet")));

    assertThat(form().objection().orElseThrow())
        .contains("Pause that until the end of the operation")
        .contains("quorate.io/applier-paused");
    assertThatThrownBy(() -> takeover.takeOverToAdopt(PERMIT)).isInstanceOf(Failure.Refused.class);
  }

  @Test
  void aSetWithAFinalizerOfSomebodyElseIsNotDeleted() {
    world.set.getMetadata().setFinalizers(List.of("example.com/guard"));

    assertThat(form().objection().orElseThrow()).contains("it has the finalizer example.com/guard");
  }

  @Test
  void aSetWithOneReplicaMayBeAdoptedAndIsNotBlocked() {
    world.set.getSpec().setReplicas(1);

    assertThat(form().blocks()).isFalse();
    assertThat(form().stage()).isEqualTo(Stage.UNFIT);
  }

  private void assertAdopted() {
    assertThat(world.set.getSpec().getPodManagementPolicy()).isEqualTo("Parallel");
    assertThat(world.set.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");
    assertClean();
  }

  private void assertAsBefore() {
    assertThat(world.away).isFalse();
    assertThat(world.set.getSpec()).isEqualTo(before);
    assertThat(runs()).isEqualTo(runs);
    assertClean();
  }

  private void assertClean() {
    String uid = world.set.getMetadata().getUid();
    assertThat(world.pods.values().stream().map(Pod::getMetadata))
        .allMatch(pod -> pod.getOwnerReferences().getFirst().getUid().equals(uid))
        .noneMatch(AdoptionTest::isMarked);
    assertThat(world.claims.values()).noneMatch(claim -> isMarked(claim.getMetadata()));
    assertThat(isMarked(world.set.getMetadata())).isFalse();
    assertThat(world.volumes.values())
        .noneMatch(volume -> isMarked(volume.getMetadata()))
        .allMatch(one -> one.getSpec().getPersistentVolumeReclaimPolicy().equals("Delete"));
    assertThat(world.deletedByController).isZero();
  }

  private static boolean isMarked(ObjectMeta metadata) {
    return Objects.requireNonNullElse(metadata.getAnnotations(), Map.<String, String>of())
        .keySet()
        .stream()
        .anyMatch(name -> name.startsWith("quorate.io/"));
  }
}
