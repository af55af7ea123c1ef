package io.quorate.command;

import io.quorate.command.WatchedAnswer.Answer;
import io.quorate.operation.RequesterKind;
import io.quorate.wire.OperationsJson;
import io.quorate.wire.OperationsJson.OperationJson;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code quorate operations}. */
@Command(name = "operations", description = "Running and past operations.")
final class OperationsCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final QuorateCommand quorate;

  @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "Only those of this cluster.")
  private @Nullable String cluster;

  @Mixin private WatchedAnswer watch = new WatchedAnswer();

  OperationsCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    String filter = cluster == null ? "" : "?cluster=" + quorate.keyAtGateway(cluster);
    GatewayClient gateway = quorate.gateway();
    Supplier<OperationsJson> look =
        () -> gateway.get("/api/operations" + filter).as(OperationsJson.class);
    if (watch.isWanted()) {
      return watch.print(quorate, BETWEEN_LOOKS, () -> answer(look.get()));
    }
    OperationsJson found = look.get();
    quorate.answer(text(found), found);
    return ExitCode.DONE;
  }

  private static Answer answer(OperationsJson found) {
    return new Answer(text(found), found, found, Optional.empty());
  }

  private static String text(OperationsJson found) {
    String list = list(found);
    return found.notice().map(notice -> list.stripTrailing() + "\n\n" + notice).orElse(list);
  }

  private static String list(OperationsJson found) {
    if (found.operations().isEmpty()) {
      return found.notice().isPresent() ? "No operation found." : "No operation yet.";
    }
    Table table = new Table();
    table.row("OPERATION", "STATE", "WHAT", "ASKED BY", "STARTED", "ENDED");
    for (OperationJson one : found.operations()) {
      table.row(
          one.operation(),
          one.state(),
          one.title(),
          RequesterKind.named(one.requestedBy(), one.requester()),
          seconds(one.startedAt()),
          one.endedAt().map(OperationsCommand::seconds).orElse("-"));
    }
    return table.text();
  }

  private static String seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
