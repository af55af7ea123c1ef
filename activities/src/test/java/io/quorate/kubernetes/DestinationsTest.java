package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.quorate.cluster.Destination;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.workload.Arrival;
import io.quorate.workload.Arrival.Closed;
import io.quorate.workload.Placement;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes and zones that can take a member, and what becomes of its volume. */
class DestinationsTest {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String VOLUME = "volume-data-etcd-1";
  private static final String LOCAL = "local";

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final Destinations destinations =
      new Destinations(
          new LookAtSets(world, new SetNames("default", List.of("etcd")), Clock.systemUTC()),
          world);

  DestinationsTest() {
    world.volumes.put(VOLUME, volume(VOLUME, "", "10Gi"));
    world.ready("node4", "True");
  }

  private Arrival to(Destination to) {
    return destinations.arrival(new Journey(new MemberName("etcd-1"), to));
  }

  private Arrival toNode4() {
    return to(Destination.node("node4"));
  }

  private static Closed closed(Arrival arrival) {
    assertThat(arrival.way()).isInstanceOf(Closed.class);
    return (Closed) arrival.way();
  }

  private Node node4() {
    return world.nodes.get("node4");
  }

  private void zone(String node, String zone) {
    world.nodes.get(node).getMetadata().getLabels().put(ZONE, zone);
  }

  /** A volume that this node alone can use, or every node where the name is empty. */
  private static PersistentVolume volume(String name, String node, String size) {
    var volume =
        new PersistentVolumeBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withStorageClassName(LOCAL)
            .withAccessModes("ReadWriteOnce")
            .withCapacity(Map.of("storage", new Quantity(size)))
            .endSpec()
            .withNewStatus()
            .withPhase("Available")
            .endStatus();
    return node.isEmpty()
        ? volume.build()
        : volume
            .editSpec()
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

  private void storageClass(String provisioner, String mode) {
    world
        .claims
        .values()
        .forEach(
            claim -> {
              claim.getSpec().setStorageClassName(LOCAL);
              claim.getSpec().setAccessModes(List.of("ReadWriteOnce"));
              claim
                  .getSpec()
                  .setResources(
                      new VolumeResourceRequirementsBuilder()
                          .addToRequests("storage", new Quantity("1Gi"))
                          .build());
            });
    world.storageClasses.put(
        LOCAL,
        new StorageClassBuilder()
            .withNewMetadata()
            .withName(LOCAL)
            .endMetadata()
            .withProvisioner(provisioner)
            .withVolumeBindingMode(mode)
            .build());
  }

  @Test
  void aVolumeThatTheNodeCanUseGoesAlong() {
    zone("node4", "b");
    Arrival arrival = toNode4();

    assertThat(arrival.way()).isEqualTo(new Arrival.Follows());
    assertThat(arrival.zone()).contains(new FailureDomain("b"));
    assertThat(arrival.notes())
        .containsExactly(
            "This start is bound to node node4, and a later pod of etcd-1 is not: to keep it on"
                + " node node4, give the template of the StatefulSet etcd an affinity or"
                + " topologySpreadConstraints.");
  }

  @Test
  void aVolumeThatOnlyTheNodeCanUseBindsLaterPodsByItself() {
    world.volumes.put(VOLUME, volume(VOLUME, "node4", "10Gi"));

    assertThat(toNode4().notes()).isEmpty();
  }

  @Test
  void aMemberWhoseVolumeNobodyHasYetGoesAnywhere() {
    world.claims.get("data-etcd-1").getSpec().setVolumeName(null);

    assertThat(toNode4().way()).isEqualTo(new Arrival.Follows());
  }

  @Test
  void aVolumeOfAnotherNodeStaysWhereANewOneIsMadeForThePod() {
    world.volumes.put(VOLUME, volume(VOLUME, "node2", "10Gi"));
    storageClass("rancher.io/local-path", "WaitForFirstConsumer");

    assertThat(toNode4().way())
        .isEqualTo(
            new Arrival.Leaves(VOLUME, "The volume volume-data-etcd-1 can be used on node2 alone"));
  }

  @Test
  void aClassThatBindsBeforeThePodHasANodeIsNoUse() {
    world.volumes.put(VOLUME, volume(VOLUME, "node2", "10Gi"));
    storageClass("rancher.io/local-path", "Immediate");

    assertThat(closed(toNode4()).fact())
        .isEqualTo(
            "The storage class local binds a volume before its pod has a node, so a new one may be"
                + " anywhere.");
    world.storageClasses.clear();
    assertThat(closed(toNode4()).fact())
        .isEqualTo("There is no storage class local, so a new volume may be anywhere.");
  }

  /** As in a layout of one set for each member, with a claim that a person made. */
  @Test
  void aClaimThatTheSetDoesNotMakeHasToBeMadeByHand() {
    storageClass("rancher.io/local-path", "WaitForFirstConsumer");
    String own = "data-etcd-0";
    world.volumes.put("volume-" + own, volume("volume-" + own, "node2", "10Gi"));
    world.set.getSpec().setReplicas(1);
    world.set.getSpec().setVolumeClaimTemplates(List.of());
    PodSpec template = world.set.getSpec().getTemplate().getSpec();
    template.setVolumes(
        List.of(
            new VolumeBuilder().withName("data").withNewPersistentVolumeClaim(own, false).build()));

    Closed closed =
        closed(
            destinations.arrival(new Journey(new MemberName("etcd-0"), Destination.node("node4"))));
    assertThat(closed.fact())
        .isEqualTo(
            "The StatefulSet etcd does not make the claim data-etcd-0, so nobody makes it again.");
    assertThat(closed.todo())
        .containsExactly(
            "Make that claim anew by hand, on a volume that can be used on node node4.");
  }

  @Test
  void aVolumeThatNobodyMakesHasToBeFreeThere() {
    world.volumes.put(VOLUME, volume(VOLUME, "node2", "10Gi"));
    storageClass("kubernetes.io/no-provisioner", "WaitForFirstConsumer");
    world.volumes.put("small", volume("small", "node4", "1Mi"));
    world.volumes.put("elsewhere", volume("elsewhere", "node3", "10Gi"));
    PersistentVolume used = volume("used", "node4", "10Gi");
    used.getStatus().setPhase("Bound");
    world.volumes.put("used", used);

    Closed closed = closed(toNode4());
    assertThat(closed.fact())
        .isEqualTo(
            "No free volume of the storage class local can be used on node node4, and nothing makes"
                + " one.");
    assertThat(closed.todo()).containsExactly("Make a PersistentVolume of that class there.");

    world.volumes.put("free", volume("free", "node4", "10Gi"));
    assertThat(toNode4().leaving()).isPresent();
  }

  @Test
  void aNodeThatIsNotThereIsRefused() {
    Closed closed = closed(to(Destination.node("node9")));

    assertThat(closed.fact()).isEqualTo("There is no node node9.");
    assertThat(closed.todo()).containsExactly("kubectl get nodes");
  }

  @Test
  void aNodeThatIsNotReadyIsRefused() {
    world.ready("node4", "Unknown");

    assertThat(closed(toNode4()).fact())
        .isEqualTo("Node node4 does not answer (Ready is not True).");
  }

  @Test
  void aCordonedNodeIsRefusedWithTheCommand() {
    node4().getSpec().setUnschedulable(true);

    assertThat(closed(toNode4()).todo()).containsExactly("kubectl uncordon node4");
  }

  @Test
  void aTaintIsRefusedUnlessTheTemplateToleratesIt() {
    node4().getSpec().setTaints(List.of(new Taint("NoSchedule", "disk", null, "slow")));

    Closed closed = closed(toNode4());
    assertThat(closed.fact())
        .isEqualTo(
            "Node node4 has the taint disk=slow:NoSchedule, which the template of the StatefulSet"
                + " etcd does not tolerate.");
    assertThat(closed.todo())
        .containsExactly(
            "kubectl taint node node4 disk:NoSchedule-", "Or give the template that toleration.");

    template().setTolerations(List.of(new Toleration(null, "disk", "Exists", null, null)));
    assertThat(toNode4().way()).isEqualTo(new Arrival.Follows());
  }

  private PodSpec template() {
    return world.set.getSpec().getTemplate().getSpec();
  }

  @Test
  void aNodeWithoutTheLabelOfItsNameIsRefused() {
    node4().getMetadata().getLabels().clear();

    assertThat(closed(toNode4()).todo())
        .containsExactly("kubectl label node node4 kubernetes.io/hostname=node4");
  }

  @Test
  void aNodeThatTheTemplateExcludesIsRefused() {
    template().setNodeSelector(Map.of("disk", "ssd"));

    assertThat(closed(toNode4()).fact())
        .isEqualTo(
            "The template of the StatefulSet etcd keeps its pods off node node4 (nodeSelector"
                + " disk=ssd).");
  }

  @Test
  void aNodeOfAnotherMemberIsRefusedWhereTheTemplateKeepsThemApart() {
    template()
        .setAffinity(
            new PodSpecBuilder()
                .withNewAffinity()
                .withNewPodAntiAffinity()
                .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withTopologyKey("kubernetes.io/hostname")
                .withNewLabelSelector()
                .addToMatchLabels("app", "etcd")
                .endLabelSelector()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity()
                .build()
                .getAffinity());

    assertThat(toNode4().way()).isEqualTo(new Arrival.Follows());
    assertThat(closed(to(Destination.node("node3"))).fact())
        .isEqualTo(
            "The template of the StatefulSet etcd keeps its pods apart (podAntiAffinity by"
                + " kubernetes.io/hostname), and another one is where node node3 is.");
  }

  @Test
  void anImageThatIsNotThereAndNeverPulledIsRefused() {
    template().getContainers().getFirst().setImagePullPolicy("Never");
    assertThat(closed(toNode4()).fact())
        .isEqualTo(
            "Node node4 does not have the image quorate.test/etcd:3.6.16, and imagePullPolicy is"
                + " Never.");

    node4()
        .getStatus()
        .setImages(List.of(new ContainerImage(List.of("quorate.test/etcd:3.6.16"), 1L)));
    assertThat(toNode4().way()).isEqualTo(new Arrival.Follows());
  }

  @Test
  void aZoneIsOpenWhileSomeNodeOfTheZoneIs() {
    zone("node3", "c");
    zone("node4", "c");
    node4().getSpec().setUnschedulable(true);
    Arrival arrival = to(Destination.zone("c"));

    assertThat(arrival.way()).isEqualTo(new Arrival.Follows());
    assertThat(arrival.zone()).contains(new FailureDomain("c"));
    assertThat(arrival.to()).isEqualTo(Destination.node("node3"));

    world.ready("node3", "False");
    zone("node3", "c");
    Closed closed = closed(to(Destination.zone("c")));
    assertThat(closed.fact())
        .isEqualTo(
            "No node of zone c can take etcd-1: Node node3 does not answer (Ready is not True)."
                + " Node node4 is cordoned.");
    assertThat(closed.todo())
        .containsExactly("kubectl describe node node3", "kubectl uncordon node4");
  }

  /** Both would fail together, and the scheduler does not know that. */
  @Test
  void inAZoneANodeWithoutAnotherMemberIsChosen() {
    zone("node3", "c");
    zone("node4", "c");
    Arrival arrival = to(Destination.zone("c"));

    assertThat(arrival.to()).isEqualTo(Destination.node("node4"));
    assertThat(
            arrival.isAt(
                new Placement(
                    Optional.of("node7"),
                    Optional.of(new FailureDomain("c")),
                    Optional.empty(),
                    Optional.empty())))
        .isTrue();
    assertThat(arrival.notes())
        .containsExactly(
            "Quorate chose node node4 of zone c and cannot see whether it has room. For another"
                + " node: --to-node node3.",
            "This start is bound to node node4, and a later pod of etcd-1 is not: to keep it in"
                + " zone c, give the template of the StatefulSet etcd an affinity or"
                + " topologySpreadConstraints.");
  }

  @Test
  void ofTwoNodesOfAZoneTheFirstByNameIsChosen() {
    world.ready("node5", "True");
    zone("node4", "c");
    zone("node5", "c");

    assertThat(to(Destination.zone("c")).to()).isEqualTo(Destination.node("node4"));
  }

  /** The pod of an attempt that waited for a full node tells the next plan. */
  @Test
  void aNodeOnWhichTheSchedulerFoundNoRoomIsChosenLast() {
    world.ready("node5", "True");
    zone("node4", "c");
    zone("node5", "c");
    bindInVain("node4");
    Arrival arrival = to(Destination.zone("c"));

    assertThat(arrival.to()).isEqualTo(Destination.node("node5"));
    assertThat(arrival.notes().getFirst())
        .as("the full one is no other choice")
        .endsWith("For another node: --to-node NODE.");

    world.nodes.get("node5").getSpec().setUnschedulable(true);
    assertThat(to(Destination.zone("c")).to()).isEqualTo(Destination.node("node4"));
  }

  private void bindInVain(String node) {
    var pod = world.pods.get("etcd-1");
    pod.getSpec().setNodeName(null);
    pod.getMetadata().setAnnotations(Map.of(Marks.STEERED, VolumeNode.HOSTNAME + "=" + node));
    pod.getStatus()
        .setConditions(
            List.of(
                new PodConditionBuilder()
                    .withType("PodScheduled")
                    .withStatus("False")
                    .withReason("Unschedulable")
                    .build()));
  }

  /** The next attempt goes on at the node of the earlier attempt. */
  @Test
  void inAZoneTheNodeOfTheMemberItselfIsChosen() {
    zone("node2", "c");
    zone("node4", "c");
    assertThat(world.pods.get("etcd-1").getSpec().getNodeName()).isEqualTo("node2");
    world.pods.get("etcd-2").getSpec().setNodeName("node2");

    assertThat(to(Destination.zone("c")).to()).isEqualTo(Destination.node("node2"));
  }

  @Test
  void inAZoneANodeIsChosenThatCanUseTheVolume() {
    world.ready("node5", "True");
    zone("node4", "c");
    zone("node5", "c");
    world.volumes.put(VOLUME, volume(VOLUME, "node5", "10Gi"));
    Arrival arrival = to(Destination.zone("c"));

    assertThat(arrival.to()).isEqualTo(Destination.node("node5"));
    assertThat(arrival.way()).isEqualTo(new Arrival.Follows());

    world.volumes.put(VOLUME, volume(VOLUME, "node2", "10Gi"));
    storageClass("kubernetes.io/no-provisioner", "WaitForFirstConsumer");
    world.volumes.put("free", volume("free", "node5", "10Gi"));
    Arrival replaced = to(Destination.zone("c"));
    assertThat(replaced.to()).isEqualTo(Destination.node("node5"));
    assertThat(replaced.leaving()).isPresent();
  }

  @Test
  void aStartInAZoneIsBoundToOneNode() {
    zone("node3", "c");
    zone("node4", "c");

    assertThat(destinations.steering(new MemberName("etcd-1"), Destination.zone("c")).labels())
        .isEqualTo(Map.of("kubernetes.io/hostname", "node4"));
  }

  @Test
  void aZoneThatNoNodeIsInIsRefused() {
    assertThat(closed(to(Destination.zone("c"))).fact())
        .isEqualTo("No node has the label topology.kubernetes.io/zone.");

    zone("node1", "a");
    zone("node2", "b");
    assertThat(closed(to(Destination.zone("c"))).fact())
        .isEqualTo("No node is in zone c; the zones are a, b.");
  }

  @Test
  void aVolumeThatIsLostIsReplacedBeforeAnythingElse() {
    world.claims.get("data-etcd-1").getMetadata().setDeletionTimestamp("2026-11-29T01:00:00Z");

    assertThat(closed(toNode4()).fact())
        .isEqualTo(
            "The volume of etcd-1 cannot be used any more: somebody deleted the claim"
                + " data-etcd-1.");
  }

  /** After the member was taken out it would wait for a node for ever. */
  @Test
  void aMemberWhoseOtherVolumeCannotBeUsedThereIsSentNowhere() {
    world.claims.put(
        "backup-etcd-1",
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName("backup-etcd-1")
            .endMetadata()
            .withNewSpec()
            .withVolumeName("backup")
            .endSpec()
            .build());
    world
        .pods
        .get("etcd-1")
        .getSpec()
        .getVolumes()
        .add(
            new VolumeBuilder()
                .withName("backup")
                .withNewPersistentVolumeClaim("backup-etcd-1", false)
                .build());
    world.volumes.put("backup", volume("backup", "", "10Gi"));
    assertThat(toNode4().way()).isEqualTo(new Arrival.Follows());

    world.volumes.put("backup", volume("backup", "node2", "10Gi"));
    assertThat(closed(toNode4()).fact())
        .isEqualTo(
            "etcd-1 cannot run on node node4: its claim backup-etcd-1 has the volume backup, which"
                + " cannot be used there.");
  }

  /** Nothing of such a member would come along, and the plan would promise that all of it does. */
  @Test
  void aMemberWhoseDataIsOnNoClaimIsSentNowhere() {
    world.set.getSpec().setVolumeClaimTemplates(List.of());

    assertThat(closed(toNode4()).fact())
        .isEqualTo(
            "the data of the StatefulSet default/etcd cannot be reached: the data directory"
                + " /data/etcd is on the volume data, which is no volumeClaimTemplate: the data"
                + " goes with the pod.");
  }

  @Test
  void anApiServerThatDoesNotAnswerSaysNothing() {
    var silent =
        new Destinations(
            () -> {
              throw new Failure.Unreached("the API server did not answer");
            },
            world);

    assertThat(
            silent.arrival(new Journey(new MemberName("etcd-1"), Destination.node("node4"))).way())
        .isEqualTo(new Arrival.Unseen("the API server did not answer"));
  }
}
