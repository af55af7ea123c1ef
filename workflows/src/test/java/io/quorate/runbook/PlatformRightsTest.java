package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.view.ClusterView;
import io.quorate.workload.MissingRights;
import io.quorate.workload.MissingRights.Need;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Plans on a platform that does not give Quorate every right. */
class PlatformRightsTest {
  private static final String FACT = "Quorate has no right to delete pods.";
  private static final String GRANT = "To go on, grant them in a Role.";

  @Test
  void refusesAnOperationWhoseStepsWouldBeRefused() {
    assertThat(prescribed(lacking("minority-replace")))
        .isInstanceOfSatisfying(
            Prescription.Refusal.class,
            refusal -> {
              assertThat(refusal.reason().code()).isEqualTo("rights-missing");
              assertThat(refusal.reason().headline()).isEqualTo(FACT);
              assertThat(refusal.reason().todo()).containsExactly(GRANT);
            });
  }

  /** The roles to look alone are granted where somebody tries Quorate out. */
  @Test
  void warnsWhoeverOnlyPlans() {
    assertThat(prescribed(PlatformRights.notRequired(lacking("minority-replace"))))
        .isInstanceOfSatisfying(
            Plan.class, plan -> assertThat(plan.warnings()).contains(FACT + " " + GRANT));
  }

  @Test
  void saysNothingOfRightsThatTheRunbookDoesNotNeed() {
    assertThat(prescribed(lacking("adopt")))
        .isInstanceOfSatisfying(
            Plan.class, plan -> assertThat(plan.warnings()).noneMatch(one -> one.contains(FACT)));
  }

  private static ClusterView lacking(String runbook) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    drawn.control =
        Optional.of(
            new WorkloadControl("StatefulSet etcd", Holder.PLATFORM, "told")
                .lacking(
                    List.of(
                        new MissingRights(List.of(runbook), Need.ALWAYS, FACT, List.of(GRANT)))));
    return drawn.view();
  }

  private static Prescription prescribed(ClusterView view) {
    return Runbooks.prescribe(
        "minority-replace", new Options(Map.of()), view, ApprovalPolicy.DEFAULT);
  }
}
