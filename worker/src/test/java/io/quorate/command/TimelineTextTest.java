package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.timeline.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The recorded histories as people read them. Clock times and how long things took are left open,
 * so that recording anew changes nothing here; {@code -Dquorate.golden=true} writes them.
 */
class TimelineTextTest {
  private static final Path NARRATIVES = Path.of("src/test/narratives/timeline");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "completed",
        "aborted",
        "changed-world",
        "snapshot-skipped",
        "paused",
        "expired",
        "asked-again"
      })
  void aRecordedHistoryReadsAsTheNarrativeHasIt(String story) throws IOException {
    String text =
        TimelineText.of(Recorded.timeline(story), new Paint(false))
            .replaceAll("\\d\\d:\\d\\d:\\d\\d", "hh:mm:ss")
            .replaceAll("(?m)^hh:mm:ss  .{7}  ", "hh:mm:ss  ");
    Path file = NARRATIVES.resolve(story + ".txt");
    if (Boolean.getBoolean("quorate.golden")) {
      Files.writeString(file, text);
    }

    assertThat(text).isEqualTo(Files.readString(file));
  }
}
