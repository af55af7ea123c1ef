package io.quorate.timeline;

import io.quorate.wire.TimelineJson;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The histories that every later version has to replay; here they are read. */
public final class Recorded {
  public static final String OPERATION = "main.0a1b2c3d";
  private static final Path HISTORIES =
      Path.of("..", "workflows", "src", "test", "resources", "histories", "0.1");

  private Recorded() {}

  static List<HistoryEvent> events(String story) {
    try {
      return WorkflowExecutionHistory.fromJson(Files.readString(HISTORIES.resolve(story + ".json")))
          .getHistory()
          .getEventsList();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  /** The timeline of a recorded story. */
  public static TimelineJson timeline(String story) {
    return read(events(story));
  }

  static TimelineJson read(List<HistoryEvent> events) {
    TimelineReader reader = new TimelineReader(OPERATION);
    events.forEach(reader::read);
    return reader.timeline();
  }
}
