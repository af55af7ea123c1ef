package io.quorate.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.record.LastComparison;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The last comparison of a cluster's data as JSON. */
final class ComparisonText {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ComparisonText() {}

  static String of(LastComparison result) {
    ObjectNode node = JSON.createObjectNode();
    node.put("comparedAt", result.at().toString());
    node.put("revision", result.revision().value());
    ArrayNode voters = node.putArray("voters");
    result.voters().stream().sorted().forEach(voters::add);
    result.difference().ifPresent(sentence -> node.put("difference", sentence));
    result.odd().ifPresent(odd -> node.put("odd", odd.value()));
    result.equalAt().ifPresent(time -> node.put("equalAt", time.toString()));
    try {
      return JSON.writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings and numbers can be written", e);
    }
  }

  /** Parses what was written; throws what Jackson, a date or a field that is missing throws. */
  static LastComparison parse(String text) throws JsonProcessingException {
    JsonNode node = JSON.readTree(text);
    Set<String> voters = new HashSet<>();
    required(node, "voters").forEach(id -> voters.add(id.asText()));
    return new LastComparison(
        Instant.parse(required(node, "comparedAt").asText()),
        new Revision(required(node, "revision").asLong()),
        voters,
        Optional.ofNullable(node.get("difference")).map(JsonNode::asText),
        Optional.ofNullable(node.get("odd")).map(JsonNode::asText).map(MemberName::new),
        Optional.ofNullable(node.get("equalAt")).map(JsonNode::asText).map(Instant::parse));
  }

  private static JsonNode required(JsonNode node, String field) {
    JsonNode value = node.get(field);
    if (value == null) {
      throw new IllegalArgumentException("no field " + field);
    }
    return value;
  }
}
