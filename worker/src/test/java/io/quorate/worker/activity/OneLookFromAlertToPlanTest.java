package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.execution.Guarded;
import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Opaque;
import io.quorate.port.ClusterRecords;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.worker.background.PretendedVoters;
import io.quorate.workflow.AssessmentActivities;
import io.quorate.workflow.Diagnosed;
import io.quorate.workflow.DiagnosisOrder;
import io.quorate.workflow.IncidentActivities;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first view of an operation that an incident starts for a member that does not answer. */
@Timeout(60)
class OneLookFromAlertToPlanTest {
  private static final ActivityOptions OPTIONS =
      ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(50)).build();

  @TempDir private Path folder;
  private final PretendedVoters voters = new PretendedVoters();
  private final RecentViews recent = new RecentViews();
  private final TestActivityEnvironment worker =
      TestActivityEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setDataConverter(HistoryMapper.dataConverter())
                      .build())
              .build());

  @BeforeEach
  void begin() {
    voters.silent = true;
    voters.records = Optional.of(records());
    worker.registerActivitiesImplementations(
        new DiagnosisActivity(
            key -> voters.ports(),
            voters.time,
            recent,
            Restraints.NONE,
            workflow -> Optional.empty()),
        new Assessments(
            key -> voters.ports(),
            voters.time,
            ApprovalPolicy.DEFAULT,
            Assessment.Channel.NONE,
            recent,
            (order, plan) -> Optional.empty(),
            workflow -> Optional.empty()));
  }

  @AfterEach
  void end() {
    worker.close();
  }

  @Test
  void anOperationThatAnIncidentStartsTakesTheViewOfTheIncident() {
    DatedMemory incident = diagnosed();
    assertThat(looksOf("member-restart", incident)).isZero();
    assertThat(looksOf("member-restart", incident)).as("a view is handed over once").isOne();
  }

  @Test
  void aViewAsOldAsAPermitOfTheGuardMayBeIsNotUsed() {
    DatedMemory incident = diagnosed();
    voters.time.pass(Guarded.PERMIT);
    assertThat(looksOf("member-restart", incident)).isOne();
  }

  @Test
  void aViewFromBeforeAChangeOfAnotherWorkerIsNotUsed() {
    DatedMemory incident = diagnosed();
    voters.time.pass(Duration.ofSeconds(1));
    records()
        .note(
            PretendedVoters.MAIN,
            record -> record.changing("main.0badcafe", "another", voters.time.instant()));
    assertThat(looksOf("member-restart", incident)).isOne();
  }

  @Test
  void aViewFromBeforeAStepOfThisWorkerIsNotUsed() {
    DatedMemory incident = diagnosed();
    recent.forget(PretendedVoters.MAIN);
    assertThat(looksOf("member-restart", incident)).isOne();
  }

  @Test
  void anOperationThatAPersonStartsLooksForItself() {
    diagnosed();
    assertThat(looksOf("member-restart", DatedMemory.NONE)).isOne();
  }

  /** A restore asks for the sources too, which no incident looks at. */
  @Test
  void aRunbookThatNeedsADeeperLookLooksForItself() {
    DatedMemory incident = diagnosed();
    assertThat(looksOf("majority-recovery", incident)).isPositive();
  }

  @Test
  void anotherWorkerLooksForItself() {
    DatedMemory incident = diagnosed();
    assertThat(new RecentViews().take(incident, voters.ports(), voters.time.instant())).isEmpty();
  }

  /** What an incident remembers of its look, as the order of the operation has it. */
  private DatedMemory diagnosed() {
    Diagnosed seen =
        worker
            .newActivityStub(IncidentActivities.class, OPTIONS)
            .diagnose(
                OpaqueValues.of(
                    new DiagnosisOrder(PretendedVoters.MAIN, DatedMemory.NONE, Optional.empty())));
    return new DatedMemory(seen.remembered(), voters.time.instant());
  }

  /** How many looks at the cluster an operation takes for its first plan. */
  private int looksOf(String runbook, DatedMemory incident) {
    int before = voters.looks.get();
    Assessment assessment =
        worker
            .newActivityStub(AssessmentActivities.class, OPTIONS)
            .prescribe(
                OpaqueValues.of(
                    new AssessmentOrder(
                        PretendedVoters.MAIN,
                        runbook,
                        Map.of(),
                        Opaque.NOTHING,
                        incident,
                        "alice",
                        Optional.of("main.1a2b3c4d"))));
    assertThat(assessment.toString()).contains("etcd-1");
    return voters.looks.get() - before;
  }

  private ClusterRecords records() {
    return SnapshotPlace.in(folder, voters.time).records();
  }
}
