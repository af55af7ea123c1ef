package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * A sender of alerts that works as Alertmanager does: whole groups, version 4, repeated until
 * accepted.
 *
 * @param webhook {@code /alerts/alertmanager} of the gateway
 * @param token the bearer token that the gateway expects
 */
record Alertmanager(URI webhook, String token) {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final Duration SENT_AGAIN = Duration.ofSeconds(60);

  private record Payload(
      String version,
      String groupKey,
      int truncatedAlerts,
      String status,
      String receiver,
      Map<String, String> groupLabels,
      Map<String, String> commonLabels,
      Map<String, String> commonAnnotations,
      String externalURL,
      List<Alert> alerts) {}

  private record Alert(
      String status,
      Map<String, String> labels,
      Map<String, String> annotations,
      String startsAt,
      String endsAt,
      String generatorURL,
      String fingerprint) {}

  /**
   * Posts a firing alert.
   *
   * @param labels of the alert, including those that name the cluster
   * @param since when the alert began; equal labels and time are one alert
   */
  void fire(Map<String, String> labels, Instant since) throws IOException, InterruptedException {
    String name = labels.getOrDefault("alertname", "unnamed");
    var annotations = Map.of("summary", "The playground broke it.");
    var alert =
        new Alert(
            "firing",
            labels,
            annotations,
            since.toString(),
            "0001-01-01T00:00:00Z",
            "http://127.0.0.1:9090/graph",
            String.format("%016x", labels.hashCode() & 0xffffffffL));
    var payload =
        new Payload(
            "4",
            "{}:{alertname=\"" + name + "\"}",
            0,
            "firing",
            "quorate",
            Map.of("alertname", name),
            labels,
            annotations,
            "http://127.0.0.1:9093",
            List.of(alert));
    post(Json.text(payload));
  }

  /** Posts until the gateway accepts, as Alertmanager repeats an alert after a status 503. */
  private void post(String body) throws IOException, InterruptedException {
    Deque<String> answers = new ArrayDeque<>(List.of("nothing was sent yet"));
    try (HttpClient http = HttpClient.newHttpClient()) {
      Await.until("the gateway to take the alert", SENT_AGAIN, () -> taken(http, body, answers));
    } catch (NotInTimeException never) {
      throw new IOException(never.getMessage() + "; its last answer: " + answers.getLast(), never);
    }
  }

  private boolean taken(HttpClient http, String body, Deque<String> answers)
      throws InterruptedException {
    try {
      var answer =
          http.send(
              HttpRequest.newBuilder(webhook)
                  .timeout(LIMIT)
                  .header("Content-Type", "application/json")
                  .header("Authorization", "Bearer " + token)
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      answers.add(answer.statusCode() + " " + answer.body());
      return answer.statusCode() == 200 && answer.body().contains("\"ignored\":[]");
    } catch (IOException away) {
      answers.add(String.valueOf(away.getMessage()));
      return false;
    }
  }
}
