package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.FailureDomain;
import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The table of states: what a look at one pod says of its member. */
class PodWorkloadTest {
  private static final String CONTAINER = "containerd://4f1c2a9be01d77aa";
  private static final String ENDED =
      new EndedRun("uid-0", CONTAINER, "2026-11-29T01:00:00Z", 0, 0, "").text();
  private static final String ENDED_BEFORE_IT =
      new EndedRun("uid-0", CONTAINER, "2026-11-29T01:00:00Z", 0, 0, "uid-1").text();

  private static final String RELEASING =
      "kubectl patch pod etcd-1 -n default --type=json -p"
          + " '[{\"op\":\"test\",\"path\":\"/metadata/finalizers/0\",\"value\":\"quorate.io/hold\"},"
          + "{\"op\":\"remove\",\"path\":\"/metadata/finalizers/0\"}]'";

  private StatefulSet set =
      new StatefulSetBuilder(SetManifests.read("parallel.yaml"))
          .editMetadata()
          .withUid("set-1")
          .withNamespace("default")
          .withGeneration(3L)
          .endMetadata()
          .build();
  private final Map<Part, Failure> unread = new HashMap<>();
  private Map<String, PersistentVolumeClaim> claims = Map.of();
  private String nodeReady = "True";

  @Test
  void aContainerThatRunsOnAReadyNodeIsARun() {
    Workload seen = look(running(pod()));

    assertThat(seen.run()).contains(new Run(CONTAINER, "container 4f1c2a9be01d of pod etcd-1"));
    assertThat(seen.evidence()).isEqualTo("container 4f1c2a9be01d of pod etcd-1 runs on node2");
    assertThat(seen.placement().node()).contains("node2");
    assertThat(seen.placement().zone()).contains(new FailureDomain("z2"));
    assertThat(seen.placement().site()).contains(new FailureDomain("r1"));
    assertThat(seen.grace().words())
        .isEqualTo(
            "the kubelet kills it if it has not ended after 10 s (terminationGracePeriodSeconds)");
  }

  @Test
  void aRunOnASilentNodeIsNotKnown() {
    nodeReady = "Unknown";

    Workload seen = look(running(pod()));

    assertThat(seen.isUnreachable()).isTrue();
    assertThat(seen.evidence())
        .isEqualTo(
            "pod etcd-1: its node node2 does not answer (Ready is not True); what runs there is not"
                + " known");
  }

  @Test
  void aNodeThatIsGoneFromTheListProvesNothing() {
    nodeReady = "gone";

    assertThat(look(running(pod())).isUnreachable()).isTrue();
  }

  @Test
  void aNodeThatMayNotBeReadLeavesItUnclear() {
    unread.put(Part.NODES, new Failure.Refused("nodes is forbidden"));

    Workload seen = look(running(pod()));

    assertThat(seen.state()).isEqualTo(Workload.Uncertain.AMBIGUOUS);
    assertThat(seen.evidence()).endsWith("could not be read: nodes is forbidden");
  }

  @Test
  void apiServerOutOfReach() {
    unread.put(Part.PODS, new Failure.Unreached("the API server does not answer"));

    assertThat(look(running(pod())).isUnreachable()).isTrue();
  }

  @Test
  void aPodThatIsBeingDeletedMayRun() {
    Workload seen = look(deleted(running(pod())));

    assertThat(seen.state()).isEqualTo(Workload.Uncertain.AMBIGUOUS);
    assertThat(seen.evidence()).endsWith("its kubelet has not said that etcd has ended");
  }

  @Test
  void aPodOfASilentNodeIsFreedByAStatementOfAPerson() {
    nodeReady = "Unknown";

    assertThat(look(deleted(running(pod()))).evidence())
        .endsWith(
            "If that machine is off, and only then, state it: kubectl taint nodes node2"
                + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
  }

  /** The garbage collection writes the phase Failed, and the finalizer keeps the object. */
  @Test
  void aKeptPodOfASilentNodeNeedsASecondStatement() {
    nodeReady = "Unknown";

    assertThat(look(kept(deleted(running(pod())), CONTAINER)).evidence())
        .contains("state it: kubectl taint nodes node2 node.kubernetes.io/out-of-service=")
        .endsWith("; then state that etcd of this pod has ended: " + RELEASING);
  }

  @Test
  void aStatementThatWasMadeIsNotAskedForAgain() {
    nodeReady = "out of service";

    assertThat(look(kept(deleted(running(pod())), CONTAINER)).evidence())
        .endsWith("If that machine is off, and only then, state it: " + RELEASING);
    assertThat(look(deleted(running(pod()))).evidence()).doesNotContain("kubectl");
  }

  @Test
  void aNodeThatIsGoneFromTheListGetsNoTaint() {
    nodeReady = "gone";

    assertThat(look(kept(deleted(running(pod())), CONTAINER)).evidence())
        .endsWith("If that machine is off, and only then, state it: " + RELEASING);
  }

  @Test
  void nothingIsStatedOfANodeThatMayNotBeRead() {
    unread.put(Part.NODES, new Failure.Refused("nodes is forbidden"));

    assertThat(look(kept(deleted(running(pod())), CONTAINER)).evidence()).doesNotContain("kubectl");
  }

  @Test
  void aGatedPodAloneProvesNothing() {
    Workload seen = look(gated(pod()));

    assertThat(seen.state()).isEqualTo(Workload.Uncertain.AMBIGUOUS);
    assertThat(seen.evidence())
        .startsWith(
            "pod etcd-1 is gated, and nothing proves that etcd of the pod before it has ended.")
        .contains(
            "kubectl annotate statefulset etcd -n default quorate.io/ended.etcd-1='stated uid-1'");
  }

  @Test
  void aGatedPodWithTheProofIsHeld() {
    annotate(Marks.held("etcd-1"), "orders.1a2b3c4d");

    Workload seen = look(held(pod()));

    assertThat(seen.isHeld()).isTrue();
    assertThat(seen.evidence())
        .isEqualTo(
            "pod etcd-1 is kept from every node by its scheduling gate of operation"
                + " orders.1a2b3c4d; container 4f1c2a9be01d ended at 2026-11-29T01:00:00Z with exit"
                + " code 0");
  }

  /** Whoever may annotate a set writes into each look that is stored. */
  @Test
  void theNameOfAnOperationIsToldOnOneShortLine() {
    annotate(Marks.held("etcd-1"), "orders\nPlan: ".repeat(10_000));
    annotate(Marks.OPERATION, "orders\nPlan: ".repeat(10_000));

    assertThat(look(held(pod())).evidence()).doesNotContain("\n").hasSizeLessThan(400);
    assertThat(new TakeoverMoves(seen(Optional.of(held(pod())))).control().evidence())
        .doesNotContain("\n")
        .hasSizeLessThan(400);
  }

  /** A manifest that was made of a pod has the marks of that pod. */
  @Test
  void aProofThatWasWrittenOnAnotherPodProvesNothing() {
    PodBuilder copied = held(pod()).editMetadata().withUid("uid-2").endMetadata();

    assertThat(look(copied).state()).isEqualTo(Workload.Uncertain.AMBIGUOUS);
  }

  @Test
  void aGatedPodThatNobodyHoldsIsAboutToStart() {
    annotate(Marks.ended("etcd-1"), ENDED);

    assertThat(look(gated(pod())).isRestarting()).isTrue();
  }

  @Test
  void aPersonMayStateWhatNothingProves() {
    annotate(Marks.ended("etcd-1"), "stated uid-1");

    assertThat(look(gated(pod())).isRestarting()).isTrue();
  }

  @Test
  void aStatementOfAnotherPodCountsForNothing() {
    annotate(Marks.ended("etcd-1"), "stated uid-0");

    assertThat(look(gated(pod())).isUncertain()).isTrue();
  }

  @Test
  void onlyTheEndOfTheRecordedContainerIsAProof() {
    assertThat(new EtcdPod(over(kept(deleted(pod()), CONTAINER)).build()).ended()).isPresent();
    assertThat(new EtcdPod(over(kept(deleted(pod()), "containerd://other")).build()).ended())
        .isEmpty();
    assertThat(new EtcdPod(over(kept(pod(), CONTAINER)).build()).ended()).isEmpty();
    assertThat(new EtcdPod(over(deleted(pod())).build()).ended()).isEmpty();
  }

  @Test
  void aPhaseThatTheGarbageCollectionWroteIsNoProof() {
    PodBuilder pod =
        running(kept(deleted(pod()), CONTAINER)).editStatus().withPhase("Failed").endStatus();

    assertThat(new EtcdPod(pod.build()).ended()).isEmpty();
    assertThat(look(pod).isUncertain()).isTrue();
  }

  @Test
  void aContainerThatCrashedBeforeItsNodeWasGoneMayHaveBeenStartedAgain() {
    PodBuilder pod = over(kept(deleted(pod()), CONTAINER));
    pod.editStatus().withPhase("Failed").withConditions(List.of()).endStatus();

    assertThat(new EtcdPod(pod.build()).ended()).isEmpty();
  }

  @Test
  void aPodThatNeverRanProvesNoMoreThanThePodBefore() {
    PodBuilder pod = over(kept(deleted(pod()), ""));
    pod.editStatus()
        .editFirstContainerStatus()
        .withContainerID(null)
        .editState()
        .editTerminated()
        .withContainerID(null)
        .endTerminated()
        .endState()
        .endContainerStatus()
        .endStatus();
    assertThat(new EtcdPod(pod.build()).ended()).isEmpty();

    pod.editMetadata().addToAnnotations(Marks.ENDED, ENDED_BEFORE_IT).endMetadata();
    assertThat(new EtcdPod(pod.build()).ended()).isPresent();
  }

  @Test
  void aContainerThatEndedBeforeItsPodWasDeletedIsStartedAgain() {
    PodBuilder pod =
        over(pod()).editStatus().withPhase("Running").withConditions(List.of()).endStatus();

    Workload seen = look(pod);

    assertThat(seen.isRestarting()).isTrue();
    assertThat(seen.evidence())
        .isEqualTo(
            "pod etcd-1 on node2: etcd ended with exit code 0 at 2026-11-29T01:00:00Z and is"
                + " started again");
  }

  @Test
  void aCrashLoopSaysHowItEndedLast() {
    Workload seen = look(waiting("CrashLoopBackOff", "back-off 20s restarting failed container"));

    assertThat(seen.isRestarting()).isTrue();
    assertThat(seen.evidence())
        .isEqualTo(
            "pod etcd-1 on node2: etcd waits: CrashLoopBackOff: back-off 20s restarting failed"
                + " container; it ended last with exit code 137 (OOMKilled) at"
                + " 2026-11-29T01:00:00Z");
  }

  @Test
  void anImageThatCannotBePulledIsNamed() {
    assertThat(look(waiting("ImagePullBackOff", "Back-off pulling image \"etcd:9\"")).evidence())
        .contains("ImagePullBackOff: Back-off pulling image \"etcd:9\"");
  }

  @Test
  void aPodThatFindsNoNodeSaysWhy() {
    Workload seen = look(withoutRoom());

    assertThat(seen.isRestarting()).isTrue();
    assertThat(seen.evidence())
        .isEqualTo("pod etcd-1 waits for a node: Unschedulable: 0/2 nodes are available");
  }

  @Test
  void aPodThatIsBoundToAFullNodeSaysThatAnAbortForgetsTheNode() {
    Map<String, String> bound = Map.of(Marks.STEERED, "kubernetes.io/hostname=n4");

    assertThat(look(withoutRoom().editMetadata().addToAnnotations(bound).endMetadata()).evidence())
        .endsWith(
            "; this start is bound to kubernetes.io/hostname=n4, and nobody remembers after an"
                + " abort whether there was room: name another node then (--to-node NODE)");
  }

  private PodBuilder withoutRoom() {
    return pod()
        .editSpec()
        .withNodeName(null)
        .endSpec()
        .editStatus()
        .addNewCondition()
        .withType("PodScheduled")
        .withStatus("False")
        .withReason("Unschedulable")
        .withMessage("0/2 nodes are available")
        .endCondition()
        .endStatus();
  }

  @Test
  void aKeeperTakesNoVolumeToANodeBeforeTheMemberHasANode() {
    PodBuilder waiting = pod().editSpec().withNodeName(null).endSpec();
    assertThat(look(waiting).isRestarting()).isTrue();
    assertThat(ClaimVolumes.isForKeeper(look(waiting))).isFalse();
    assertThat(ClaimVolumes.isForKeeper(look(waiting("CrashLoopBackOff", "back-off")))).isTrue();
    assertThat(ClaimVolumes.isForKeeper(look(held(pod())))).isTrue();
  }

  @Test
  void aPodOfAnotherOwnerIsAStranger() {
    PodBuilder pod = running(pod());
    pod.editMetadata()
        .withOwnerReferences(
            List.of(
                new OwnerReferenceBuilder()
                    .withController(true)
                    .withKind("StatefulSet")
                    .withName("etcd")
                    .withUid("set-0")
                    .build()))
        .endMetadata();

    Workload seen = look(pod);

    assertThat(seen.hasStranger()).isTrue();
    assertThat(seen.evidence())
        .isEqualTo(
            "pod etcd-1 belongs to StatefulSet etcd, not to the present StatefulSet etcd of that"
                + " name");
  }

  @Test
  void anOrdinalBeyondTheReplicasIsGoneOnlyWhereItsEndIsWrittenDown() {
    set.getSpec().setReplicas(1);
    claims = Map.of("data-etcd-1", claim(Map.of()));
    assertThat(look(Optional.empty()).state()).isEqualTo(Workload.Uncertain.AMBIGUOUS);

    annotate(
        Marks.ended("etcd-1"),
        new EndedRun("uid-0", CONTAINER, "2026-11-29T01:00:00Z", 0, 3, "").text());
    assertThat(look(Optional.empty()).isAbsent()).isTrue();

    set.getMetadata().setGeneration(4L);
    assertThat(look(Optional.empty()).isAbsent()).isFalse();
    assertThat(look(Optional.empty()).evidence())
        .endsWith("kubectl annotate pvc data-etcd-1 -n default quorate.io/ended=stated");

    EndedRun run = new EndedRun("uid-0", CONTAINER, "2026-11-29T01:00:00Z", 0, 0, "claim-1");
    claims = Map.of("data-etcd-1", claim(Map.of(Marks.ENDED, run.text())));
    assertThat(look(Optional.empty()).isAbsent()).isTrue();
  }

  @Test
  void anOrdinalBeyondTheReplicasWithoutAClaimIsAPlaceToBeMade() {
    set.getSpec().setReplicas(1);
    assertThat(look(Optional.empty()).isAbsent()).isTrue();

    unread.put(SetLook.Part.CLAIMS, new Failure.Transient("timed out"));
    assertThat(look(Optional.empty()).isAbsent()).isFalse();
  }

  private static PersistentVolumeClaim claim(Map<String, String> annotations) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("data-etcd-1")
        .withUid("claim-1")
        .withAnnotations(annotations)
        .endMetadata()
        .build();
  }

  @Test
  void aPodThatIsNotThereProvesNothing() {
    assertThat(look(Optional.empty()).evidence())
        .startsWith("there is no pod etcd-1, and the StatefulSet etcd has not created one");
  }

  @Test
  void theProbeThatNeedsQuorumIsNamed() {
    PodBuilder pod =
        running(pod())
            .editSpec()
            .editFirstContainer()
            .withLivenessProbe(
                SetManifests.read("bitnami.yaml")
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .getFirst()
                    .getLivenessProbe())
            .endContainer()
            .endSpec();

    assertThat(new PodWorkload(seen(Optional.of(pod)), PLACE, false).workload().probe())
        .contains(
            "its livenessProbe runs healthcheck.sh, which runs etcdctl endpoint health, in pod"
                + " etcd-1");
  }

  private static final MemberPod PLACE = new MemberPod("etcd", 1);

  private Workload look(PodBuilder pod) {
    return look(Optional.of(pod));
  }

  private Workload look(Optional<PodBuilder> pod) {
    return new PodWorkload(seen(pod), PLACE, false).workload();
  }

  private SetLook seen(Optional<PodBuilder> pod) {
    return new SetLook(
        Instant.parse("2026-11-29T02:00:00Z"),
        new SetNames("default", List.of("etcd")),
        Map.of("etcd", new EtcdSet(set)),
        pod.map(one -> Map.of("etcd-1", new EtcdPod(one.build()))).orElse(Map.of()),
        claims,
        Map.of(),
        nodeReady.equals("gone")
            ? Map.of()
            : Map.of(
                "node2",
                new NodeBuilder()
                    .withNewMetadata()
                    .withName("node2")
                    .addToLabels("topology.kubernetes.io/zone", "z2")
                    .addToLabels("topology.kubernetes.io/region", "r1")
                    .endMetadata()
                    .withNewSpec()
                    .withTaints(
                        nodeReady.equals("out of service")
                            ? List.of(
                                new Taint(
                                    "NoExecute",
                                    "node.kubernetes.io/out-of-service",
                                    null,
                                    "nodeshutdown"))
                            : List.of())
                    .endSpec()
                    .withNewStatus()
                    .addNewCondition()
                    .withType("Ready")
                    .withStatus(nodeReady)
                    .endCondition()
                    .endStatus()
                    .build()),
        Optional.empty(),
        PolicyGuard.NONE,
        unread);
  }

  private void annotate(String name, String value) {
    Map<String, String> all = new HashMap<>();
    Optional.ofNullable(set.getMetadata().getAnnotations()).ifPresent(all::putAll);
    all.put(name, value);
    set.getMetadata().setAnnotations(all);
  }

  private PodBuilder pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("etcd-1")
        .withNamespace("default")
        .withUid("uid-1")
        .addNewOwnerReference()
        .withController(true)
        .withKind("StatefulSet")
        .withName("etcd")
        .withUid("set-1")
        .endOwnerReference()
        .endMetadata()
        .withSpec(Serialization.clone(set.getSpec().getTemplate()).getSpec())
        .editSpec()
        .withNodeName("node2")
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus();
  }

  private static PodBuilder deleted(PodBuilder pod) {
    return pod.editMetadata().withDeletionTimestamp("2026-11-29T01:30:00Z").endMetadata();
  }

  private static PodBuilder kept(PodBuilder pod, String recorded) {
    return pod.editMetadata()
        .addToFinalizers(Marks.HOLD)
        .addToAnnotations(Marks.RUN, recorded)
        .endMetadata();
  }

  private static PodBuilder gated(PodBuilder pod) {
    return pod.editSpec()
        .withNodeName(null)
        .addNewSchedulingGate(Marks.HOLD)
        .endSpec()
        .editStatus()
        .withPhase("Pending")
        .endStatus();
  }

  private static PodBuilder held(PodBuilder pod) {
    return gated(pod)
        .editMetadata()
        .addToFinalizers(Marks.HOLD)
        .addToAnnotations(Marks.ENDED, ENDED_BEFORE_IT)
        .endMetadata();
  }

  private static PodBuilder running(PodBuilder pod) {
    return status(
        pod,
        state -> state.withNewRunning().withStartedAt("2026-11-29T00:00:00Z").endRunning(),
        new ContainerStateBuilder());
  }

  private PodBuilder waiting(String reason, String message) {
    return status(
        pod(),
        state -> state.withNewWaiting().withReason(reason).withMessage(message).endWaiting(),
        new ContainerStateBuilder()
            .withNewTerminated()
            .withExitCode(137)
            .withReason("OOMKilled")
            .withFinishedAt("2026-11-29T01:00:00Z")
            .endTerminated());
  }

  private static PodBuilder over(PodBuilder pod) {
    return status(
            pod,
            state ->
                state
                    .withNewTerminated()
                    .withContainerID(CONTAINER)
                    .withExitCode(0)
                    .withFinishedAt("2026-11-29T01:00:00Z")
                    .endTerminated(),
            new ContainerStateBuilder())
        .editStatus()
        .withPhase("Succeeded")
        .addNewCondition()
        .withType("ContainersReady")
        .withStatus("False")
        .withReason("PodCompleted")
        .endCondition()
        .endStatus();
  }

  private static PodBuilder status(
      PodBuilder pod, UnaryOperator<ContainerStateBuilder> state, ContainerStateBuilder last) {
    return pod.editStatus()
        .withContainerStatuses(
            List.of(
                new ContainerStatusBuilder()
                    .withName("etcd")
                    .withContainerID(CONTAINER)
                    .withRestartCount(0)
                    .withState(state.apply(new ContainerStateBuilder()).build())
                    .withLastState(last.build())
                    .build()))
        .endStatus();
  }
}
