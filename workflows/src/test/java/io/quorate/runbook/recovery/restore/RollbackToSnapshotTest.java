package io.quorate.runbook.recovery.restore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipSource;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.plan.PlanDifference;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.recording.Recording;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.runbook.recovery.loss.Loss;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Hazard;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A cluster that works goes back to a snapshot, because people said that its data is wrong. */
class RollbackToSnapshotTest {
  /** Their data is whole and could return: it is given up because people said that it is wrong. */
  @Test
  void aClusterThatWorksGoesBackToASnapshotPastTheGuard() {
    Plan plan = goingBackAt(95);
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan.typed()).contains("main");
    assertThat(world.now().voting()).hasSize(3);
    assertThat(world.now().clusterId()).isNotEqualTo(plan.seen().clusterId());
  }

  @Test
  void theReasonOfARollbackAddsNoLineToThePlan() {
    DrawnCluster drawn = working(95);
    drawn.sources.add(saved(drawn));
    Plan plan = (Plan) goingBack(drawn, "deleted\nNothing is lost.", Map.of());
    assertThat(plan.text()).contains("deleted Nothing is lost.").doesNotContain("\nNothing is");
  }

  @Test
  void writesDuringTheQuestionDoNotVoidTheQuestionOfARollback() {
    assertThat(PlanDifference.voids(goingBackAt(91), goingBackAt(97), true)).isEmpty();
    assertThat(goingBackAt(97).loss().orElseThrow().certainlyLost()).contains(17L);
  }

  /**
   * The revisions of the copy are of another history, so they cannot be subtracted from the present
   * revisions.
   */
  @Test
  void theLossOfARollbackToACopiedDatabaseIsUnknown() {
    for (long revision : List.of(80L, 980L)) {
      DrawnCluster drawn = working(95);
      drawn.sources.add(copied(drawn, revision));
      Plan plan = (Plan) prescribed(drawn, Map.of());

      assertThat(plan.promise()).startsWith("Acknowledged writes are lost");
      assertThat(plan.loss().orElseThrow().certainlyLost()).isEmpty();
      assertThat(
              new Recording("0.1")
                  .plan(plan, DiagnosisTable.diagnose(plan.seen()))
                  .briefing()
                  .loss()
                  .orElseThrow()
                  .worst())
          .isEqualTo("How many acknowledged changes will be lost is unknown.");
    }
  }

  /**
   * Right after a restore, a person may name a snapshot from before the restore, while quorum
   * already serves.
   */
  @Test
  void theRunningVotersTellNoLossOfASnapshotOfAnOlderHistory() {
    DrawnCluster drawn = working(95);
    drawn.sourceOf = ClusterId.parse("c0");
    drawn.sources.add(saved(drawn));
    Loss loss = new Loss(drawn.view(), drawn.sources.getFirst());
    assertThat(loss.certain()).isEmpty();
  }

  /** The cluster was restored once, and the copy is older than the restore. */
  @Test
  void aCopiedDatabaseBeginsAboveAllThatClientsHaveSeen() {
    DrawnCluster drawn = working(1_000_001_000L);
    drawn.sources.add(copied(drawn, 900));

    DrawnCluster later = working(1_000_001_500L);
    later.sources.add(copied(later, 900));
    Plan plan = (Plan) prescribed(drawn, Map.of());

    assertThat(plan.text()).contains("revisions raised by 2,000,000,000");
    assertThat(PlanDifference.voids(plan, (Plan) prescribed(later, Map.of()), true)).isEmpty();
    assertThat(prescribed(drawn, Map.of("bump-revision", List.of("1000000200"))))
        .as("it writes on until it is stopped")
        .isInstanceOf(Refusal.class);
    assertThat(prescribed(drawn, Map.of("bump-revision", List.of("2000000100"))))
        .isInstanceOf(Plan.class);
  }

  private static DrawnCluster working(long index) {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.source = MembershipSource.LINEARIZABLE;
    drawn.members.forEach(member -> member.index = index);
    return drawn;
  }

  private static RestoreSource saved(DrawnCluster drawn) {
    return drawn.source(drawn.member(0), 80, Optional.empty());
  }

  /** Returns a copied database that somebody else put among the snapshots. */
  private static RestoreSource copied(DrawnCluster drawn, long revision) {
    drawn.sourceOf = new ClusterId(0);
    return drawn.source(drawn.member(0), revision, Optional.of(new MemberId(0)));
  }

  private static Plan goingBackAt(long index) {
    DrawnCluster drawn = working(index);
    drawn.sources.add(saved(drawn));
    return (Plan) prescribed(drawn, Map.of());
  }

  private static Prescription prescribed(DrawnCluster drawn, Map<String, List<String>> more) {
    return goingBack(drawn, "/jobs/ was deleted", more);
  }

  private static Prescription goingBack(
      DrawnCluster drawn, String because, Map<String, List<String>> more) {
    Map<String, List<String>> options = new HashMap<>(more);
    options.put("snapshot", List.of(drawn.sources.getFirst().saved().file()));
    options.put("because-data-is-wrong", List.of(because));
    return Runbooks.prescribe(
        "majority-recovery", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }
}
