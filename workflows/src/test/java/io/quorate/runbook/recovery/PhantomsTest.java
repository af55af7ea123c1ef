package io.quorate.runbook.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterRecord;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.BeginVoter;
import io.quorate.step.Hazard;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Voters that were never started and cost quorum. */
class PhantomsTest {
  @Test
  void oneIsBegunPastTheGuardAndQuorumIsBack() {
    Plan plan = (Plan) prescribed(drawn(1, 1));
    assertThat(plan.hazard()).as("one approver").isEqualTo(Hazard.IRREVERSIBLE);
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().margin()).isZero();
  }

  /** Whatever a phantom may have acknowledged, of an even number the others have it too. */
  @Test
  void withOnePhantomOfAnEvenNumberNothingHasToBeTrusted() {
    assertThat(new Phantoms(drawn(1, 1).view()).isProven()).isTrue();
    DrawnCluster four = drawn(3, 1);
    four.member(2).gone();
    assertThat(new Phantoms(four.view()).isProven()).isTrue();
    DrawnCluster three = drawn(2, 1);
    three.member(1).gone();
    assertThat(new Phantoms(three.view()).isProven()).isFalse();
    assertThat(new Phantoms(drawn(1, 2).view()).isProven()).isFalse();
  }

  @Test
  void noMoreAreBegunThanMakeAQuorum() {
    Plan plan = (Plan) prescribed(drawn(1, 2));
    assertThat(plan.steps()).filteredOn(BeginVoter.class::isInstance).hasSize(1);
    new World(plan).pastTheGuard();
  }

  @Test
  void whoWasEverSeenStartedIsNeverBegunEmpty() {
    DrawnCluster before = drawn(2, 0);
    before.now = DrawnCluster.NOW.minus(Duration.ofHours(1));
    before.source = MembershipSource.LINEARIZABLE;
    before.members.forEach(member -> member.followsNobody = false);
    before.member(0).leads = true;
    DrawnCluster drawn = drawn(1, 1);
    drawn.record =
        Optional.of(ClusterRecord.begin(before.key, before.now, "none").seen(before.view()));
    assertThat(((Plan) prescribed(drawn)).steps()).noneMatch(BeginVoter.class::isInstance);
    assertThat(new Phantoms(drawn.view()).bringQuorum()).isFalse();
  }

  private static Prescription prescribed(DrawnCluster drawn) {
    return Runbooks.prescribe(
        "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  /** Voters that answer without a leader, and more that were added and never started. */
  private static DrawnCluster drawn(int answering, int phantoms) {
    DrawnCluster drawn = DrawnCluster.of(answering + phantoms);
    drawn.source = MembershipSource.LOCAL;
    drawn.member(0).leads = false;
    drawn.members.forEach(member -> member.followsNobody = true);
    drawn.members.stream().skip(answering).forEach(DrawnMember::unstarted);
    return drawn;
  }
}
