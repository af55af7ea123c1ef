package io.quorate.runbook.recovery.comeback;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.VotingStatus;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.view.ClusterView;
import org.junit.jupiter.api.Test;

/** Answers of a recovery that saw too little. */
class UnobservableClusterTest {
  @Test
  void saysToKeepTheDataOfALearnerThatAnswersAlone() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(DrawnMember::gone);
    DrawnMember learner = new DrawnMember("etcd-3");
    learner.status = VotingStatus.LEARNER;
    drawn.members.add(learner);
    drawn.source = MembershipSource.NONE;
    ClusterView view = drawn.view();

    NotYet wait =
        (NotYet)
            UnobservableCluster.prescription(view, (Unobservable) DiagnosisTable.diagnose(view));

    assertThat(wait.reason().todo())
        .singleElement()
        .asString()
        .contains("Only if the voters are gone for good, stop etcd-3", "keep its data");
  }
}
