package io.quorate.snapshots;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SnapshotFlaw;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A restore on trial as a snapshot's catalogue entry has it, for people and for Quorate. */
final class DrillText {
  private DrillText() {}

  static void write(Drill drill, ObjectNode into) {
    into.put("file", drill.snapshot());
    into.put("at", drill.at().toString());
    into.put("verified", drill.verified());
    into.put("tookMillis", drill.took().toMillis());
    into.put("dataAgeSeconds", drill.dataAge().toSeconds());
    drill
        .mismatch()
        .ifPresent(why -> into.put("mismatch", why.words()).put("mismatchKind", why.kind().name()));
    drill.learner().ifPresent(took -> into.put("learnerMillis", took.toMillis()));
  }

  /** Reads what was written; what cannot be read counts as no drill. */
  static Optional<Drill> read(JsonNode node) {
    try {
      return node.path("at").isTextual() && node.path("tookMillis").isIntegralNumber()
          ? Optional.of(
              new Drill(
                  node.path("file").asText(),
                  Instant.parse(node.path("at").asText()),
                  Duration.ofMillis(node.path("tookMillis").asLong()),
                  Duration.ofSeconds(node.path("dataAgeSeconds").asLong()),
                  Optional.ofNullable(node.get("mismatch")).map(words -> mismatch(node, words)),
                  Optional.ofNullable(node.get("learnerMillis"))
                      .filter(JsonNode::isIntegralNumber)
                      .map(took -> Duration.ofMillis(took.asLong()))))
          : Optional.empty();
    } catch (DateTimeException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  private static SnapshotFlaw mismatch(JsonNode node, JsonNode words) {
    return new SnapshotFlaw(
        SnapshotFlaw.Kind.valueOf(node.path("mismatchKind").asText()), words.asText());
  }
}
