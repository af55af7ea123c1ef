package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The end of what a hold did: keepers, and the gate in the template. */
class TidyMovesTest {
  private Map<String, PersistentVolumeClaim> claims = Map.of();
  private EtcdSet set =
      new EtcdSet(
          new StatefulSetBuilder(SetManifests.read("parallel.yaml"))
              .editMetadata()
              .withUid("set-1")
              .withNamespace("default")
              .endMetadata()
              .build());

  @Test
  void aPodThatWasBornGatedIsLetGoOnceItsKeeperIsGone() {
    PodBuilder keeper = keeper("node1");
    assertThat(next(gated(), keeper))
        .contains(new Move.Delete(new EtcdPod(keeper.build()), Optional.empty()));

    keeper.editMetadata().withDeletionTimestamp("2026-11-29T01:30:00Z").endMetadata();
    assertThat(next(gated(), keeper)).isEmpty();

    assertThat(next(gated()).map(Object::toString).orElseThrow())
        .contains("let go")
        .contains("/spec/schedulingGates");
  }

  /** The run before ended at 01:00. */
  @Test
  void letsNoPodGoOnAClaimThatWasMadeAnew() {
    claims = Map.of("data-etcd-1", claim("2026-11-29T01:10:00Z"));
    assertThat(next(gated())).isEmpty();

    claims = Map.of("data-etcd-1", claim("2026-11-01T01:10:00Z"));
    assertThat(next(gated())).isPresent();
  }

  @Test
  void letsAPodOfAStatementGoOnAClaimThatIsOlderThanThePod() {
    set.set().getMetadata().setAnnotations(Map.of(Marks.ended("etcd-1"), "stated uid-1"));
    PodBuilder born = gated();
    born.editMetadata()
        .removeFromAnnotations(Marks.ENDED)
        .withCreationTimestamp("2026-11-29T01:20:00Z")
        .endMetadata();
    claims = Map.of("data-etcd-1", claim("2026-11-29T01:19:59Z"));
    assertThat(next(born).orElseThrow()).asString().contains("change=kept");
    claims = Map.of("data-etcd-1", claim("2026-11-29T01:10:00Z"));
    assertThat(next(born).orElseThrow()).asString().contains("change=let go");
  }

  private static PersistentVolumeClaim claim(String made) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("data-etcd-1")
        .withCreationTimestamp(made)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  @Test
  void aKeeperThatHasTheVolumeOnAnotherNodeGoes() {
    assertThat(next(pod("node2"), keeper("node1")).orElseThrow()).isInstanceOf(Move.Delete.class);
    assertThat(next(pod(null), keeper("node1")).orElseThrow()).isInstanceOf(Move.Delete.class);
  }

  @Test
  void aKeeperOnTheNodeOfAMemberThatRestartsStays() {
    assertThat(next(pod("node1"), keeper("node1"))).isEmpty();
  }

  @Test
  void deletesAKeeperThatEndedByItselfBesideAMemberThatRuns() {
    PodBuilder keeper =
        keeper("node1")
            .withNewStatus()
            .withPhase("Running")
            .addNewContainerStatus()
            .withName(KeeperPod.CONTAINER)
            .withNewState()
            .withNewTerminated()
            .withExitCode(0)
            .endTerminated()
            .endState()
            .endContainerStatus()
            .endStatus();
    assertThat(next(pod("node1"), keeper))
        .contains(new Move.Delete(new EtcdPod(keeper.build()), Optional.empty()));
    assertThat(next(keeper)).as("without a pod of the member").isPresent();
  }

  @Test
  void theKeeperOfAHeldMemberStays() {
    PodBuilder held = gated();
    held.editMetadata().addToFinalizers(Marks.HOLD).endMetadata();
    assertThat(next(held, keeper("node1"))).isEmpty();
  }

  @Test
  void theEvidenceOfAPodThatIsNotLetGoYetSaysWhy() {
    SetLook look = look(gated(), keeper("node1"));
    assertThat(new PodWorkload(look, new MemberPod("etcd", 1), false).workload().evidence())
        .contains(
            "is let go once this is over: its volume is still used by pod quorate-keeper-etcd-1");
  }

  /** A kubelet that is slow to give a pod up leaves its object there without the finalizer. */
  @Test
  void theTemplateKeepsTheGateUntilTheSuccessorOfAnEndedPodIsBorn() {
    String ended = new EndedRun("uid-1", "c", "2026-11-29T01:00:00Z", 0, 1, "").text();
    open(
        Map.of(
            Marks.ended("etcd-0"),
            ended,
            Marks.ended("etcd-1"),
            ended,
            Marks.ended("etcd-2"),
            ended));
    assertThat(next(leaving())).isEmpty();

    open(Map.of());
    assertThat(next(leaving())).as("no proof of the other members").isEmpty();

    open(Map.of(Marks.ended("etcd-0"), ended, Marks.ended("etcd-2"), ended));
    assertThat(next(leaving()).map(Object::toString).orElseThrow())
        .as("a pod that somebody else deleted")
        .contains("/spec/template/spec/schedulingGates");
  }

  private void open(Map<String, String> annotations) {
    set =
        new EtcdSet(
            new StatefulSetBuilder(set.set())
                .editMetadata()
                .withAnnotations(annotations)
                .addToAnnotations(Marks.OPERATION, "orders.1a2b3c4d")
                .addToAnnotations(Marks.held("etcd-1"), "orders.1a2b3c4d")
                .addToAnnotations(Marks.WINDOW, new Window("etcd-7d4b9", List.of()).text())
                .endMetadata()
                .editSpec()
                .editTemplate()
                .editSpec()
                .withSchedulingGates(new PodSchedulingGate(Marks.HOLD))
                .endSpec()
                .endTemplate()
                .endSpec()
                .build());
  }

  private static PodBuilder leaving() {
    return pod("node1").editMetadata().withDeletionTimestamp("2026-11-29T01:00:00Z").endMetadata();
  }

  private Optional<Move> next(PodBuilder... pods) {
    return new TidyMoves(look(pods), set).next();
  }

  private SetLook look(PodBuilder... pods) {
    return new SetLook(
        Instant.EPOCH,
        new SetNames("default", List.of("etcd")),
        Map.of("etcd", set),
        List.of(pods).stream()
            .map(pod -> new EtcdPod(pod.build()))
            .collect(Collectors.toMap(EtcdPod::name, pod -> pod)),
        claims,
        Map.of(),
        Map.of(),
        Optional.empty(),
        PolicyGuard.NONE,
        Map.of());
  }

  private static PodBuilder pod(String node) {
    return claiming("etcd-1", "uid-1", node)
        .editMetadata()
        .addNewOwnerReference()
        .withController(true)
        .withKind("StatefulSet")
        .withName("etcd")
        .withUid("set-1")
        .endOwnerReference()
        .endMetadata();
  }

  private static PodBuilder gated() {
    String ended = new EndedRun("uid-0", "c", "2026-11-29T01:00:00Z", 0, 0, "uid-1").text();
    return pod(null)
        .editMetadata()
        .addToAnnotations(Marks.ENDED, ended)
        .endMetadata()
        .editSpec()
        .addNewSchedulingGate(Marks.HOLD)
        .endSpec();
  }

  private static PodBuilder keeper(String node) {
    return claiming("quorate-keeper-etcd-1", "uid-2", node)
        .editMetadata()
        .addToLabels(Marks.KEEPER, "etcd-1")
        .endMetadata();
  }

  private static PodBuilder claiming(String name, String uid, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(uid)
        .withResourceVersion("7")
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .addNewVolume()
        .withName("data")
        .withNewPersistentVolumeClaim("data-etcd-1", false)
        .endVolume()
        .endSpec();
  }
}
