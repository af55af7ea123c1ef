package io.quorate.runbook.recovery.comeback;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.record.ClusterRecord;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.BeginVoter;
import io.quorate.step.Hazard;
import io.quorate.step.Step;
import io.quorate.step.Verdict;
import io.quorate.view.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Voters that were never started and cost quorum. */
class PhantomsTest {
  @Test
  void theGuardLetsAPhantomStartEmptyAndQuorumReturns() {
    Plan plan = (Plan) prescribed(drawn(1, 1));
    assertThat(plan.hazard()).as("one approver").isEqualTo(Hazard.IRREVERSIBLE);
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().margin()).isZero();
  }

  /** Whatever a phantom may have acknowledged, of an even number the others have it too. */
  @Test
  void aSinglePhantomOfAnEvenNumberOfVotersCannotCostWrites() {
    assertThat(new Phantoms(drawn(1, 1).view()).cannotLoseWrites()).isTrue();
    DrawnCluster four = drawn(3, 1);
    four.member(2).gone();
    assertThat(new Phantoms(four.view()).cannotLoseWrites()).isTrue();
    DrawnCluster three = drawn(2, 1);
    three.member(1).gone();
    assertThat(new Phantoms(three.view()).cannotLoseWrites()).isFalse();
    assertThat(new Phantoms(drawn(1, 2).view()).cannotLoseWrites()).isFalse();
  }

  @Test
  void noMorePhantomsStartThanAQuorumNeeds() {
    DrawnCluster drawn = drawn(1, 2);
    drawn.record = recorded(1);
    Plan plan = (Plan) prescribed(drawn);
    assertThat(plan.hazard()).as("it rests on a record").isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan.promise()).startsWith("If etcd-1 never ran, no acknowledged write is lost.");
    assertThat(plan.steps()).filteredOn(BeginVoter.class::isInstance).hasSize(1);
    Step begin =
        plan.steps().stream().filter(BeginVoter.class::isInstance).findFirst().orElseThrow();
    assertThat(begin.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    drawn.record = Optional.empty();
    assertThat(begin.mayRun(drawn.view())).isInstanceOf(Verdict.Changed.class);
  }

  /** Nothing tells then whether one of them acknowledged what only it had. */
  @Test
  void twoPhantomsOfThreeVotersBringNoQuorumWithoutARecord() {
    assertThat(new Phantoms(drawn(1, 2).view()).bringQuorum()).isFalse();
  }

  /** A first start that failed leaves a database that names nobody; it is begun again. */
  @Test
  void theDatabaseOfAFailedFirstStartCountsAsNoData() {
    DrawnCluster drawn = drawn(1, 1);
    drawn.member(1).data = withoutLog(drawn.member(1).data, List.of());
    assertThat(new Phantoms(drawn.view()).toBegin()).hasSize(1);
  }

  /** It may be of a member that ran and acknowledged writes. */
  @Test
  void aDatabaseThatIsUnreadableOrListsMembersCountsAsData() {
    DrawnCluster drawn = drawn(1, 1);
    drawn.member(1).data = DataDirectory.of(DataDirectory.State.PARTIAL);
    assertThat(new Phantoms(drawn.view()).toBegin()).isEmpty();
    drawn.member(1).data = withoutLog(drawn.member(1).data, List.of(drawn.member(0).listing()));
    assertThat(new Phantoms(drawn.view()).toBegin()).isEmpty();
  }

  private static DataDirectory withoutLog(DataDirectory before, List<MembershipEntry> members) {
    return new DataDirectory(DataDirectory.State.PARTIAL, before.damage(), before.freeBytes())
        .reaching(new DataPosition(0, 0, 0, 1, 1, members, Optional.empty(), Optional.empty()));
  }

  @Test
  void aVoterThatWasSeenStartedNeverStartsEmpty() {
    DrawnCluster drawn = drawn(1, 1);
    drawn.record = recorded(2);
    assertThat(((Plan) prescribed(drawn)).steps()).noneMatch(BeginVoter.class::isInstance);
    assertThat(new Phantoms(drawn.view()).bringQuorum()).isFalse();
  }

  private static Prescription prescribed(DrawnCluster drawn) {
    return Runbooks.prescribe(
        "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  /** The record of an hour ago, when so many voters were there and one led. */
  private static Optional<ClusterRecord> recorded(int voters) {
    DrawnCluster before = drawn(voters, 0);
    before.now = DrawnCluster.NOW.minus(Duration.ofHours(1));
    before.source = MembershipSource.LINEARIZABLE;
    before.members.forEach(member -> member.followsNobody = false);
    before.member(0).leads = true;
    return Optional.of(
        new Recorder(before.view()).seen(ClusterRecord.begin(before.key, before.now, "none")));
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
