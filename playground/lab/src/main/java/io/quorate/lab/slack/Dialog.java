package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A modal that is open on somebody's screen.
 *
 * @param errors what the app said of its fields at the last submission, by block id
 */
public record Dialog(String id, Person person, JsonNode view, Map<String, String> errors) {
  /** Returns the dialog with these errors. */
  Dialog with(Map<String, String> now) {
    return new Dialog(id, person, view, Map.copyOf(now));
  }

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
