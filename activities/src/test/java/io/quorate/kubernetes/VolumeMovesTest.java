package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Volumes that no pod can use any more, and how they are set aside whole. */
class VolumeMovesTest {
  private static final MemberPod PLACE = new MemberPod("etcd", 1);
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final String CLAIM = "data-etcd-1";
  private static final String VOLUME = "volume-" + CLAIM;
  private static final MemberId MEMBER_ID = MemberId.parse("a001");

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final MortalApi api = new MortalApi(world);
  private final SetStage stage = SetStage.of(world, api);
  private final KubernetesWorkloads workloads = stage.workloads();
  private final SetTakeover takeover = stage.takeover();

  VolumeMovesTest() {
    world.volumes.put(VOLUME, local("node2"));
  }

  private static PersistentVolume local(String node) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(VOLUME)
        .withUid("volume-1")
        .withResourceVersion("1")
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy("Delete")
        .withNewNodeAffinity()
        .withNewRequired()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey("kubernetes.io/hostname")
        .withOperator("In")
        .withValues(node)
        .endMatchExpression()
        .endNodeSelectorTerm()
        .endRequired()
        .endNodeAffinity()
        .endSpec()
        .build();
  }

  private Optional<String> lost() {
    return LostVolume.of(stage.sets().look(), PLACE).map(LostVolume::why);
  }

  @Test
  void aVolumeOnANodeThatIsAwayIsOfNoUse() {
    assertThat(lost()).isEmpty();

    world.nodes.remove("node2");
    assertThat(lost())
        .contains(
            "the volume volume-data-etcd-1 is on node2 alone, and its node node2 is not in the list"
                + " of nodes");

    world.ready("node2", "Unknown");
    assertThat(lost().orElseThrow()).contains("its node node2 does not answer");
  }

  /** Kubernetes says of this label that it may be another text than the name. */
  @Test
  void aNodeIsFoundByItsHostName() {
    Node node = world.nodes.remove("node2");
    node.getMetadata().setName("ip-10-0-0-2");
    world.nodes.put("ip-10-0-0-2", node);
    assertThat(lost()).isEmpty();

    node.getStatus().getConditions().getFirst().setStatus("Unknown");
    assertThat(lost().orElseThrow()).contains("its node ip-10-0-0-2 does not answer");
  }

  @Test
  void aVolumeWhoseOtherNodeIsThereCanBeUsed() {
    world.volumes.put(VOLUME, local("node3"));
    world.nodes.remove("node2");

    assertThat(lost()).isEmpty();
  }

  @Test
  void aClaimThatIsDeletedOrLostIsOfNoUse() {
    claim().getMetadata().setDeletionTimestamp("2026-11-29T01:00:00Z");
    assertThat(lost()).contains("somebody deleted the claim data-etcd-1");
  }

  private PersistentVolumeClaim claim() {
    return world.claims.get(CLAIM);
  }

  @Test
  void theVolumeIsKeptAndLabelledBeforeItsClaimGoes() {
    held();
    setAside();

    assertThat(api.writes.subList(api.writes.size() - 2, api.writes.size()))
        .containsExactly("volume-data-etcd-1 kept and labelled", "data-etcd-1 deleted");
    PersistentVolume kept = world.volumes.get(VOLUME);
    assertThat(kept.getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");
    assertThat(kept.getMetadata().getLabels()).containsEntry("quorate.io/aside", "etcd-1");
    assertThat(kept.getMetadata().getAnnotations())
        .containsEntry("quorate.io/operation", "orders.1a2b3c4d")
        .containsEntry("quorate.io/member", "a001");
    assertThat(world.claims).doesNotContainKey(CLAIM);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
  }

  @Test
  void theVolumeOfAMemberThatRunsStaysItsOwn() {
    takeover.takeOver(PERMIT);

    assertThatThrownBy(() -> setAside(new LostVolume("any", "lost")))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("the volume of etcd-1 is not set aside: container");
    assertThat(world.claims).containsKey(CLAIM);
  }

  static Stream<Arguments> deaths() {
    return MortalApi.deaths(3);
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whateverWriteQuorateDiesAtTheNextAttemptGoesOn(int write, boolean before) {
    held();
    api.dieAt(write, before);
    try {
      setAside();
    } catch (MortalApi.Killed killed) {
      api.live();
      setAside();
    }
    api.live();

    assertThat(world.claims).doesNotContainKey(CLAIM);
    assertThat(world.volumes.get(VOLUME).getSpec().getPersistentVolumeReclaimPolicy())
        .isEqualTo("Retain");
    workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  private void held() {
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
  }

  @Test
  void aVolumeThatIsLeftBehindNeedsNoNodeThatIsAway() {
    held();
    setAside(new GivenUpVolume.Left(claim().getMetadata().getUid()));

    assertThat(world.claims).doesNotContainKey(CLAIM);
    assertThat(world.volumes.get(VOLUME).getSpec().getPersistentVolumeReclaimPolicy())
        .isEqualTo("Retain");
  }

  /** The pod of a place that is not wanted any more is let go, and its claim stays. */
  @Test
  void theVolumeOfAPlaceWithoutAPodOutlivesItsClaimToo() {
    held();
    world.scale(1);
    for (int round = 0; round < 20; round++) {
      SetLook look = stage.sets().look();
      new TidyMoves(look, look.sets().get("etcd"))
          .next()
          .filter(Move.Patch.class::isInstance)
          .map(Move.Patch.class::cast)
          .ifPresent(patch -> api.patch(patch.seen(), patch.patch(), patch.change()));
      world.tick();
    }
    assertThat(world.pods).doesNotContainKey("etcd-1");
    setAside(new GivenUpVolume.Left(claim().getMetadata().getUid()));

    assertThat(world.claims).doesNotContainKey(CLAIM);
    assertThat(world.volumes.get(VOLUME).getSpec().getPersistentVolumeReclaimPolicy())
        .isEqualTo("Retain");
  }

  @Test
  void aClaimWhoseVolumeNobodySeesStays() {
    held();
    world.volumes.clear();

    assertThatThrownBy(() -> setAside(new GivenUpVolume.Left(claim().getMetadata().getUid())))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("its volume is not seen");
    assertThat(world.claims).containsKey(CLAIM);
  }

  @Test
  void noOtherClaimOfThePodIsTouched() {
    world.claims.put("wal-etcd-1", another("wal-etcd-1"));
    world.claims.put("backups", another("backups"));
    world.set.getSpec().getVolumeClaimTemplates().add(template("wal"));
    held();
    mount("wal-etcd-1", "backups");
    setAside();

    assertThat(world.claims).doesNotContainKey(CLAIM).containsKeys("wal-etcd-1", "backups");
  }

  @Test
  void theVolumeOfTheDataIsJudged() {
    world.claims.put("backup-etcd-1", another("backup-etcd-1"));
    world.set.getSpec().getVolumeClaimTemplates().addFirst(template("backup"));
    world.nodes.remove("node2");

    assertThat(lost().orElseThrow()).startsWith("the volume " + VOLUME);
  }

  @Test
  void theClaimThatCameAfterTheLostOneStays() {
    held();
    world.nodes.remove("node2");
    LostVolume lost = LostVolume.of(stage.sets().look(), PLACE).orElseThrow();
    PersistentVolumeClaim fresh = another(CLAIM);
    world.claims.put(CLAIM, fresh);
    setAside(lost);

    assertThat(world.claims).containsEntry(CLAIM, fresh);
  }

  @Test
  void aVolumeWhoseNodeSpeaksAgainStays() {
    held();
    world.nodes.remove("node2");
    LostVolume lost = LostVolume.of(stage.sets().look(), PLACE).orElseThrow();
    world.ready("node2", "True");

    assertThatThrownBy(() -> setAside(lost))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("is not lost any more");
    assertThat(world.claims).containsKey(CLAIM);
  }

  @Test
  void aNodeThatHasOnlyJustFallenSilentLosesNoVolume() {
    held();
    world.ready("node2", "Unknown");
    world
        .nodes
        .get("node2")
        .getStatus()
        .getConditions()
        .getFirst()
        .setLastTransitionTime(Clock.systemUTC().instant().toString());
    LostVolume lost = LostVolume.of(stage.sets().look(), PLACE).orElseThrow();

    assertThat(
            new VolumeMoves(stage.sets().look(), PLACE, lost, PERMIT.operation(), MEMBER_ID).next())
        .isInstanceOf(Move.Wait.class);
  }

  private static PersistentVolumeClaim another(String name) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid("other-" + name)
        .endMetadata()
        .withNewSpec()
        .withVolumeName("volume-of-" + name)
        .endSpec()
        .build();
  }

  private static PersistentVolumeClaim template(String name) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .build();
  }

  private void mount(String... claims) {
    for (String claim : claims) {
      world
          .pods
          .get("etcd-1")
          .getSpec()
          .getVolumes()
          .add(
              new VolumeBuilder()
                  .withName(claim)
                  .withNewPersistentVolumeClaim(claim, false)
                  .build());
    }
  }

  private void setAside() {
    world.nodes.remove("node2");
    setAside(LostVolume.of(stage.sets().look(), PLACE).orElse(new LostVolume("gone", "gone")));
    world.ready("node2", "True");
  }

  private void setAside(GivenUpVolume lost) {
    stage
        .turn()
        .until(
            Duration.ofSeconds(45),
            look -> new VolumeMoves(look, PLACE, lost, PERMIT.operation(), MEMBER_ID).next(),
            KubernetesWorkloads.asking(PERMIT),
            pod -> {});
  }
}
