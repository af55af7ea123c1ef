package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.operation.Alert;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Payload of Alertmanager's webhook, version 4, or of Grafana's, version 1, whose alerts have the
 * same fields. Unused fields may be absent; used ones are required, because an incomplete alert
 * could be taken for another one.
 *
 * @param truncated how many alerts of the group Alertmanager left out ({@code max_alerts})
 */
record AlertmanagerPayload(List<Labelled> alerts, long truncated) {
  AlertmanagerPayload {
    alerts = List.copyOf(alerts);
  }

  /** An alert with the labels that say which cluster it is about. */
  record Labelled(Map<String, String> labels, Alert alert) {
    Labelled {
      labels = Map.copyOf(labels);
    }
  }

  /** The version of Alertmanager, and of Grafana's own alerting. */
  private static final Set<String> VERSIONS = Set.of("4", "1");

  /** Parses a payload; throws {@link HttpProblem} 400 with a sentence when the body is none. */
  static AlertmanagerPayload of(JsonNode body) {
    if (!body.isObject()) {
      throw malformed("the body is not a JSON object");
    }
    JsonNode version = body.path("version");
    if (!version.isTextual() || !VERSIONS.contains(version.textValue())) {
      throw malformed(
          "its version is neither \"4\", as Alertmanager has it, nor \"1\", as Grafana has it; take"
              + " a custom payload template out of the receiver");
    }
    JsonNode items = body.path("alerts");
    if (!items.isArray()) {
      throw malformed("it has no list 'alerts'");
    }
    List<Labelled> alerts = new ArrayList<>();
    for (JsonNode item : items) {
      alerts.add(labelled(item, "alerts[" + alerts.size() + "]"));
    }
    return new AlertmanagerPayload(alerts, body.path("truncatedAlerts").asLong(0));
  }

  private static Labelled labelled(JsonNode item, String place) {
    Map<String, String> labels = labels(item.path("labels"), place);
    String status = text(item, "status", place);
    if (!status.equals("firing") && !status.equals("resolved")) {
      throw malformed(place + ".status is neither firing nor resolved");
    }
    return new Labelled(
        labels,
        new Alert(
            labels.getOrDefault("alertname", "unnamed"),
            text(item, "fingerprint", place),
            startsAt(item, place),
            status.equals("firing")));
  }

  private static Instant startsAt(JsonNode item, String place) {
    try {
      return Instant.parse(text(item, "startsAt", place));
    } catch (DateTimeException e) {
      throw malformed(place + ".startsAt is not a time such as 2026-03-01T03:02:11Z");
    }
  }

  private static Map<String, String> labels(JsonNode node, String place) {
    if (!node.isObject()) {
      throw malformed(place + " has no labels");
    }
    Map<String, String> labels = new HashMap<>();
    for (var entry : node.properties()) {
      if (!entry.getValue().isTextual()) {
        throw malformed(place + " has a label that is not a string");
      }
      labels.put(entry.getKey(), entry.getValue().textValue());
    }
    return labels;
  }

  private static String text(JsonNode item, String field, String place) {
    String value = item.path(field).asText("");
    if (value.isBlank()) {
      throw malformed(place + " has no " + field);
    }
    return value;
  }

  private static HttpProblem malformed(String why) {
    return HttpProblem.badRequest("This is not an Alertmanager webhook payload: " + why + ".");
  }
}
