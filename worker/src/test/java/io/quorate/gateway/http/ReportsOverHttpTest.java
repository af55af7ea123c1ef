package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.client.QuorateClient;
import io.quorate.client.ReportArchive;
import io.quorate.client.ReportPlaces;
import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.operation.ReportOrder;
import io.quorate.port.Failure;
import io.quorate.port.KeptReports;
import io.quorate.wire.Json;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.TimelineJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports are found by every name that people have for them, and where Temporal forgot them. */
class ReportsOverHttpTest {
  private static final Instant OPENED = Instant.now().truncatedTo(ChronoUnit.SECONDS);

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
  void aKeptReportIsFoundByIncidentOperationAndCluster() {
    keep("payments.0000000a", OPENED.minus(Duration.ofDays(1)), "payments.1111111a");
    keep("payments.0000000b", OPENED, "payments.1111111b");

    assertThat(incident("payments.0000000a")).isEqualTo("payments.0000000a");
    assertThat(incident("payments.1111111a")).isEqualTo("payments.0000000a");
    assertThat(incident("payments")).isEqualTo("payments.0000000b");
  }

  @Test
  void anUnknownIncidentIsAnsweredWithTheNearOnes() {
    keep("payments.0000000a", OPENED, "payments.1111111a");

    Reply reply = gateway.get("/api/incidents/payments.0000000c");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().path("error").asText())
        .startsWith("There is no incident 'payments.0000000c'");
    assertThat(gateway.get("/api/incidents/orders").json().path("error").asText())
        .isEqualTo("orders has had no incident yet.");
    assertThat(gateway.get("/api/incidents/nobody").status()).isEqualTo(404);
  }

  @Test
  void anOpenIncidentIsReportedOutOfItsHistory() {
    gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));

    Reply reply = gateway.get("/api/incidents/payments");

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.json().path("closedAt").isNull()).isTrue();
    assertThat(reply.json().path("alerts").get(0).path("name").asText())
        .isEqualTo("etcdMembersDown");
    assertThat(reply.json().path("links").toString()).contains("/user-metadata");
  }

  @Test
  void theListGoesBackAsFarAsItIsAskedTo() {
    keep("payments.0000000a", OPENED.minus(Duration.ofDays(40)), "payments.1111111a");
    keep("payments.0000000b", OPENED, "payments.1111111b");

    assertThat(ids("/api/incidents")).containsExactly("payments.0000000b");
    assertThat(ids("/api/incidents?since=2020-01-01T00:00:00Z"))
        .containsExactly("payments.0000000b", "payments.0000000a");
    assertThat(ids("/api/incidents?cluster=orders&since=2020-01-01T00:00:00Z")).isEmpty();
    assertThat(gateway.get("/api/incidents?since=yesterday").status()).isEqualTo(400);
  }

  @Test
  void aKeptReportOutlivesTemporal() {
    try (RunningGateway alone = RunningGateway.withoutTemporal()) {
      keep(alone, "payments.0000000a", OPENED, "payments.1111111a");

      Reply report = alone.get("/api/incidents/payments.1111111a");
      Reply list = alone.get("/api/incidents");

      assertThat(report.status()).as(report.text()).isEqualTo(200);
      assertThat(report.json().path("incident").asText()).isEqualTo("payments.0000000a");
      assertThat(list.json().path("incidents")).hasSize(1);
      assertThat(list.json().path("notice").asText())
          .startsWith("Open incidents may be missing here. Temporal ");
    }
  }

  @Test
  void aKeptReportThatCannotBeReadIsANoticeAndStaysAsItIs() {
    gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));
    String half = "{\"incident\":";
    KeptReports.Name broken = new KeptReports.Name(incident("payments"), OPENED);
    gateway.reports.keep(PAYMENTS, broken, half, "# payments");
    keep("payments.0000000b", OPENED, "payments.1111111b");

    JsonNode list = gateway.get("/api/incidents").json();

    assertThat(list.path("incidents").findValuesAsText("incident"))
        .containsExactly("payments.0000000b");
    assertThat(list.path("notice").asText())
        .contains("The report " + broken.id() + " that is kept cannot be read by this release");
    assertThat(incident("payments.1111111b")).isEqualTo("payments.0000000b");
    assertThatThrownBy(() -> write(broken.id(), ReportOrder.End.OVER)).isInstanceOf(Failure.class);
    assertThat(gateway.reports.read(PAYMENTS, broken)).contains(half);
  }

  @Test
  void theReportOfAnEndThatNobodyWroteIsKeptWhenItIsAskedFor() {
    gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));
    String id = incident("payments");
    write(id, ReportOrder.End.STILL_OPEN);
    assertThat(kept(id).isOpen()).isTrue();
    gateway.client.newUntypedWorkflowStub("incident/payments").terminate("it is over");

    assertThat(ids("/api/incidents")).containsExactly(id);
    assertThat(kept(id).isOpen()).isFalse();

    write(id, ReportOrder.End.STILL_OPEN);
    assertThat(kept(id).isOpen()).as("a late one").isFalse();
  }

  private ReportJson kept(String id) {
    return gateway.reports.list(PAYMENTS).stream()
        .filter(name -> name.id().equals(id))
        .flatMap(name -> gateway.reports.read(PAYMENTS, name).stream())
        .flatMap(text -> Json.read(text, ReportJson.class).stream())
        .findFirst()
        .orElseThrow();
  }

  /** Writes a report as the activity does. */
  private void write(String id, ReportOrder.End end) {
    try (QuorateClient quorate =
        QuorateClient.of(
            gateway.client, RunningGateway.QUEUE, List.of(PAYMENTS), InstantSource.system())) {
      new ReportArchive(quorate, gateway.reports, ReportPlaces.NONE)
          .write(new ReportOrder(PAYMENTS, ReportOrder.Kind.INCIDENT, id, end), Instant.now());
    }
  }

  private String incident(String name) {
    Reply reply = gateway.get("/api/incidents/" + name);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("incident").asText();
  }

  private List<String> ids(String path) {
    return gateway.get(path).json().path("incidents").findValuesAsText("incident");
  }

  private void keep(String id, Instant openedAt, String operation) {
    keep(gateway, id, openedAt, operation);
  }

  private static void keep(RunningGateway gateway, String id, Instant openedAt, String operation) {
    TimelineJson timeline =
        new TimelineJson(
            operation,
            "payments",
            "minority-replace",
            "payments: replace etcd-1",
            "sam",
            openedAt,
            "completed",
            Optional.of(openedAt.plusSeconds(60)),
            List.of(),
            "person");
    ReportJson report =
        new ReportJson(
            id,
            "incident",
            "payments",
            "minority lost",
            openedAt,
            Optional.of(openedAt.plusSeconds(90)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new OperationJson(
                    "etcd-1 is replaced.",
                    Optional.empty(),
                    List.of(),
                    timeline,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    gateway.reports.keep(
        PAYMENTS, new KeptReports.Name(id, openedAt), Json.text(report), "# payments");
  }
}
