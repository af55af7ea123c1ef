package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.gateway.http.RunningGateway.Reply;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answer of the gateway about the matters that need a person. */
class WaitingOverHttpTest {
  private static final String START =
      """
      {"runbook":"minority-replace","options":{"member":["etcd-1"]},"requestedBy":"dana"}\
      """;

  private RunningGateway gateway;

  @BeforeEach
  void start() {
    gateway = RunningGateway.start();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aQuestionWaitsForApproversWithoutTheRequester() {
    assertThat(gateway.post("/api/clusters/payments/operations", START).status()).isEqualTo(201);

    Reply reply = answered();

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    JsonNode matter = reply.json().at("/waiting/0");
    assertThat(matter.path("cluster").asText()).isEqualTo("payments");
    assertThat(matter.path("what").asText()).isEqualTo("question");
    assertThat(matter.path("head").get(0).asText()).startsWith("payments: ");
    assertThat(matter.path("canAct")).hasSize(1);
    assertThat(matter.path("canAct").get(0).asText()).isEqualTo("robin");
    assertThat(matter.path("operation").asText()).startsWith("payments.");
    assertThat(reply.json().path("underWay")).isEmpty();
  }

  /** Asks until every cluster answered: on a busy machine a look may take too long. */
  private Reply answered() {
    Instant limit = Instant.now().plusSeconds(60);
    Reply reply = gateway.get("/api/waiting");
    while (!reply.json().path("notice").isNull() && Instant.now().isBefore(limit)) {
      reply = gateway.get("/api/waiting");
    }
    return reply;
  }

  @Test
  void nothingWaitsWhereNothingRuns() {
    assertThat(gateway.get("/api/waiting").json().path("waiting")).isEmpty();
    assertThat(gateway.get("/api/waiting?cluster=orders").json().path("waiting")).isEmpty();
    assertThat(gateway.get("/api/waiting?cluster=nobody").status()).isEqualTo(404);
  }
}
