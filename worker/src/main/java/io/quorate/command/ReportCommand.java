package io.quorate.command;

import io.quorate.report.ReportText;
import io.quorate.wire.ReportJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate report}. */
@Command(
    name = "report",
    description = {
      "One incident in one document, for the review: alerts, diagnoses, operations, who decided,",
      "how long it took, what was lost, what is left. Text is Markdown."
    })
final class ReportCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(
      paramLabel = "INCIDENT",
      description = "Its id, that of one of its operations, or the key of its cluster.")
  private String incident = "";

  ReportCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    ReportJson report =
        quorate
            .gateway()
            .get("/api/incidents/" + GatewayClient.segment(incident))
            .as(ReportJson.class);
    quorate.answer(ReportText.markdown(report), report);
    return ExitCode.DONE;
  }
}
