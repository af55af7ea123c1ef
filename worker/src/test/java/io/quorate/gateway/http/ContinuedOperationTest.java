package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class ContinuedOperationTest {
  @Test
  void anOperationContinuedAsNewKeepsTheIdAndTheTimeline() {
    try (RunningGateway gateway = RunningGateway.start()) {
      String operation =
          gateway
              .post(
                  "/api/clusters/payments/operations",
                  "{\"runbook\":\"minority-replace\",\"requestedBy\":\"carol\"}")
              .json()
              .path("operation")
              .asText();
      gateway.post("/api/operations/payments/continue", "{\"by\":\"robin\"}");
      JsonNode shown = gateway.get("/api/operations/payments").json();
      assertThat(shown.path("operation").asText()).as(shown.toString()).isEqualTo(operation);
      assertThat(gateway.get("/api/operations/" + operation).status()).isEqualTo(200);
      JsonNode listed = gateway.get("/api/operations").json().path("operations");
      assertThat(listed).hasSize(1);
      assertThat(listed.get(0).path("operation").asText()).isEqualTo(operation);
      JsonNode timeline = gateway.get("/api/operations/" + operation + "/timeline").json();
      assertThat(timeline.path("operation").asText()).isEqualTo(operation);
      assertThat(timeline.path("entries").findValuesAsText("what")).containsOnlyOnce("requested");
      var yes =
          gateway.post(
              "/api/operations/" + operation + "/approve",
              "{\"digest\":\"7f3a91c2\",\"by\":\"dana\"}");
      assertThat(yes.json().path("counted").asBoolean()).as(yes.text()).isTrue();
    }
  }
}
