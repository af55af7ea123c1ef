package io.quorate.command;

import io.quorate.command.WatchedAnswer.Answer;
import io.quorate.wire.WaitingJson;
import io.quorate.wire.WaitingJson.UnderWayJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code quorate waiting}. */
@Command(
    name = "waiting",
    description =
        "What needs a person, in all clusters, the worst and oldest first. Ends with 1 where"
            + " something does, and with 5 where nothing waits as far as known, but a cluster did"
            + " not answer.")
final class WaitingCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private final QuorateCommand quorate;

  @Mixin private WatchedAnswer watch = new WatchedAnswer();

  WaitingCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    GatewayClient gateway = quorate.gateway();
    if (watch.isWanted()) {
      return watch.print(quorate, BETWEEN_LOOKS, () -> answer(look(gateway)));
    }
    WaitingJson found = look(gateway);
    quorate.answer(text(found), found);
    return exitCode(found);
  }

  private static int exitCode(WaitingJson found) {
    if (!found.waiting().isEmpty()) {
      return ExitCode.NOT_GOOD;
    }
    return found.notice().isEmpty() ? ExitCode.DONE : ExitCode.UNREACHABLE;
  }

  private static WaitingJson look(GatewayClient gateway) {
    return gateway.get("/api/waiting").as(WaitingJson.class);
  }

  /** Returns the answer; the lines of the head tell how long ago things were, and are no news. */
  private Answer answer(WaitingJson found) {
    return new Answer(text(found), found, still(found), Optional.empty());
  }

  private static Object still(WaitingJson found) {
    return new WaitingJson(
        found.waiting().stream().map(WaitingCommand::still).toList(),
        found.underWay().stream().map(WaitingCommand::still).toList(),
        found.notice());
  }

  private static UnderWayJson still(UnderWayJson one) {
    return new UnderWayJson(
        one.cluster(), one.operation(), one.title(), one.state(), one.since(), List.of());
  }

  private static WaitingJson.MatterJson still(WaitingJson.MatterJson one) {
    return new WaitingJson.MatterJson(
        one.cluster(),
        one.what(),
        one.sentence(),
        one.since(),
        one.writesFailSince(),
        List.of(),
        one.canAct(),
        one.onIt(),
        one.onItSince(),
        one.operation(),
        one.nextReminder());
  }

  private String text(WaitingJson found) {
    return new WaitingText(found, quorate.terminal().clock().get(), quorate.paint()).text();
  }
}
