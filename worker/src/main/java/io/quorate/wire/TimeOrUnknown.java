package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Optional;

/** Time in JSON, or the word {@code unknown}. */
public record TimeOrUnknown(Optional<Instant> time) {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static TimeOrUnknown read(String text) {
    return new TimeOrUnknown(
        Optional.of(text)
            .filter(word -> !word.equals(NumberOrUnknown.UNKNOWN))
            .map(Instant::parse));
  }

  @JsonValue
  Object written() {
    return time.isPresent() ? time.get() : NumberOrUnknown.UNKNOWN;
  }
}
