package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadForm;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pods that were born gated, and of whose members nothing proves that no run is left from before:
 * what an adoption after the loss of a majority leaves, until a plan comes.
 */
class UnprovenPodsTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");

  private final SimulatedSets world = new SimulatedSets(ordered());
  private final SetStage stage = SetStage.of(world, world);
  private final SetTakeover takeover = stage.takeover();
  private final KubernetesWorkloads workloads = stage.workloads();

  private static StatefulSet ordered() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getSpec().setPodManagementPolicy("OrderedReady");
    return set;
  }

  /** The nodes of two members are gone, and the third one does not get ready without quorum. */
  private void loseTheMajority() {
    for (String pod : List.of("etcd-1", "etcd-2")) {
      world.deleteByForce(pod);
      world.claims.remove("data-" + pod);
    }
    world.ready = false;
    world.settle();
  }

  private String form() {
    return takeover.look().flatMap(WorkloadControl::form).map(WorkloadForm::id).orElseThrow();
  }

  private void adopt() {
    String form = form();
    takeover.takeOverToAdopt(PERMIT);
    takeover.adopt(form, PERMIT);
    takeover.handBack(PERMIT);
    world.settle();
    assertThat(new EtcdSet(world.set).isOpen()).isFalse();
  }

  private void settle() {
    for (int round = 0; round < 3; round++) {
      takeover.tidy();
      world.settle();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPodThatSomebodyDeletesGetsNoSuccessorThatBootsAnEmptyVolume(boolean byForce) {
    loseTheMajority();
    adopt();
    for (String pod : List.of("etcd-1", "etcd-2")) {
      delete(pod, byForce);
    }
    settle();

    assertThat(world.processes("etcd-1")).isEmpty();
    assertThat(world.processes("etcd-2")).isEmpty();
    assertThat(workloads.look(MEMBER).evidence())
        .startsWith("pod etcd-1 is gated and kept, though somebody deleted it, and nothing proves")
        .contains("quorate.io/ended.etcd-1='stated " + uid("etcd-1"));
  }

  private void delete(String pod, boolean byForce) {
    if (byForce) {
      world.deleteByForce(pod);
    } else {
      world.deleteGracefully(pod);
    }
  }

  /** A pod of an earlier release has no finalizer, and its set no mark. */
  @Test
  void theBackgroundKeepsAPodThatIsGatedAlready() {
    loseTheMajority();
    adopt();
    world.pods.get("etcd-1").getMetadata().getFinalizers().clear();

    takeover.tidy();
    world.deleteGracefully("etcd-1");
    settle();
    assertThat(world.processes("etcd-1")).isEmpty();
  }

  @Test
  void anAbortKeepsAPodThatWasBornGated() {
    world.deleteByForce("etcd-2");
    world.ready = false;
    String form = form();
    takeover.takeOverToAdopt(PERMIT);
    takeover.adopt(form, PERMIT);
    takeover.giveBackForm(form, PERMIT);
    takeover.handBack(PERMIT);
    world.deleteGracefully("etcd-2");
    world.ready = true;
    settle();

    assertThat(world.processes("etcd-2")).isEmpty();
    assertThat(new EtcdSet(world.set).isOrdered()).isTrue();
  }

  /** A claim that is older than the pods has the data of before. */
  @Test
  void aStatementStartsTheMemberOfADeletedPod() {
    world.deleteByForce("etcd-2");
    world.ready = false;
    adopt();
    born(world.pods.get("etcd-2"), "2026-11-29T01:20:00Z");
    born(world.claims.get("data-etcd-2"), "2026-11-01T00:00:00Z");
    world.deleteGracefully("etcd-2");
    state("etcd-2");
    settle();

    assertThat(world.processes("etcd-2")).hasSize(1);
    assertThat(new EtcdSet(world.set).isMarked()).isFalse();
  }

  @Test
  void aStatementStartsNoMemberOnAClaimThatWasMadeWithItsPod() {
    loseTheMajority();
    adopt();
    born(world.pods.get("etcd-1"), "2026-11-29T01:20:00Z");
    born(world.claims.get("data-etcd-1"), "2026-11-29T01:19:59Z");
    world.deleteGracefully("etcd-1");
    state("etcd-1");
    settle();

    assertThat(world.processes("etcd-1")).isEmpty();
  }

  /** A hold writes the statement on the pod, and an abort may leave that pod to the background. */
  @Test
  void aStatementThatAHoldHasWrittenDownSaysNothingOfTheClaim() {
    loseTheMajority();
    adopt();
    born(world.pods.get("etcd-1"), "2026-11-29T01:20:00Z");
    born(world.claims.get("data-etcd-1"), "2026-11-29T01:19:59Z");
    state("etcd-1");
    takeover.takeOver(PERMIT);
    workloads.hold(MEMBER, PERMIT);

    EtcdSet set = new EtcdSet(world.set);
    EtcdPod held = new EtcdPod(world.pods.get("etcd-1"));
    assertThat(new NewClaim(stage.sets().look(), set, held).objection()).isPresent();
  }

  /** A quota may keep the pod from being made for hours after its claim was. */
  @Test
  void aClaimThatWasMadeAnewIsNewHoweverOldItLooks() {
    held();
    born(world.pods.get("etcd-1"), "2026-12-01T00:00:00Z");
    born(world.claims.get("data-etcd-1"), "2026-10-01T00:00:00Z");
    assertThat(newClaim().objection()).isEmpty();
    world.claims.get("data-etcd-1").getMetadata().setUid("made-anew");

    assertThat(newClaim().objection().orElse(""))
        .startsWith("its claim data-etcd-1 was made anew, so its data is gone:");
  }

  @Test
  void theClaimOfTheLastRunHasTheDataOfBeforeWhateverTheClocksSay() {
    held();
    born(world.pods.get("etcd-1"), "2026-11-01T00:00:10Z");
    born(world.claims.get("data-etcd-1"), "2026-11-01T00:00:05Z");

    assertThat(newClaim().objection()).isEmpty();
  }

  /** By the end of the last run alone such a claim looks old, however somebody made it. */
  @Test
  void aClaimMadeWithItsPodIsNewThoughTheNodeIsAhead() {
    world.claimsFailure = new Failure.Transient("claims: away");
    held();
    world.claimsFailure = null;
    born(world.pods.get("etcd-1"), "2026-11-01T00:00:10Z");
    born(world.claims.get("data-etcd-1"), "2026-11-01T00:00:05Z");
    assertThat(Instant.parse(lastEnd()))
        .as("by the clock of its node")
        .isAfter(Instant.parse("2026-11-01T00:00:10Z"));

    assertThat(newClaim().objection().orElse(""))
        .startsWith("its claim data-etcd-1 was made anew, so its data is gone:");
  }

  @Test
  void aClaimOlderThanTheLastRunHasTheDataOfBefore() {
    world.claimsFailure = new Failure.Transient("claims: away");
    held();
    world.claimsFailure = null;
    born(world.pods.get("etcd-1"), "2026-11-01T00:00:10Z");
    born(world.claims.get("data-etcd-1"), "2026-10-01T00:00:00Z");

    assertThat(newClaim().objection()).isEmpty();
  }

  private void held() {
    world.set.getSpec().setPodManagementPolicy("Parallel");
    takeover.takeOver(PERMIT);
    workloads.stop(MEMBER, PERMIT);
  }

  private NewClaim newClaim() {
    return new NewClaim(
        stage.sets().look(), new EtcdSet(world.set), new EtcdPod(world.pods.get("etcd-1")));
  }

  private String lastEnd() {
    EtcdPod held = new EtcdPod(world.pods.get("etcd-1"));
    return new Predecessor(new EtcdSet(world.set), held).carried().orElseThrow().finishedAt();
  }

  @Test
  void aPlanHoldsTheMemberOfADeletedPodOnceThatIsStated() {
    loseTheMajority();
    adopt();
    world.deleteGracefully("etcd-1");
    takeover.takeOver(PERMIT);
    assertThatThrownBy(() -> workloads.hold(MEMBER, PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("quorate.io/ended.etcd-1='stated ");
    assertThatThrownBy(() -> workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT))
        .isInstanceOf(Failure.Refused.class);

    state("etcd-1");
    workloads.hold(MEMBER, PERMIT);
    assertThat(workloads.look(MEMBER).isHeld()).isTrue();
    assertThat(world.processes("etcd-1")).isEmpty();
    workloads.start(MEMBER, new JoinSettings(Map.of()), PERMIT);
    takeover.handBack(PERMIT);
    settle();
    assertThat(world.processes("etcd-1")).hasSize(1);
    assertThat(new EtcdSet(world.set).isMarked()).isFalse();
  }

  /** The kubelet of its node is slow, so the pod of before is there still. */
  @Test
  void theGateStaysInTheTemplateUntilAPodThatGoesIsGone() {
    world.deadKubelets.add("node3");
    world.deleteGracefully("etcd-2");
    String form = form();
    takeover.takeOverToAdopt(PERMIT);
    for (int round = 0; round < 30; round++) {
      stage.turn().atOnce(1, look -> Optional.of(new AdoptionMoves(look, form).adopt()));
      world.settle();
    }
    assertThat(new AdoptionMoves(stage.sets().look(), form).adopt())
        .asString()
        .contains("has not created etcd-2 yet, because the pod of before is still being deleted");
    stage.leftovers().clear(operation -> false);
    assertThat(new EtcdSet(world.set).isGated()).isTrue();

    world.deadKubelets.clear();
    world.ready = false;
    takeover.adopt(form, PERMIT);
    takeover.handBack(PERMIT);
    settle();
    assertThat(world.processes("etcd-2")).isEmpty();
    assertThat(new EtcdPod(world.pods.get("etcd-2")).isKept()).isTrue();
  }

  @Test
  void aSetIsNotCreatedAgainWhileThePodsEndIsUnknown() {
    world.deadKubelets.add("node3");
    world.ready("node3", "Unknown");
    world.deleteGracefully("etcd-2");

    assertThatThrownBy(() -> takeover.takeOverToAdopt(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("pod etcd-2 is being deleted since")
        .hasMessageContaining("kubectl taint nodes node3");
  }

  private void state(String pod) {
    Map<String, String> annotations = Map.of(Marks.ended(pod), "stated " + uid(pod));
    world.set.getMetadata().getAnnotations().putAll(annotations);
  }

  private static void born(HasMetadata object, String at) {
    object.getMetadata().setCreationTimestamp(at);
  }

  private String uid(String pod) {
    return world.pods.get(pod).getMetadata().getUid();
  }
}
