package io.quorate.runbook.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.DisarmAlarm;
import io.quorate.step.ExpelMember;
import io.quorate.step.Hazard;
import io.quorate.step.VerifyCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Who is replaced because of its data, whatever the voters hash to. */
class RepairTest {
  @Property
  void onlyOneAgainstAQuorumThatAgreesIsEverRemoved(
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
  void thatTheMajorityIsRightIsForTwoPeopleWhateverTheOneWhoAsksSays(
      @ForAll @IntRange(max = 2) int odd) {
    List<Integer> hashes = new ArrayList<>(Collections.nCopies(3, 1));
    hashes.set(odd, 2);
    assertThat(((Plan) prescribed(hashes, Map.of())).hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(((Plan) prescribed(hashes, Map.of("never-restored", List.of()))).hazard())
        .isEqualTo(Hazard.DESTRUCTIVE);
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
    return Runbooks.prescribe(
        "repair-corrupt-member", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }
}
