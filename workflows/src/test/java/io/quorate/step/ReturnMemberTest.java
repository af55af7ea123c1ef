package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataFiles;
import io.quorate.data.DataFinding;
import io.quorate.data.DataVerdict;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReturnMemberTest {
  private static final long GIB = 1L << 30;
  private final DrawnCluster drawn = DrawnCluster.of(3);

  ReturnMemberTest() {
    drawn.source = MembershipSource.RECORDED;
    drawn.members.forEach(member -> member.stopped());
  }

  /** The others may be a quorum, or what is left is restored: a new plan says so. */
  @Test
  void damageFoundBeforeTheStartAsksForANewPlan() {
    assertThat(step().mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    has(GIB);
    drawn.member(1).data =
        drawn
            .member(1)
            .data
            .readWhole(
                drawn.now,
                Optional.of(
                    new DataFinding(DataVerdict.DB_DAMAGED, "page 16 is not the page of a tree")));
    assertThat(Verdicts.code(step().mayRun(drawn.view()))).isEqualTo("return-changed");
  }

  @Test
  void aReturnMayBeSkipped() {
    assertThat(step().maySkip()).isTrue();
  }

  /** All of 8 GiB is read before the start, over a network that may be slow. */
  @Test
  void theTimeOfAnAttemptGrowsWithTheData() {
    Duration small = step().budget(drawn.view()).attempt();
    has(8 * GIB);
    ClusterView view = drawn.view();
    assertThat(step().budget(view).attempt()).isGreaterThan(small.plus(Duration.ofHours(1)));
  }

  @Test
  void aReturnHasAsManyAttemptsAsAStart() {
    assertThat(step().budget(drawn.view()).attempts())
        .isEqualTo(new StartMember(drawn.member(1).name).budget().attempts());
  }

  @Test
  void aReturnThatMayCostAcknowledgedWritesIsDestructive() {
    assertThat(step().hazard()).isEqualTo(Hazard.REVERSIBLE);
    assertThat(
            new ReturnMember(
                    drawn.member(1).name, Optional.of("there is no record"), Optional.empty())
                .hazard())
        .isEqualTo(Hazard.DESTRUCTIVE);
  }

  /** One person's skip must not do what a plan would ask two people for. */
  @Test
  void noReturnMayBeSkippedWhereTheRecordVouchesForNobody() {
    drawn.source = MembershipSource.FILES;
    drawn.members.forEach(DrawnMember::stopped);

    Plan plan =
        (Plan)
            Runbooks.prescribe(
                "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);

    assertThat(plan.hazard()).isEqualTo(Hazard.REVERSIBLE);
    assertThat(plan.promise()).contains("unless volumes were rolled back");
    assertThat(plan.steps())
        .filteredOn(ReturnMember.class::isInstance)
        .hasSize(3)
        .noneMatch(Step::maySkip);
    assertThat(step().maySkip()).as("the record vouches for the others").isTrue();
  }

  private ReturnMember step() {
    return new ReturnMember(drawn.member(1).name);
  }

  private void has(long bytes) {
    drawn.member(1).data =
        drawn
            .member(1)
            .data
            .holding(new DataFiles(bytes, bytes, Optional.of("3.6:0a"), Optional.empty()));
  }
}
