package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** A modal that is open on somebody's screen. */
public record Dialog(String id, Person person, JsonNode view) {
  /** Returns the first field that has to be filled and is not, by action id. */
  Optional<String> firstMissing(Map<String, String> typed) {
    return StreamSupport.stream(view.path("blocks").spliterator(), false)
        .filter(block -> block.path("type").asText().equals("input"))
        .filter(block -> !block.path("optional").asBoolean())
        .map(block -> block.path("element").path("action_id").asText())
        .filter(field -> typed.getOrDefault(field, "").isBlank())
        .findFirst();
  }
}
