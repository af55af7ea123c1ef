package io.quorate.timeline;

import com.google.protobuf.ByteString;
import io.quorate.wire.TimelineJson;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The histories that every later version has to replay; here they are read. */
public final class Recorded {
  public static final String OPERATION = "main.0a1b2c3d";
  private static final Path HISTORIES =
      Path.of("..", "workflows", "src", "test", "resources", "histories", "1");

  private Recorded() {}

  static List<HistoryEvent> events(String story) {
    return events(HISTORIES.resolve("simulated").resolve(story + ".json.gz"));
  }

  /** The events of a run that was recorded on real servers. */
  public static List<HistoryEvent> played(String run) {
    return events(HISTORIES.resolve("played").resolve(run + ".json.gz"));
  }

  private static List<HistoryEvent> events(Path file) {
    try (InputStream zipped = new GZIPInputStream(Files.newInputStream(file))) {
      String json = new String(zipped.readAllBytes(), StandardCharsets.UTF_8);
      return WorkflowExecutionHistory.fromJson(json).getHistory().getEventsList();
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

  /** Returns what Temporal stores of one value in this JSON. */
  static Payloads payloads(String json) {
    return Payloads.newBuilder()
        .addPayloads(
            Payload.newBuilder()
                .putMetadata("encoding", ByteString.copyFromUtf8("json/plain"))
                .setData(ByteString.copyFromUtf8(json)))
        .build();
  }
}
