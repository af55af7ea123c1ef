package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Number in JSON, or the word {@code unknown}: whoever adds it up must not take it for 0. */
public record NumberOrUnknown(Optional<Long> number) {
  static final String UNKNOWN = "unknown";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static NumberOrUnknown read(JsonNode json) {
    return new NumberOrUnknown(
        json.isIntegralNumber() ? Optional.of(json.longValue()) : Optional.empty());
  }

  @JsonValue
  Object written() {
    return number.isPresent() ? number.get() : UNKNOWN;
  }
}
