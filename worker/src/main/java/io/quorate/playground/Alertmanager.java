package io.quorate.playground;

import io.quorate.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends alerts as Alertmanager does: the whole group, version 4, again and again.
 *
 * @param webhook {@code /alerts/alertmanager} of the gateway
 * @param token what is configured at the receiver as its bearer token
 */
record Alertmanager(URI webhook, String token) {
  private static final Duration LIMIT = Duration.ofSeconds(10);

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
   * @param labels of the alert, those that name the cluster among them
   * @param since when it began; the same again is the same alert
   */
  void fire(Map<String, String> labels, Instant since) throws IOException, InterruptedException {
    String name = labels.getOrDefault("alertname", "unnamed");
    Map<String, String> annotations = new HashMap<>(Map.of("summary", "The playground broke it."));
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

  private void post(String body) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(webhook)
                  .timeout(LIMIT)
                  .header("Content-Type", "application/json")
                  .header("Authorization", "Bearer " + token)
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      if (answer.statusCode() != 200 || !answer.body().contains("\"ignored\":[]")) {
        throw new IOException(
            "the gateway did not take the alert: " + answer.statusCode() + " " + answer.body());
      }
    }
  }
}
