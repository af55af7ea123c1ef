package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.recording.Attempts;
import io.quorate.step.Hazard;
import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.failure.v1.ApplicationFailureInfo;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.common.converter.DataConverter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people read of a step while it is under way, from what Temporal shows of its activity. */
class StepUnderWayTest {
  private static final Instant BEGUN = Instant.parse("2026-11-22T03:00:00Z");
  private static final DataConverter CONVERTER = HistoryMapper.dataConverter();

  private static final Attempts WAITING = Attempts.NONE.after("NotYet", BEGUN, BEGUN);

  @Test
  void aStepThatWaitsSaysSinceWhenAndWhatFor() {
    assertThat(shown(activity("StopMember", WAITING, "NotYet", "etcd-1 does not vote", 7)))
        .contains("waits since 03:00:00 UTC: etcd-1 does not vote");
  }

  @Test
  void aStepThatFailedAndIsTriedAgainSaysWhy() {
    assertThat(
            shown(
                activity(
                    "StopMember",
                    Attempts.NONE.after("Transient", BEGUN, BEGUN),
                    "Transient",
                    "no answer",
                    2)))
        .contains("attempt 2; the one before failed: no answer");
  }

  @Test
  void aStepThatGoesWellSaysHowFarItIs() {
    PendingActivityInfo copying =
        PendingActivityInfo.newBuilder()
            .setActivityType(ActivityType.newBuilder().setName("StopMember"))
            .setAttempt(1)
            .setHeartbeatDetails(
                CONVERTER.toPayloads(Attempts.NONE.saying("copied 3 of 8 GiB")).orElseThrow())
            .build();
    assertThat(shown(copying)).contains("copied 3 of 8 GiB");
  }

  @Test
  void anActivityWithoutAHeartbeatOrOfAnotherStepAddsNothing() {
    assertThat(
            shown(
                PendingActivityInfo.newBuilder()
                    .setActivityType(ActivityType.newBuilder().setName("StopMember"))
                    .build()))
        .isEmpty();
    assertThat(shown(activity("MoveLeader", WAITING, "NotYet", "etcd-1 does not vote", 7)))
        .isEmpty();
  }

  @Test
  void aHeartbeatOfALaterReleaseLeavesAttemptAndFailureReadable() {
    PendingActivityInfo later =
        activity("StopMember", WAITING, "Transient", "no answer", 2).toBuilder()
            .setHeartbeatDetails(
                CONVERTER.toPayloads(Map.of("outcome", "OF_A_LATER_RELEASE")).orElseThrow())
            .build();
    assertThat(shown(later)).contains("attempt 2; the one before failed: no answer");
  }

  @Test
  void aLookAtTheClusterIsNoStep() {
    assertThat(
            StepUnderWay.of(
                run(activity(OperationNames.PRESCRIBE, WAITING, "NotYet", "", 2)), CONVERTER))
        .isEmpty();
  }

  @Test
  void theSentenceOfALongWaitStaysTheSameFromAttemptToAttempt() {
    StepUnderWay seventh = waiting(7);
    StepUnderWay eighth = waiting(8);
    Duration time = Duration.ofSeconds(20);
    assertThat(seventh.ifWaitingFor(time, BEGUN.plusSeconds(20))).isEmpty();
    assertThat(seventh.ifWaitingFor(time, BEGUN.plusSeconds(21)))
        .isPresent()
        .isEqualTo(eighth.ifWaitingFor(time, BEGUN.plusSeconds(23)));
  }

  private static StepUnderWay waiting(int attempt) {
    return StepUnderWay.of(
            run(activity("StopMember", WAITING, "NotYet", "etcd-1 does not vote", attempt)),
            CONVERTER)
        .orElseThrow();
  }

  /** What stands beside the running step. */
  private static Optional<String> shown(PendingActivityInfo activity) {
    OperationState state = state();
    return StepUnderWay.of(run(activity), CONVERTER).orElseThrow().shownIn(state).steps().stream()
        .flatMap(step -> step.evidence().stream())
        .findFirst();
  }

  private static DescribeWorkflowExecutionResponse run(PendingActivityInfo activity) {
    return DescribeWorkflowExecutionResponse.newBuilder().addPendingActivities(activity).build();
  }

  private static PendingActivityInfo activity(
      String type, Attempts attempts, String failure, String message, int attempt) {
    return PendingActivityInfo.newBuilder()
        .setActivityType(ActivityType.newBuilder().setName(type))
        .setAttempt(attempt)
        .setHeartbeatDetails(CONVERTER.toPayloads(attempts).orElseThrow())
        .setLastFailure(
            Failure.newBuilder()
                .setMessage(message)
                .setApplicationFailureInfo(ApplicationFailureInfo.newBuilder().setType(failure)))
        .build();
  }

  private static OperationState state() {
    return new OperationState(
        "payments.5f0c2d11",
        new ClusterKey("payments"),
        "rolling-restart",
        "payments: restart all members",
        "sam",
        BEGUN,
        Phase.RUNNING,
        "Restart etcd-0, etcd-1 and etcd-2",
        BEGUN,
        1,
        Optional.empty(),
        Optional.empty(),
        List.of(step(Progress.RUNNING), step(Progress.PENDING)),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        RequesterKind.UNVERIFIED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static StepState step(Progress progress) {
    return new StepState(
        "stop-member",
        "Stop etcd-1 and keep it stopped",
        Hazard.REVERSIBLE,
        progress,
        Optional.of(BEGUN),
        Optional.empty(),
        Optional.empty());
  }
}
