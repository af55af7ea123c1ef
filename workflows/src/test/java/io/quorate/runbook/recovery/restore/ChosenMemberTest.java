package io.quorate.runbook.recovery.restore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Restorations.RestoreMember;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A person chooses the present data of one member: from the plan that saves the data, to the
 * question.
 */
class ChosenMemberTest {
  private final DrawnCluster drawn = different();

  @Test
  void anOlderSnapshotDoesNotStandForThePresentDataOfTheMember() {
    RestoreSource scheduled = kept(80);
    Plan saving = (Plan) prescribed(Map.of("from", List.of("etcd-1")));

    assertThat(((Refusal) prescribed(saving.request())).reason().text())
        .contains("do not skip the snapshot of etcd-1")
        .contains("--snapshot " + scheduled.saved().file());
  }

  @Test
  void theRestoreUsesTheSnapshotThatTheFirstPlanSaved() {
    kept(80);
    Plan saving = (Plan) prescribed(Map.of("from", List.of("etcd-1")));
    RestoreSource saved = kept(90);

    Plan restoring = (Plan) prescribed(saving.request());
    assertThat(restoring.steps())
        .filteredOn(RestoreMember.class::isInstance)
        .extracting(step -> ((RestoreMember) step).file())
        .containsExactly(saved.saved().file());
    assertThat(restoring.request()).doesNotContainKey("kept-before");
  }

  private RestoreSource kept(long reached) {
    RestoreSource source = drawn.source(drawn.member(1), reached, Optional.empty());
    drawn.sources.add(source);
    return source;
  }

  private Prescription prescribed(Map<String, List<String>> options) {
    return Runbooks.prescribe(
        "majority-recovery", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster different() {
    DrawnCluster cluster = DrawnCluster.of(3);
    cluster.alarms.add(new Alarm(Alarm.Kind.CORRUPT, Optional.of(cluster.member(1).id)));
    return cluster;
  }
}
