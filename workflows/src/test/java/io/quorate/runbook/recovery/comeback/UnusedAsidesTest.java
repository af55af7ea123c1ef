package io.quorate.runbook.recovery.comeback;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.KeptDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.record.UndoFacts;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Directories.PutBackUnused;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Data that an operation set aside before it ended without having restored anything. */
class UnusedAsidesTest {
  /** With the data of two of three a quorum is at hand, which keeps the third from nothing. */
  @Test
  void unusedAsidesArePutBackAndTheNextPlanReturnsAllMembers() {
    DrawnCluster drawn = setAside();
    Plan plan = prescribed(drawn.view());
    assertThat(plan.steps()).filteredOn(PutBackUnused.class::isInstance).hasSize(3);

    World world = new World(plan).remembering();
    world.pastTheGuard();

    assertThat(world.now().members()).allMatch(member -> member.data().intact());
    assertThat(prescribed(world.now()).steps())
        .filteredOn(ReturnMember.class::isInstance)
        .hasSize(3);
  }

  private static Plan prescribed(ClusterView view) {
    return (Plan)
        Runbooks.prescribe(
            "majority-recovery", new Options(Map.of()), view, ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster setAside() {
    DrawnCluster now = DrawnCluster.recorded(3);
    List<KeptDirectory> kept = new ArrayList<>();
    for (DrawnMember member : now.members) {
      member.gone();
      member.workload(Workload.Gone.HELD);
      kept.add(
          new KeptDirectory(
              member.name,
              "payments.1",
              member.id,
              Optional.of(new DataOwner(member.id, DrawnMember.HERE)),
              Optional.empty(),
              Optional.of(
                  new DataPosition(
                      2, 95, 95, 95, 95, List.of(), Optional.empty(), Optional.empty()))));
    }
    now.aftermath = Optional.of(new UndoFacts(kept, List.of(), Optional.empty(), Optional.empty()));
    return now;
  }
}
