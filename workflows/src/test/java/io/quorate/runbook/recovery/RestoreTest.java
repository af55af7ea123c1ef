package io.quorate.runbook.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterRecord;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.DataPosition;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.Revision;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Hazard;
import io.quorate.step.LeaveOldDirectory;
import io.quorate.step.RestoreMember;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds for plans of a recovery, carried out as the guard judges them. */
class RestoreTest {
  @Test
  void thePlanIsCarriedOutPastTheGuardAndEveryEffectIsKnownAgain() {
    Plan plan = plan(allGone());
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().voting()).hasSize(3);
    assertThat(world.now().clusterId()).isNotEqualTo(plan.seen().clusterId());
  }

  @Test
  void aReturnIsCarriedOutPastTheGuardToo() {
    DrawnCluster drawn = remembered();
    drawn.members.forEach(DrawnMember::stopped);
    World world = new World(plan(drawn));
    world.pastTheGuard();
    assertThat(world.now().margin()).isEqualTo(1);
    assertThat(world.plan().hazard()).isEqualTo(Hazard.REVERSIBLE);
  }

  @Test
  void theSamePlanHasTheSameIdsAndDigest() {
    assertThat(plan(allGone()).digest()).isEqualTo(plan(allGone()).digest());
  }

  @Test
  void aRestoreNeedsTwoPeopleAndSetsAsideWhatIsThere() {
    DrawnCluster drawn = remembered();
    drawn.members.forEach(DrawnMember::gone);
    DrawnMember left = drawn.member(0);
    left.stopped();
    left.data =
        DataDirectory.of(DataDirectory.State.PRESENT)
            .reaching(new DataPosition(2, 90, 90, 90, 90, List.of()));
    drawn.sources.add(source(drawn, true));
    Plan plan = plan(drawn);
    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan.steps().stream().filter(LeaveOldDirectory.class::isInstance)).hasSize(1);
    assertThat(plan.steps().stream().filter(RestoreMember.class::isInstance)).hasSize(1);
  }

  private static Plan plan(DrawnCluster drawn) {
    return (Plan)
        Runbooks.prescribe("majority-recovery", Options.NONE, drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster allGone() {
    DrawnCluster drawn = remembered();
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(source(drawn, false));
    return drawn;
  }

  private static RestoreSource source(DrawnCluster drawn, boolean salvaged) {
    DrawnMember of = drawn.member(0);
    return new RestoreSource(
        drawn.saved(
            of.name,
            new DataPosition(2, 90, 90, 90, 90, List.of()),
            salvaged ? Optional.of(of.id) : Optional.empty()),
        new Revision(90),
        90,
        Optional.of(7L),
        List.of(),
        Optional.empty());
  }

  private static DrawnCluster remembered() {
    DrawnCluster then = DrawnCluster.of(3);
    then.now = DrawnCluster.NOW.minus(Duration.ofHours(1));
    DrawnCluster now = DrawnCluster.of(3);
    now.source = MembershipSource.RECORDED;
    now.record =
        Optional.of(
            ClusterRecord.begin(then.key, then.now, "there was no record").seen(then.view()));
    return now;
  }
}
