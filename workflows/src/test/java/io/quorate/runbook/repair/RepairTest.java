package io.quorate.runbook.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.record.ClusterRecord;
import io.quorate.record.LastComparison;
import io.quorate.record.Origin;
import io.quorate.record.RestoredMember;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Hazard;
import io.quorate.step.Removals.ExpelMember;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Who is replaced because of its data, whatever the voters hash to. */
class RepairTest {
  @Property
  void onlyASingleOddVoterAgainstAQuorumIsRemoved(
      @ForAll @Size(min = 1, max = 7) List<@IntRange(min = 1, max = 3) Integer> hashes) {
    Prescription answer = prescribed(hashes, Map.of());
    long different = hashes.stream().distinct().count();
    boolean oneOdd =
        different == 2
            && hashes.stream().anyMatch(hash -> Collections.frequency(hashes, hash) == 1)
            && hashes.size() > 2;
    if (different == 1) {
      assertThat(((Plan) answer).steps()).noneMatch(ExpelMember.class::isInstance);
    } else if (oneOdd) {
      ExpelMember expelled = expelled((Plan) answer);
      int number = Integer.parseInt(expelled.member().value().substring("etcd-".length()));
      assertThat(Collections.frequency(hashes, hashes.get(number))).isEqualTo(1);
    } else {
      assertThat(answer).isInstanceOf(Prescription.Refusal.class);
    }
  }

  @Property
  void theAlarmIsDisarmedLastAndExactlyAsItIsListed(
      @ForAll @IntRange(min = 3, max = 7) int voters, @ForAll @IntRange(max = 2) int odd) {
    List<Integer> hashes = new ArrayList<>(Collections.nCopies(voters, 1));
    hashes.set(odd, 2);
    Plan plan = (Plan) prescribed(hashes, Map.of());
    int last = plan.steps().size() - 1;
    assertThat(plan.steps().get(last)).isEqualTo(new VerifyCluster(voters));
    assertThat(plan.steps().get(last - 1))
        .isEqualTo(new DisarmAlarm(new Alarm(Alarm.Kind.CORRUPT, Optional.empty()), "nobody"));
    assertThat(plan.margins()).allMatch(margin -> margin >= 0);
  }

  @Property
  void aRepairByMajorityIsDestructiveAlsoWithNeverRestoredStated(
      @ForAll @IntRange(max = 2) int odd) {
    List<Integer> hashes = new ArrayList<>(Collections.nCopies(3, 1));
    hashes.set(odd, 2);
    assertThat(((Plan) prescribed(hashes, Map.of())).hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(((Plan) prescribed(hashes, Map.of("never-restored", List.of()))).hazard())
        .isEqualTo(Hazard.DESTRUCTIVE);
  }

  /** The file that a restore leaves is there until etcd has taken five more raft snapshots. */
  @Test
  void aDifferenceThatCameAfterQuoratesOwnRestoreIsRepairedWithTwoYeses() {
    DrawnCluster drawn = restoredAnHourAgo();
    assertThat(refusal(drawn)).contains("comes from a restored snapshot");

    drawn.comparedEarlier = equal(Duration.ofHours(2));
    assertThat(refusal(drawn)).as("compared before the restore").contains("restored snapshot");

    drawn.comparedEarlier = equal(Duration.ofMinutes(30));
    Plan plan = (Plan) prescribed(drawn, Map.of("never-restored", List.of()));
    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(expelled(plan).lineage()).isEqualTo(ExpelMember.Lineage.UNKNOWN);
    assertThat(plan.warnings())
        .anyMatch(warning -> warning.startsWith("This cluster was restored by payments.1"));
  }

  /** What is found to differ does not wipe out when all was equal last. */
  @Test
  void aDifferenceRemembersWhenAllDataWasEqualLast() {
    DrawnCluster drawn = restoredAnHourAgo();
    drawn.comparedEarlier = equal(Duration.ofMinutes(30));
    LastComparison found = DataDivergence.result(drawn.view()).orElseThrow();

    assertThat(found.isEqual()).isFalse();
    assertThat(found.equalAt()).contains(DrawnCluster.NOW.minus(Duration.ofMinutes(30)));
  }

  private static Optional<DrawnCluster.EarlierComparison> equal(Duration age) {
    return Optional.of(new DrawnCluster.EarlierComparison(age, Optional.empty(), Optional.empty()));
  }

  private static DrawnCluster restoredAnHourAgo() {
    DrawnCluster drawn = DrawnCluster.of(3);
    Instant then = drawn.now.minus(Duration.ofHours(1));
    drawn.member(1).hash = 7;
    drawn.compared = true;
    DrawnMember first = drawn.member(0);
    drawn.members.forEach(
        member ->
            member.data =
                new DataDirectory(
                    DataDirectory.State.PRESENT,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("0000000000000001-0000000000000003.snap"),
                    Optional.empty()));
    RestoredMember restored =
        new RestoredMember(
            first.name, first.peerUrl, "main-2-abababab-0", new DataOwner(first.id, first.cluster));
    drawn.record =
        Optional.of(
            ClusterRecord.begin(drawn.key, then.minus(Duration.ofDays(1)), "there was no record")
                .restored(restored, then, Origin.restored("payments.1", "etcd-0-t2-i80.db")));
    return drawn;
  }

  private static String refusal(DrawnCluster drawn) {
    return ((Prescription.Refusal) prescribed(drawn, Map.of())).because();
  }

  private static ExpelMember expelled(Plan plan) {
    return plan.steps().stream()
        .filter(ExpelMember.class::isInstance)
        .map(ExpelMember.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Prescription prescribed(List<Integer> hashes, Map<String, List<String>> options) {
    DrawnCluster drawn = DrawnCluster.of(hashes.size());
    for (int number = 0; number < hashes.size(); number++) {
      drawn.member(number).hash = hashes.get(number) * 1_000;
    }
    drawn.compared = true;
    drawn.alarms.add(new Alarm(Alarm.Kind.CORRUPT, Optional.empty()));
    return prescribed(drawn, options);
  }

  private static Prescription prescribed(DrawnCluster drawn, Map<String, List<String>> options) {
    return Runbooks.prescribe(
        "repair-corrupt-member", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }
}
