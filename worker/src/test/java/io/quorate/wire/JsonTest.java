package io.quorate.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.wire.ShowJson.RefusedJson;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void timesAreWrittenToTheMillisecondWhateverTheClockCounts() {
    RefusedJson refused =
        new RefusedJson(
            "dana", Instant.parse("2026-11-23T23:29:52.965388758Z"), "not you", Optional.empty());

    String text = Json.text(refused);

    assertThat(text).contains("\"at\":\"2026-11-23T23:29:52.965Z\"");
    assertThat(Json.read(text, RefusedJson.class).map(RefusedJson::by))
        .isEqualTo(Optional.of("dana"));
  }
}
