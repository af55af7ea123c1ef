package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Protection;
import io.quorate.watch.Sign.Urgency;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Signs that a look shows. */
class LookedSignsTest {
  private DrawnCluster drawn = DrawnCluster.of(3);
  private Map<Sign.Name, Sign> standing = Map.of();

  @Test
  void theZoneOfTwoVotersOfThreeIsListed() {
    zones("a", "a", "b");
    assertThat(of(FindingKind.PLACEMENT))
        .singleElement()
        .satisfies(sign -> assertThat(sign.subject()).isEqualTo("zone a"))
        .satisfies(sign -> assertThat(sign.urgency()).isEqualTo(Urgency.LISTED))
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .startsWith("The loss of zone a would take 2 of 3 voters and stop all writes"));
  }

  @Test
  void theLargerOfTwoSitesIsListed() {
    sites("east", "west", "east");
    assertThat(of(FindingKind.PLACEMENT))
        .extracting(Sign::evidence)
        .containsExactly(
            "The loss of site east would take 2 of 3 voters and stop all writes. With two sites the"
                + " loss of one of them always ends quorum: spread the voters over three.");
    drawn = DrawnCluster.of(4);
    sites("east", "west", "east", "west");
    assertThat(of(FindingKind.PLACEMENT))
        .extracting(Sign::subject)
        .containsExactly("site east", "site west");
  }

  @Test
  void aSiteOfMostVotersBesideTwoOthersWantsAVoterMoved() {
    drawn = DrawnCluster.of(5);
    sites("east", "east", "east", "west", "north");
    assertThat(of(FindingKind.PLACEMENT))
        .extracting(Sign::evidence)
        .containsExactly(
            "The loss of site east would take 3 of 5 voters and stop all writes. Move one"
                + " elsewhere: planned-migration.");
    drawn.member(4).site = Optional.empty();
    assertThat(of(FindingKind.PLACEMENT)).singleElement().asString().contains("Move one");
  }

  @Test
  void votersThatAreAllInOneSiteAreWantedThere() {
    sites("east", "east", "east");
    assertThat(of(FindingKind.PLACEMENT)).isEmpty();
  }

  @Test
  void votersThatAreAllInOneZoneAreWantedThere() {
    zones("a", "a", "a");
    assertThat(of(FindingKind.PLACEMENT)).isEmpty();
  }

  @Test
  void votersOfThreeZonesAreWellPlaced() {
    zones("a", "b", "c");
    assertThat(of(FindingKind.PLACEMENT)).isEmpty();
  }

  @Test
  void twoVotersOnOneMachineAreFoundAndStayWhileNoLookAsksTheHosts() {
    machines("m1", "m1", "m2");
    List<Sign> found = of(FindingKind.PLACEMENT);
    assertThat(found).extracting(Sign::subject).containsExactly("machine m1");

    standing = Map.of(found.getFirst().name(), found.getFirst());
    machines();
    assertThat(of(FindingKind.PLACEMENT)).isEqualTo(found);
    machines("m1", "m3", "m2");
    assertThat(of(FindingKind.PLACEMENT)).isEmpty();
  }

  @Test
  void twoVotersOfFiveOnOneMachineAreFoundThoughWritesWouldGoOn() {
    drawn = DrawnCluster.of(5);
    machines("m1", "m1", "m2", "m3", "m4");
    assertThat(of(FindingKind.PLACEMENT))
        .singleElement()
        .satisfies(sign -> assertThat(sign.subject()).isEqualTo("machine m1"))
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .startsWith("The loss of machine m1 would take 2 of 5 voters. Move one"));
  }

  @Test
  void twoVotersOfFiveInOneZoneAreWellPlaced() {
    drawn = DrawnCluster.of(5);
    zones("a", "a", "b", "c", "d");
    assertThat(of(FindingKind.PLACEMENT)).isEmpty();
  }

  @Test
  void aBackupThatIsOlderThanTheScheduleAllowsIsFound() {
    protectedBy(Optional.of(Duration.ofHours(1)), Optional.empty());
    assertThat(of(FindingKind.BACKUP))
        .singleElement()
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .startsWith("No verified snapshot of the last 2 h is known"));
    assertThat(of(FindingKind.DRILL)).isEmpty();
  }

  @Test
  void aRestoreOnTrialThatIsOverdueIsFound() {
    protectedBy(Optional.empty(), Optional.of(Duration.ofDays(7)));
    assertThat(of(FindingKind.DRILL)).hasSize(1);
  }

  @Test
  void backupsThatNobodyAskedForAreNoFinding() {
    protectedBy(Optional.empty(), Optional.empty());
    assertThat(of(FindingKind.BACKUP)).isEmpty();
    assertThat(of(FindingKind.DRILL)).isEmpty();
  }

  @Test
  void aStoreThatDoesNotAnswerEndsNoFinding() {
    Sign old = new Sign(FindingKind.BACKUP, "backup-age", Urgency.SOON, "Old.");
    standing = Map.of(old.name(), old);
    drawn.protection = Protection.unread("no answer", BackupPolicy.NONE);
    assertThat(of(FindingKind.BACKUP)).containsExactly(old);
  }

  @Test
  void aMemberThatSomebodyElseAddedIsFoundWithBeforeAndAfter() {
    drawn.seenBefore(DrawnCluster.of(3));
    assertThat(of(FindingKind.MEMBERSHIP_CHANGED)).isEmpty();
    drawn.seenBefore(DrawnCluster.of(2));
    assertThat(of(FindingKind.MEMBERSHIP_CHANGED))
        .singleElement()
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .endsWith("Before: etcd-0, etcd-1. Now: etcd-0, etcd-1, etcd-2."));
  }

  @Test
  void aMemberListThatQuorumDoesNotConfirmIsNoChange() {
    drawn.seenBefore(DrawnCluster.of(2));
    drawn.source = MembershipSource.LOCAL;
    assertThat(of(FindingKind.MEMBERSHIP_CHANGED)).isEmpty();
  }

  @Test
  void theMembersOfAnotherClusterAreNoChange() {
    DrawnCluster other = DrawnCluster.of(2);
    other.members.forEach(member -> member.cluster = ClusterId.parse("c2"));
    drawn.seenBefore(other);
    assertThat(of(FindingKind.MEMBERSHIP_CHANGED)).isEmpty();
  }

  @Test
  void aMemberThatGetsItsNameIsNoChange() {
    DrawnCluster before = DrawnCluster.of(3);
    before.member(2).started = false;
    drawn.seenBefore(before);
    assertThat(of(FindingKind.MEMBERSHIP_CHANGED)).isEmpty();
  }

  @Test
  void aVersionIsListedWithWhatALaterPatchCures() {
    PulseMemory pulses = PulseMemory.NONE.with(running("3.5.16"));
    assertThat(of(FindingKind.ADVISORY, pulses))
        .singleElement()
        .satisfies(sign -> assertThat(sign.subject()).isEqualTo("3.5.16"))
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .startsWith("3.5.16 of etcd-0 and etcd-1 has ETCD-19557, ETCD-20967,")
                    .contains(", and 3.5.35 has not. etcd 3.5.16 does not save a promotion"));
    assertThat(of(FindingKind.ADVISORY, PulseMemory.NONE.with(running("3.7.3")))).isEmpty();
  }

  private static Pulse running(String version) {
    return new Pulse(
        Pulses.NOON,
        Map.of(
            Pulses.member(0), Pulses.status(0).running(EtcdVersion.parse(version)),
            Pulses.member(1), Pulses.status(1).running(EtcdVersion.parse(version))),
        Map.of());
  }

  private void protectedBy(Optional<Duration> every, Optional<Duration> drillWithin) {
    drawn.snapshotAge = Optional.empty();
    drawn.protection = Protection.of(List.of(), new BackupPolicy(every, drillWithin));
  }

  private void zones(String... zones) {
    for (int number = 0; number < zones.length; number++) {
      drawn.member(number).zone = new FailureDomain(zones[number]);
    }
  }

  private void sites(String... sites) {
    for (int number = 0; number < sites.length; number++) {
      drawn.member(number).site = Optional.of(new FailureDomain(sites[number]));
    }
  }

  private void machines(String... machines) {
    for (int number = 0; number < drawn.members.size(); number++) {
      DrawnMember member = drawn.member(number);
      member.machine = machines.length == 0 ? Optional.empty() : Optional.of(machines[number]);
    }
  }

  private List<Sign> of(FindingKind kind) {
    return of(kind, PulseMemory.NONE);
  }

  private List<Sign> of(FindingKind kind, PulseMemory pulses) {
    return Signs.in(
            new ClusterKnowledge(
                DrawnCluster.NOW, pulses, DeepKnowledge.NONE, Optional.of(drawn.view()), standing))
        .stream()
        .filter(sign -> sign.kind() == kind)
        .toList();
  }
}
