package io.quorate.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.operation.Opaque;
import java.util.Optional;

/** Writes values as {@link Opaque} JSON and reads them again. */
public final class OpaqueValues {
  private static final ObjectMapper MAPPER = HistoryMapper.create();

  private OpaqueValues() {}

  /** Returns the value as JSON that a workflow carries along. */
  public static Opaque of(Object value) {
    return new Opaque(MAPPER.valueToTree(value).toString());
  }

  /**
   * Reads the value of the JSON.
   *
   * @throws Unreadable when this release does not know a name in the JSON, or misses a component
   */
  public static <T> T read(Opaque value, Class<T> kind) {
    T read;
    try {
      read = MAPPER.readValue(value.json(), kind);
    } catch (JsonProcessingException | RuntimeException unknown) {
      throw new Unreadable(DecodeErrors.because(unknown));
    }
    if (read == null) {
      throw new Unreadable("there is no value");
    }
    return read;
  }

  /** Reads the value; empty when this release cannot. */
  public static <T> Optional<T> known(Opaque value, Class<T> kind) {
    try {
      return Optional.of(read(value, kind));
    } catch (Unreadable unknown) {
      return Optional.empty();
    }
  }

  /** Returns the release that wrote the value, as the value itself names it; for people. */
  public static Optional<String> release(Opaque value) {
    try {
      JsonNode found = MAPPER.readTree(value.json()).findValue("release");
      return found == null ? Optional.empty() : Optional.of(found.asText());
    } catch (JsonProcessingException noJson) {
      return Optional.empty();
    }
  }

  /** Thrown for a recorded value that this release cannot read. */
  public static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String because) {
      super(because);
    }
  }
}
