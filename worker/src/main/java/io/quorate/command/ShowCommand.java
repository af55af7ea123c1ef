package io.quorate.command;

import io.quorate.command.WatchedAnswer.Answer;
import io.quorate.wire.ShowJson;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code quorate show}. */
@Command(name = "show", description = "State, steps, approval, evidence of an operation.")
final class ShowCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  @Mixin private WatchedAnswer watch = new WatchedAnswer();

  ShowCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    GatewayClient gateway = quorate.gateway();
    if (watch.isWanted()) {
      return watch.print(quorate, BETWEEN_LOOKS, () -> answer(look(gateway)));
    }
    ShowJson state = look(gateway);
    quorate.answer(ShowText.of(state, quorate.paint()), state);
    return ExitCode.DONE;
  }

  private ShowJson look(GatewayClient gateway) {
    return gateway.get("/api/operations/" + GatewayClient.segment(operation)).as(ShowJson.class);
  }

  /** The answer for this state; it is the last one when the operation has ended. */
  private Answer answer(ShowJson state) {
    return new Answer(
        ShowText.of(state, quorate.paint()),
        state,
        state,
        state.hasEnded() ? Optional.of(ExitCode.DONE) : Optional.empty());
  }
}
