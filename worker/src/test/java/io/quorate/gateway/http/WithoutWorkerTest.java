package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Decision;
import io.quorate.gateway.slack.SlackClicks;
import io.quorate.gateway.slack.SlackPerson;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WithoutWorkerTest {
  @Test
  void withoutAWorkerShowAnswers503AndAYesIsNotCounted() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      String start = "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}";
      var started = gateway.post("/api/clusters/payments/operations", start);
      assertThat(started.status()).isEqualTo(201);
      var shown = gateway.get("/api/operations/payments");
      assertThat(shown.status()).isEqualTo(503);
      assertThat(shown.json().path("error").asText()).contains("No worker answers");
      var timeline = gateway.get("/api/operations/payments/timeline");
      assertThat(timeline.status()).as(timeline.text()).isEqualTo(200);
      assertThat(timeline.json().path("requestedBy").asText()).isEqualTo("sam");
      var nameless = gateway.post(approving(started), "{\"digest\":\"7f3a91c2\",\"by\":\"dana\"}");
      assertThat(nameless.status()).isEqualTo(200);
      assertThat(nameless.json().path("sentence").asText())
          .startsWith("Not recorded: no question of ")
          .contains(" about a plan with digest 7f3a91c2 is known.");
      var yes = gateway.post(approving(started), naming(started, "nobody"));
      assertThat(yes.status()).isEqualTo(202);
      assertThat(yes.json().path("counted").asBoolean()).isFalse();
      assertThat(yes.json().path("sentence").asText())
          .startsWith("Recorded durably, not counted yet:");
      var listed = gateway.get("/api/operations");
      assertThat(listed.json().at("/operations/0/state").asText()).isEqualTo("unknown");
    }
  }

  @Test
  void aListOfOneStateSaysHowManyOperationsDoNotAnswer() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      var waiting = gateway.get("/api/operations?state=waiting-for-approval");
      assertThat(waiting.json().path("operations")).isEmpty();
      assertThat(waiting.json().path("notice").asText())
          .endsWith("1 operation does not answer; its state is not known.");
      assertThat(gateway.get("/api/operations").json().path("notice").asText())
          .doesNotContain("does not answer; its");
    }
  }

  @Test
  void aStrangerIsRefusedAtOnceAndNothingIsKept() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      var started =
          gateway.post(
              "/api/clusters/payments/operations",
              "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      var yes = gateway.post(approving(started), "{\"digest\":\"7f3a91c2\",\"by\":\"mallory\"}");
      assertThat(yes.status()).isEqualTo(200);
      assertThat(yes.json().path("sentence").asText())
          .isEqualTo("Not recorded: mallory is not an approver of this installation.");
      assertThat(gateway.client.fetchHistory("operation/payments").getEvents())
          .noneMatch(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes);
    }
  }

  @Test
  void aDecisionTakenWhileNoWorkerRunsOutlivesTheGatewayAndCountsOnce() throws Exception {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      var started =
          gateway.post(
              "/api/clusters/payments/operations",
              "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.post(approving(started), naming(started, "click-1"));
      gateway.endGateway();
      gateway.work(ScriptedOperation.Execution.class);
      OperationState end =
          gateway
              .client
              .newUntypedWorkflowStub("operation/payments")
              .getResult(20, TimeUnit.SECONDS, OperationState.class);
      assertThat(end.phase()).isEqualTo(Phase.COMPLETED);
      assertThat(end.approvals().get(0).decisions())
          .singleElement()
          .satisfies(decision -> assertThat(decision.by()).isEqualTo("dana"));
    }
  }

  @Test
  void theAnswerOfARecordedDecisionComesWhenAWorkerRuns() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      var started =
          gateway.post(
              "/api/clusters/payments/operations",
              "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      List<String> told = new ArrayList<>();
      gateway
          .clicks()
          .decide(
              new SlackClicks.Click(
                  "c1",
                  new SlackPerson("T1", "U1", "dana"),
                  started.json().path("operation").asText(),
                  started.json().path("operation").asText() + ".1",
                  ScriptedOperation.DIGEST,
                  Decision.Kind.APPROVE,
                  "",
                  Optional.empty()),
              sentence -> {
                told.add(sentence);
                if (told.size() == 1) {
                  gateway.work(ScriptedOperation.Execution.class);
                }
              });
      assertThat(told).hasSize(2);
      assertThat(told.get(0)).startsWith("Recorded durably, not counted yet:");
      assertThat(told.get(1)).isEqualTo("Recorded: 1 of 1. It begins now.");
    }
  }

  private static String naming(RunningGateway.Reply started, String id) {
    return "{\"id\":\"%s\",\"digest\":\"7f3a91c2\",\"by\":\"dana\",\"question\":\"%s.1\"}"
        .formatted(id, started.json().path("operation").asText());
  }

  private static String approving(RunningGateway.Reply started) {
    return "/api/operations/" + started.json().path("operation").asText() + "/approve";
  }
}
