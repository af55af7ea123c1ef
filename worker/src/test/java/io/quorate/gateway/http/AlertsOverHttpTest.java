package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.lab.machine.Await;
import io.quorate.operation.IncidentState;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertsOverHttpTest {
  private static final String PATH = "/alerts/alertmanager";
  private static final String NAME = "x".repeat(700_000);

  static String payload(String status, String... jobs) {
    StringBuilder alerts = new StringBuilder();
    for (String job : jobs) {
      alerts
          .append(alerts.isEmpty() ? "" : ",")
          .append(
              """
              {"status":"%s","labels":{"alertname":"etcdMembersDown","job":"%s"},"annotations":{},
               "startsAt":"2026-03-01T03:02:11.5+01:00","endsAt":"0001-01-01T00:00:00Z",
               "generatorURL":"","fingerprint":"f-%s"}\
              """
                  .formatted(status, job, job));
    }
    return """
    {"version":"4","groupKey":"{}:{}","truncatedAlerts":2,"status":"%s","receiver":"quorate",
     "notification_reason":"first notification","alerts":[%s]}\
    """
        .formatted(status, alerts);
  }

  private static IncidentState incident(RunningGateway gateway, String cluster) {
    return gateway
        .client
        .newUntypedWorkflowStub("incident/" + cluster)
        .query("state", IncidentState.class);
  }

  @Test
  void aFiringAlertReachesTheIncidentOfItsClusterAndOthersAreNamedWithAReason() {
    try (RunningGateway gateway = RunningGateway.start()) {
      Reply reply = gateway.post(PATH, payload("firing", "payments-etcd", "unheard-of"));
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.json().path("accepted").asInt()).isEqualTo(1);
      assertThat(reply.json().at("/ignored/0/fingerprint").asText()).isEqualTo("f-unheard-of");
      assertThat(reply.json().at("/ignored/0/because").asText()).contains("no cluster");
      assertThat(incident(gateway, "payments").alerts())
          .singleElement()
          .satisfies(
              alert -> {
                assertThat(alert.name()).isEqualTo("etcdMembersDown");
                assertThat(alert.firing()).isTrue();
                assertThat(alert.startsAt()).isEqualTo(Instant.parse("2026-03-01T02:02:11.5Z"));
              });
      assertThat(gateway.get("/metrics").text())
          .contains("quorate_alerts_received_total{status=\"firing\"} 2.0")
          .contains("quorate_alerts_ignored_total{reason=\"no-cluster\"} 1.0")
          .contains("quorate_alerts_truncated_total 2.0");
    }
  }

  @Test
  void aResolvedAlertIsToldToARunningIncidentButStartsNone() {
    try (RunningGateway gateway = RunningGateway.start()) {
      assertThat(gateway.post(PATH, payload("resolved", "payments-etcd")).status()).isEqualTo(200);
      assertThatThrownBy(() -> incident(gateway, "payments"))
          .isInstanceOf(WorkflowNotFoundException.class);
      gateway.post(PATH, payload("firing", "payments-etcd"));
      gateway.post(PATH, payload("resolved", "payments-etcd"));
      assertThat(incident(gateway, "payments").alerts()).hasSize(2);
    }
  }

  @Test
  void whileTemporalIsAwayTheAnswerIs503AndSoon() {
    try (RunningGateway gateway = RunningGateway.withoutTemporal()) {
      Instant begin = Instant.now();
      Reply reply =
          gateway.post(PATH, payload("firing", "payments-etcd", "payments-etcd", "payments-etcd"));
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.json().path("error").asText()).isNotBlank();
      assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(8));
      assertThat(gateway.get("/api/operations").status()).isEqualTo(503);
      assertThat(gateway.get("/readyz").status()).isEqualTo(503);
      assertThat(gateway.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void theBearerTokenIsAskedForAndReadAgainWhenItChanges(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("token");
    Files.writeString(file, "old-token\n");
    try (RunningGateway gateway = RunningGateway.withToken(file);
        HeardLog log = new HeardLog()) {
      String body = payload("firing", "payments-etcd");
      assertThat(gateway.post(PATH, body).status()).isEqualTo(401);
      assertThat(withToken(gateway, "new-token", body)).isEqualTo(401);
      assertThat(withToken(gateway, "old-token", body)).isEqualTo(200);
      Files.writeString(file, "new-token\n");
      assertThat(withToken(gateway, "old-token", body)).isEqualTo(401);
      assertThat(withToken(gateway, "new-token", body)).isEqualTo(200);
      Files.writeString(file, "\n");
      assertThat(withToken(gateway, "", body)).isEqualTo(503);
      Files.delete(file);
      assertThat(withToken(gateway, "new-token", body)).isEqualTo(503);
      assertThat(gateway.get("/metrics").text())
          .contains("quorate_alerts_webhooks_total{result=\"refused\"} 3.0")
          .contains("quorate_alerts_webhooks_total{result=\"unavailable\"} 2.0");
      assertThat(log.lines("Alerts from 127.0.0.1 were not taken: "))
          .as("one for what Alertmanager shows, one for the file here")
          .hasSize(2)
          .noneSatisfy(line -> assertThat(line).contains("new-token"));
    }
  }

  @Test
  @Tag("attack-11")
  @Tag("attack-12")
  void namesOf700KilobytesAndGroupsOfThousandsReachTheIncidentInABoundedForm() {
    try (RunningGateway gateway = RunningGateway.start()) {
      for (int n = 0; n < 3; n++) {
        String odd = payload("firing", "payments-etcd").replace("etcdMembersDown", n + NAME);
        assertThat(gateway.post(PATH, odd.replace("f-payments", n + NAME)).status()).isEqualTo(200);
      }
      assertThat(incident(gateway, "payments").alerts())
          .hasSize(3)
          .allMatch(alert -> alert.name().length() == 200 && alert.fingerprint().length() == 64);

      String[] jobs = new String[3000];
      Arrays.fill(jobs, "orders-etcd");
      String group = payload("firing", jobs).replace("\"job\"", "\"env\":\"prod\",\"job\"");
      AtomicInteger one = new AtomicInteger();
      String distinct =
          Pattern.compile("f-orders").matcher(group).replaceAll(m -> "g" + one.incrementAndGet());
      assertThat(gateway.post(PATH, distinct).json().path("accepted").asInt()).isEqualTo(3000);
      assertThat(incident(gateway, "orders").alerts()).hasSize(3000);
    }
  }

  @Test
  void signalsTheAlertsOfAPayloadAsOneGroup() throws Exception {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post(PATH, distinct(1));
      awaitSignals(gateway, 1);
      gateway.post(PATH, distinct(21));
      awaitSignals(gateway, 2);

      assertThat(signals(gateway)).containsExactly("alerts", "alerts");
    }
  }

  /** Temporal keeps a signal out of the history while a task of the workflow is under way. */
  private static void awaitSignals(RunningGateway gateway, int number) throws Exception {
    Await.until(
        number + " signals", Duration.ofSeconds(20), () -> signals(gateway).size() >= number);
  }

  private static String distinct(int alerts) {
    String[] jobs = new String[alerts];
    Arrays.fill(jobs, "payments-etcd");
    AtomicInteger one = new AtomicInteger();
    return Pattern.compile("f-payments")
        .matcher(payload("firing", jobs))
        .replaceAll(m -> "g" + one.incrementAndGet());
  }

  private static List<String> signals(RunningGateway gateway) {
    return gateway.client.fetchHistory("incident/payments").getEvents().stream()
        .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
        .map(event -> event.getWorkflowExecutionSignaledEventAttributes().getSignalName())
        .toList();
  }

  @Test
  @Tag("attack-13")
  void aNameWithLineFeedsEscapesAndBidiMarksIsOneCleanLine() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post(
          PATH,
          payload("firing", "payments-etcd")
              .replace("etcdMembersDown", "etcd\\nDown\\u001b[31m\\u009b\\u202ehttps://x.example"));
      assertThat(incident(gateway, "payments").alerts())
          .singleElement()
          .satisfies(
              alert ->
                  assertThat(alert.name()).isEqualTo("etcd Down [31m \uFFFDhttps://x.example"));
    }
  }

  @Test
  void theWebhookOfGrafanaIsTaken() {
    try (RunningGateway gateway = RunningGateway.start()) {
      String grafana =
          payload("firing", "payments-etcd")
              .replace(
                  "\"version\":\"4\"", "\"version\":\"1\",\"orgId\":1,\"title\":\"[FIRING:1]\"");
      assertThat(gateway.post(PATH, grafana).json().path("accepted").asInt()).isEqualTo(1);
      assertThat(gateway.post(PATH, grafana.replace("\"1\",", "\"3\",")).status()).isEqualTo(400);
    }
  }

  private static int withToken(RunningGateway gateway, String token, String body) {
    return gateway
        .send(
            gateway
                .request(PATH)
                .header("Authorization", "Bearer " + token)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body)))
        .status();
  }
}
