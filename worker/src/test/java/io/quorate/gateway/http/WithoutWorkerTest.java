package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WithoutWorkerTest {
  @Test
  void whatNeedsAWorkerSaysSoInTimeAndADecisionIsNotCalledRecorded() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      String start = "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}";
      assertThat(gateway.post("/api/clusters/payments/operations", start).status()).isEqualTo(201);
      var shown = gateway.get("/api/operations/payments");
      assertThat(shown.status()).isEqualTo(503);
      assertThat(shown.json().path("error").asText()).contains("No worker answers");
      var timeline = gateway.get("/api/operations/payments/timeline");
      assertThat(timeline.status()).as(timeline.text()).isEqualTo(200);
      assertThat(timeline.json().path("requestedBy").asText()).isEqualTo("sam");
      var yes =
          gateway.post(
              "/api/operations/payments/approve", "{\"digest\":\"7f3a91c2\",\"by\":\"dana\"}");
      assertThat(yes.status()).isEqualTo(202);
      assertThat(yes.json().path("counted").asBoolean()).isFalse();
      assertThat(yes.json().path("sentence").asText()).startsWith("Not confirmed yet:");
      var listed = gateway.get("/api/operations");
      assertThat(listed.json().at("/operations/0/state").asText()).isEqualTo("unknown");
    }
  }
}
