package io.quorate.command;

import io.quorate.wire.ShowJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate show}. */
@Command(name = "show", description = "State, steps, approval, evidence of an operation.")
final class ShowCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  ShowCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    ShowJson state =
        new GatewayClient(quorate.configuration().gateway().listen())
            .get("/api/operations/" + GatewayClient.segment(operation))
            .as(ShowJson.class);
    quorate.answer(ShowText.of(state, quorate.paint()), state);
    return ExitCode.DONE;
  }
}
