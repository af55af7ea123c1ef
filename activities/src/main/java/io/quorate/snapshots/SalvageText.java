package io.quorate.snapshots;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.MemberId;
import io.quorate.snapshot.Salvage;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The salvage of a snapshot as its catalogue entry has it, for people and for Quorate. */
final class SalvageText {
  private SalvageText() {}

  static void write(Salvage salvage, ObjectNode into) {
    into.put("memberId", salvage.member().toString());
    into.put("lastTerm", salvage.term());
    into.put("lastIndex", salvage.index());
    into.put("way", word(salvage.way()));
    into.put("sha256Trailer", word(salvage.trailer()));
    salvage
        .log()
        .ifPresent(end -> into.putObject("log").put("term", end.term()).put("index", end.index()));
  }

  /**
   * Reads what was written. Throws {@link IllegalArgumentException} for what is there and cannot be
   * read: whether a file has a trailer must not be guessed.
   */
  static Optional<Salvage> read(JsonNode node) {
    return node.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            new Salvage(
                MemberId.parse(node.path("memberId").asText()),
                node.path("lastTerm").asLong(),
                node.path("lastIndex").asLong(),
                of(Salvage.Way.values(), node.path("way")),
                of(Salvage.Trailer.values(), node.path("sha256Trailer")),
                Optional.of(node.path("log"))
                    .filter(JsonNode::isObject)
                    .map(
                        end ->
                            new Salvage.LogEnd(
                                end.path("term").asLong(), end.path("index").asLong()))));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E of(E[] values, JsonNode node) {
    return Arrays.stream(values)
        .filter(value -> word(value).equals(node.asText()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no word '" + node.asText() + "'"));
  }
}
