package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.Request.Verb;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A later release wrote what this one cannot read: it says so, and no workflow task fails. */
@Timeout(180)
class OtherReleaseTest {
  private static final String LATER = "9.9";

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aPlanWithAStepOfALaterReleaseParksAndNamesTheRelease() {
    here.looks.written = OtherReleaseTest::withAStepOfALaterRelease;

    WorkflowStub operation = here.start();

    OperationState parked = await(operation, Phase.PARKED);
    assertThat(parked.because())
        .startsWith("stopped at step 1 of 10")
        .contains("cannot read the plan that Quorate " + LATER + " made")
        .contains("start a worker of that release or a later one, then retry");
    ask(operation, Verb.ABORT, "");
    assertThat(here.end(operation).because()).contains("Nothing was changed");
    noTaskFailed(operation);
  }

  private static RecordedPrescription withAStepOfALaterRelease(RecordedPrescription now) {
    RecordedPlan plan = (RecordedPlan) now;
    String body = plan.body().json();
    String later = body.replace("\"step\":\"hold-member\"", "\"step\":\"step-of-a-later-release\"");
    assertThat(later).isNotEqualTo(body);
    return new RecordedPlan(
        LATER,
        plan.runbook(),
        plan.options(),
        plan.title(),
        plan.digest(),
        plan.briefing(),
        plan.steps(),
        new Opaque(later));
  }

  @Test
  void aRunParksAndPassesOnAMemoryThatALaterReleaseWrote() {
    Map<String, Object> memory = Map.of("round", Map.of("plan", Map.of("release", LATER)));
    WorkflowStub operation = here.startWith("MinorityReplace", request(), memory);
    OperationState parked = await(operation, Phase.PARKED);
    assertThat(parked.because()).contains("Quorate " + LATER, "start a worker of that release");
    String first = parked.operation();

    assertThat(ask(operation, Verb.RETRY, "").counted()).isTrue();

    here.pass(Duration.ofSeconds(1));
    OperationState again = await(operation, Phase.PARKED);
    assertThat(again.operation()).isEqualTo(first);
    assertThat(again.because()).contains("Quorate " + LATER);
    ask(operation, Verb.ABORT, "no such worker");
    OperationState ended = here.end(operation);
    assertThat(ended.phase()).isEqualTo(Phase.ABORTED);
    assertThat(ended.because()).contains("no such worker", "Quorate " + LATER);
    noTaskFailed(operation);
  }

  @Test
  void aRequestThatCannotBeReadEndsWithAReasonBeforeAnythingIsBegun() {
    WorkflowStub operation =
        here.startWith("MinorityReplace", Map.of("cluster", "main", "release", LATER));

    assertThatThrownBy(() -> operation.getResult(OperationState.class))
        .isInstanceOf(WorkflowFailedException.class)
        .hasStackTraceContaining("Quorate " + LATER + " wrote something");
    noTaskFailed(operation);
  }

  private static OperationRequest request() {
    return new OperationRequest(
        new ClusterKey("main"), "minority-replace", Map.of(), "alice", "main: replace etcd-1");
  }

  private void noTaskFailed(WorkflowStub operation) {
    assertThat(here.history(operation).getEvents())
        .extracting(event -> event.getEventType())
        .doesNotContain(EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED)
        .isNotEqualTo(List.of());
  }
}
