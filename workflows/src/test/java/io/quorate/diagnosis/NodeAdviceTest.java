package io.quorate.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.FailureDomain;
import io.quorate.drawing.DrawnCluster;
import io.quorate.workload.PlatformAdvice;
import io.quorate.workload.Supervision;
import io.quorate.workload.WorkloadControl;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class NodeAdviceTest {
  private static final Predicate<Advice> QUORUM_PROBE =
      advice -> advice.name().equals("quorum-probe");

  @Test
  void advisesToSpreadVotersWhoseNodeStopsAllWrites() {
    assertThat(sentences(onNodes("node1", "node2", "node1")))
        .anyMatch(
            sentence ->
                sentence.startsWith(
                        "Losing the node node1 would stop all writes: etcd-0 and etcd-2 run on it.")
                    && sentence.contains("podAntiAffinity"));
  }

  @Test
  void saysThatANodeTakesSeveralVotersWhereQuorumIsKept() {
    assertThat(sentences(onNodes("a", "a", "b", "c", "d")))
        .anyMatch(
            sentence ->
                sentence.startsWith("Losing the node a would take several voters at once:"));
  }

  @Test
  void saysNothingOfVotersOnNodesOfTheirOwnOrOnHosts() {
    assertThat(sentences(onNodes("a", "b", "c")))
        .noneMatch(text -> text.contains("Losing the node"));
    DrawnCluster hosts = onNodes("a", "a", "a");
    hosts.members.forEach(member -> member.supervision = Optional.of(Supervision.UNIT));
    assertThat(sentences(hosts)).noneMatch(text -> text.contains("Losing the node"));
  }

  @Test
  void namesTheLabelOfNodesWhereZonesAreMissing() {
    DrawnCluster cluster = onNodes("a", "b", "c");
    cluster.members.forEach(member -> member.zone = FailureDomain.UNKNOWN);
    assertThat(sentences(cluster))
        .anyMatch(
            text ->
                text.contains("No zone is written for 3 of 3 voters")
                    && text.contains("topology.kubernetes.io/zone"));
  }

  @Test
  void advisesToSpreadVotersOfOneZone() {
    DrawnCluster cluster = onNodes("a", "b", "c");
    cluster.members.forEach(member -> member.zone = new FailureDomain("east"));
    assertThat(sentences(cluster))
        .anyMatch(
            text ->
                text.startsWith("Losing zone east would stop all writes: 3 of 3 voters")
                    && text.contains("topologyKey topology.kubernetes.io/zone"));

    cluster.members.forEach(member -> member.supervision = Optional.of(Supervision.UNIT));
    assertThat(sentences(cluster)).noneMatch(text -> text.contains("topologyKey"));
  }

  @Test
  void adviceOfThePlatformReplacesAdviceOnTheSameMatter() {
    DrawnCluster cluster = onNodes("a", "b", "c");
    cluster.members.forEach(member -> member.probe = Optional.of("its livenessProbe"));
    assertThat(Advice.on(cluster.view())).filteredOn(QUORUM_PROBE).hasSize(3);

    cluster.control =
        Optional.of(
            new WorkloadControl("StatefulSet etcd", WorkloadControl.Holder.PLATFORM, "seen")
                .advising(
                    List.of(
                        new PlatformAdvice("quorum-probe", "Mend it."),
                        new PlatformAdvice("image-pulled", "Pull less."))));
    assertThat(Advice.on(cluster.view()))
        .contains(new Advice("image-pulled", "Pull less."))
        .filteredOn(QUORUM_PROBE)
        .containsExactly(new Advice("quorum-probe", "Mend it."));
  }

  private static List<String> sentences(DrawnCluster cluster) {
    return Advice.on(cluster.view()).stream().map(Advice::sentence).toList();
  }

  private static DrawnCluster onNodes(String... nodes) {
    DrawnCluster cluster = DrawnCluster.of(nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      cluster.member(i).supervision = Optional.of(Supervision.POD_OF_SET);
      cluster.member(i).machine = Optional.of(nodes[i]);
    }
    return cluster;
  }
}
