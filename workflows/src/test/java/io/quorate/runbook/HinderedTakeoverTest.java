package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Plans on a platform that would not give the workloads to Quorate. */
class HinderedTakeoverTest {
  private static final String WHY =
      "The pods of the StatefulSet etcd are not taken over: helm applies its manifest. Pause it.";

  @Test
  void asksNobodyAboutAPlanWhoseTakeoverWouldBeRefused() {
    assertThat(prescribed("minority-replace", Holder.PLATFORM))
        .isInstanceOfSatisfying(
            Prescription.Refusal.class,
            refusal -> {
              assertThat(refusal.reason().code()).isEqualTo("not-taken-over");
              assertThat(refusal.reason().headline()).startsWith("The pods of the StatefulSet");
            });
  }

  @Test
  void plansWithWorkloadsThatQuorateHasAlready() {
    assertThat(prescribed("minority-replace", Holder.QUORATE)).isInstanceOf(Plan.class);
  }

  @Test
  void backsUpWithoutTheWorkloads() {
    assertThat(prescribed("backup", Holder.PLATFORM)).isInstanceOf(Plan.class);
  }

  private static Prescription prescribed(String runbook, Holder holder) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    drawn.control =
        Optional.of(
            new WorkloadControl("StatefulSet etcd", holder, "told").hindered(Optional.of(WHY)));
    return Runbooks.prescribe(runbook, new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);
  }
}
