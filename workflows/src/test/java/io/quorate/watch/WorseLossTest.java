package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.record.ClusterRecord;
import io.quorate.view.ClusterView;
import io.quorate.view.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Looks at one cluster, each of which writes the record that the next one reads. */
class WorseLossTest {
  private DrawnCluster drawn = zones("a", "b", "c");
  private ClusterRecord record =
      ClusterRecord.begin(drawn.key, DrawnCluster.NOW, "there was no record");
  private Instant now = Instant.parse("2026-11-12T09:00:00Z");
  private List<Sign> standing = List.of();

  @Test
  void aZoneThatWouldNowEndQuorumIsFoundWithBeforeAndAfter() {
    assertThat(look()).isEmpty();
    drawn = zones("a", "a", "c");
    now = now.plus(Duration.ofDays(3));
    List<Sign> found = look();
    assertThat(found).extracting(Sign::subject).containsExactly("zone");
    assertThat(found.getFirst().evidence())
        .isEqualTo(
            "This is a risk, no outage. If zone a were lost, 2 of 3 voters would be lost: writes"
                + " would stop. As the cluster was at 2026-11-12T09:01:00Z, at most 1 of 3 would be"
                + " lost: writes would go on, with no voter to spare. What it would cost: quorate"
                + " what-if main.");
    assertThat(look()).as("as long as it lasts").isEqualTo(found);
  }

  @Test
  void aTableAsGoodAsBeforeEndsIt() {
    look();
    drawn = zones("a", "a", "c");
    look();
    drawn = zones("c", "a", "a", "b", "b");
    assertThat(look()).isEmpty();
  }

  @Test
  void aWorseTableIsWhatPeopleAreUsedToAfterAWeek() {
    look();
    drawn = zones("a", "a", "c");
    look();
    now = now.plus(Duration.ofDays(6));
    assertThat(look()).isNotEmpty();
    now = now.plus(Duration.ofDays(1));
    assertThat(look()).isEmpty();
    assertThat(look()).isEmpty();
  }

  @Test
  void fewerVotersThanBeforeAreFound() {
    drawn = zones("a", "b", "c", "d", "e");
    look();
    drawn = zones("a", "b", "c");
    List<Sign> found = look();
    assertThat(found).extracting(Sign::subject).containsExactly("member", "zone");
    assertThat(found.getFirst().evidence())
        .contains("If one member were lost, 1 of 3 voters would be lost: writes would go on, with")
        .contains(" at most 1 of 5 would be lost: writes would go on, and another voter could be");
  }

  @Test
  void anOperationThatMakesItWorseIsNoFinding() {
    drawn = zones("a", "b", "c", "d", "e");
    look();
    record = record.changing("main.0a1b2c3d", "here", now);
    now = now.plus(Duration.ofMinutes(2));
    look();
    drawn = zones("a", "b", "c");
    look();
    assertThat(look()).isEmpty();
  }

  @Test
  void aClusterInTroubleIsToldByItsDiagnosis() {
    look();
    drawn = zones("a", "a", "c");
    drawn.member(1).gone();
    assertThat(look()).isEmpty();
    drawn = zones("a", "a", "c");
    assertThat(look()).as("once it is whole").isNotEmpty();
    drawn.member(1).gone();
    assertThat(look()).as("goes on standing").isNotEmpty();
  }

  @Test
  void aLookThatKnowsLessFindsAndEndsNothing() {
    drawn = machines("m1", "m2", "m3");
    look();
    drawn = machines("m1", "m1");
    assertThat(look()).as("one machine is not known").isEmpty();
    drawn = machines("m1", "m1", "m3");
    assertThat(look()).extracting(Sign::subject).containsExactly("machine");
    drawn = machines();
    assertThat(look()).extracting(Sign::subject).containsExactly("machine");
    drawn.source = MembershipSource.LOCAL;
    assertThat(look()).extracting(Sign::subject).containsExactly("machine");
    drawn = machines("m1", "m2", "m3");
    assertThat(look()).isEmpty();
  }

  @Test
  void aWorseMachineEndsAfterAWeekAlthoughNoLookKnowsMachines() {
    drawn = machines("m1", "m2", "m3");
    look();
    drawn = machines("m1", "m1", "m3");
    assertThat(look()).extracting(Sign::subject).containsExactly("machine");
    drawn = machines();
    now = now.plus(Duration.ofDays(6));
    assertThat(look()).extracting(Sign::subject).containsExactly("machine");
    now = now.plus(Duration.ofDays(1));
    assertThat(look()).isEmpty();
  }

  @Test
  void aLossThatIsKnownForTheFirstTimeIsNotWorse() {
    drawn = machines();
    look();
    drawn = machines("m1", "m1", "m1");
    assertThat(look()).isEmpty();
  }

  @Test
  void aRecordThatCannotBeReadFindsNothing() {
    look();
    drawn = zones("a", "a", "c");
    drawn.unread = Optional.of("the disk is full");
    assertThat(look()).isEmpty();
  }

  private List<Sign> look() {
    now = now.plusSeconds(60);
    drawn.now = now;
    drawn.record = Optional.of(record);
    ClusterView view = drawn.view();
    Map<Sign.Name, Sign> before =
        standing.stream().collect(Collectors.toMap(Sign::name, sign -> sign));
    standing =
        Signs.in(
                new ClusterKnowledge(
                    now, PulseMemory.NONE, DeepKnowledge.NONE, Optional.of(view), before))
            .stream()
            .filter(sign -> sign.kind() == FindingKind.LOSS_GOT_WORSE)
            .toList();
    if (drawn.unread.isEmpty()) {
      record = new Recorder(view).seen(record);
    }
    return standing;
  }

  private static DrawnCluster zones(String... zones) {
    DrawnCluster drawn = DrawnCluster.of(zones.length);
    for (int number = 0; number < zones.length; number++) {
      drawn.member(number).zone = new FailureDomain(zones[number]);
    }
    return drawn;
  }

  @Test
  void aSiteThatWouldNowEndQuorumIsFoundAndAFirstSiteIsNot() {
    look();
    drawn = sites("east", "west", "north");
    assertThat(look()).as("the record remembers no site yet").isEmpty();
    drawn = sites("east", "west", "east");
    assertThat(look()).extracting(Sign::subject).containsExactly("site");
  }

  private static DrawnCluster sites(String... sites) {
    DrawnCluster drawn = zones("a", "b", "c");
    for (int number = 0; number < sites.length; number++) {
      drawn.member(number).site = Optional.of(new FailureDomain(sites[number]));
    }
    return drawn;
  }

  private static DrawnCluster machines(String... machines) {
    DrawnCluster drawn = zones("a", "b", "c");
    for (int number = 0; number < drawn.members.size(); number++) {
      drawn.member(number).machine =
          number < machines.length ? Optional.of(machines[number]) : Optional.empty();
    }
    return drawn;
  }
}
