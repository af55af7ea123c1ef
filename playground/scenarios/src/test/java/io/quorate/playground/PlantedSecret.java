package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdSettings;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowExecutionMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A secret in the environment file of every member of a stage, which no event of any history of the
 * namespace may hold: neither as it is nor within something that was encoded in base64.
 */
final class PlantedSecret {
  private static final String SECRET = "topsecret-4711-of-the-environment-file";

  /** The secret, and the middle of its base64 for each of the three offsets that it can have. */
  private static final List<String> FORMS =
      Stream.concat(Stream.of(SECRET), IntStream.range(0, 3).mapToObj(PlantedSecret::encoded))
          .toList();

  private PlantedSecret() {}

  /** Returns settings with the secret in them. */
  static EtcdSettings in(EtcdSettings settings) {
    return settings.with("AWS_SECRET_ACCESS_KEY", SECRET);
  }

  /** Fails where an event of a history has the secret. */
  static void requireNowhere(Stage stage) {
    int events = 0;
    try (Histories temporal = new Histories(stage.temporal().target())) {
      for (WorkflowExecutionMetadata run : temporal.all()) {
        for (HistoryEvent event : temporal.of(run.getExecution()).getEvents()) {
          String bytes = new String(event.toByteArray(), StandardCharsets.ISO_8859_1);
          assertThat(FORMS)
              .as("event %s of %s", event.getEventId(), run.getExecution().getWorkflowId())
              .noneMatch(bytes::contains);
          events++;
        }
      }
    }
    assertThat(events).as("events that were read").isPositive();
  }

  /** The characters that depend on the secret alone, wherever it stands in what was encoded. */
  static String encoded(int offset) {
    String padded = "x".repeat(offset) + SECRET;
    String base64 =
        Base64.getEncoder()
            .withoutPadding()
            .encodeToString(padded.getBytes(StandardCharsets.US_ASCII));
    int begin = (offset * 8 + 5) / 6;
    int end = padded.length() * 8 / 6;
    return base64.substring(begin, end);
  }
}
