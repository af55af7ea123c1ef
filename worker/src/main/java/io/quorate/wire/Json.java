package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Writes and reads the records of this package as text. Times are ISO 8601 in UTC, to the
 * millisecond; an unknown value is {@code null} and not left out; fields of a newer version are
 * ignored, and a list that another version does not have is empty.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule().addSerializer(Instant.class, new Milliseconds()))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .withConfigOverride(
              List.class,
              lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private Json() {}

  /**
   * Writes a time to the millisecond. Finer digits mean nothing: clocks of machines differ by more.
   */
  private static final class Milliseconds extends StdSerializer<Instant> {
    private static final long serialVersionUID = 1L;

    Milliseconds() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant at, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(at.truncatedTo(ChronoUnit.MILLIS).toString());
    }
  }

  /** Writes a record on one line. */
  public static String text(Object record) {
    try {
      return MAPPER.writeValueAsString(record);
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("this record cannot be written as JSON", broken);
    }
  }

  /** Reads a record; empty when the text is not of this record. */
  public static <T> Optional<T> read(String text, Class<T> record) {
    try {
      return Optional.ofNullable(MAPPER.readValue(text, record));
    } catch (JsonProcessingException other) {
      return Optional.empty();
    }
  }
}
