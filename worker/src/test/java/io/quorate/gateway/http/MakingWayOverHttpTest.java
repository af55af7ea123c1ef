package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.plan.Prescription;
import io.quorate.runbook.RunbookReason;
import io.quorate.workflow.OperationWorkflow;
import io.temporal.client.WorkflowStub;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Which drills end when a person starts an operation on the same cluster. */
class MakingWayOverHttpTest {
  private static final String START =
      """
      {"runbook":"minority-replace","options":{"member":["etcd-1"]},"requestedBy":"sam"}\
      """;

  /**
   * Nobody waits for a drill that follows a restore, but a person waits for the started operation.
   */
  @Test
  void aDrillThatFollowsARestoreMakesWayForAPerson() throws Exception {
    try (RunningGateway here = RunningGateway.withoutWorker()) {
      here.work(OperationWorkflow.class);
      WorkflowStub drill = here.running("restore-drill", "after payments.0badcafe");

      String again = "{\"runbook\":\"restore-drill\",\"requestedBy\":\"sam\"}";
      assertThat(here.post("/api/clusters/payments/operations", again).status()).isEqualTo(409);
      Reply started = here.post("/api/clusters/payments/operations", START);

      assertThat(started.status()).as(started.text()).isEqualTo(201);
      OperationState ended = drill.getResult(20, TimeUnit.SECONDS, OperationState.class);
      assertThat(ended.phase()).isEqualTo(Phase.ABORTED);
      assertThat(ended.because())
          .isEqualTo(
              "Aborted by Quorate: it makes way. sam (unverified) starts minority-replace."
                  + " Nothing was changed.");
    }
  }

  /**
   * The drill starts some seconds after the end of the restore, perhaps during the look at the
   * cluster.
   */
  @Test
  void aDrillThatStartsWhileTheClusterIsLookedAtMakesWayToo() throws Exception {
    AtomicReference<RunningGateway> gate = new AtomicReference<>();
    AtomicReference<WorkflowStub> drill = new AtomicReference<>();
    Assessor looks =
        (cluster, runbook, options) -> {
          drill.set(gate.get().running("restore-drill", "after payments.0badcafe"));
          drill.get().query(OperationNames.STATE, OperationState.class);
          return new Prescription.NotYet(RunbookReason.NOT_SETTLED.because("wait"), Instant.EPOCH);
        };
    try (RunningGateway here = RunningGateway.withoutWorker(looks)) {
      gate.set(here);
      here.work(OperationWorkflow.class);

      Reply started = here.post("/api/clusters/payments/operations", START);

      assertThat(started.status()).as(started.text()).isEqualTo(201);
      OperationState ended = drill.get().getResult(20, TimeUnit.SECONDS, OperationState.class);
      assertThat(ended.phase()).isEqualTo(Phase.ABORTED);
      assertThat(ended.because()).contains("sam (unverified) starts minority-replace.");
    }
  }

  /** "One operation at a time" was the answer for as long as the last one wrote its report. */
  @Test
  void anOperationThatOnlyWritesAReportMakesWayForTheSameRunbook() {
    try (RunningGateway here = RunningGateway.withoutWorker()) {
      here.work(ScriptedOperation.Execution.class);
      WorkflowStub over = here.running("minority-replace", ScriptedOperation.REPORTS);
      over.update(
          OperationNames.REQUEST,
          Request.Answer.class,
          new Request(Request.Verb.ABORT, "dana", "", Optional.empty(), Optional.empty()));

      Reply started = here.post("/api/clusters/payments/operations", START);

      assertThat(started.status()).as(started.text()).isEqualTo(201);
    }
  }

  @Test
  void aRehearsalMakesWayForAPerson() throws Exception {
    try (RunningGateway here = RunningGateway.withoutWorker()) {
      here.work(OperationWorkflow.class);
      WorkflowStub rehearsal = here.running("rehearsal", "alice");

      Reply started = here.post("/api/clusters/payments/operations", START);

      assertThat(started.status()).as(started.text()).isEqualTo(201);
      OperationState ended = rehearsal.getResult(20, TimeUnit.SECONDS, OperationState.class);
      assertThat(ended.phase()).isEqualTo(Phase.ABORTED);
      assertThat(ended.because()).contains("it makes way. sam (unverified) starts");
    }
  }

  @Test
  void aDrillThatAPersonStartedMakesWayForNobody() {
    try (RunningGateway here = RunningGateway.withoutWorker()) {
      here.work(OperationWorkflow.class);
      here.running("restore-drill", "alice");

      Reply refused = here.post("/api/clusters/payments/operations", START);

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.json().path("because").asText()).contains("alice (unverified) runs");
    }
  }
}
