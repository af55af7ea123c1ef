package io.quorate.command;

import io.quorate.wire.TimelineJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate timeline}. */
@Command(
    name = "timeline",
    description = "What happened when in an operation, and who decided. Needs no worker.")
final class TimelineCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  TimelineCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    TimelineJson timeline =
        quorate
            .gateway()
            .get("/api/operations/" + GatewayClient.segment(operation) + "/timeline")
            .as(TimelineJson.class);
    quorate.answer(TimelineText.of(timeline, quorate.paint()), timeline);
    return ExitCode.DONE;
  }
}
