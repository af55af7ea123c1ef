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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate operations}. */
@Command(name = "operations", description = "Running and past operations.")
final class OperationsCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final QuorateCommand quorate;

  @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "Only those of this cluster.")
  private @Nullable String cluster;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Of a fleet: only operations in this state, such as parked.")
  private @Nullable String state;

  @Option(
      names = "--runbook",
      paramLabel = "RUNBOOK",
      description = "Of a fleet: only operations of this runbook.")
  private @Nullable String runbook;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Of a fleet: operations on a page, 1 to 1000 (default: 100).")
  private @Nullable Integer limit;

  @Option(
      names = "--page",
      paramLabel = "NAME",
      description = "Of a fleet: the page after another one, as the other one's end names it.")
  private @Nullable String page;

  @Mixin private WatchedAnswer watch = new WatchedAnswer();

  OperationsCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    String filter = cluster == null ? fleet() : "?cluster=" + quorate.keyAtGateway(cluster);
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

  /** Returns the choice among the operations of a fleet, as the gateway takes it. */
  private String fleet() {
    StringBuilder query = new StringBuilder();
    option(query, "state", state);
    option(query, "runbook", runbook);
    option(query, "limit", limit);
    option(query, "page", page);
    return query.toString();
  }

  private static void option(StringBuilder query, String name, @Nullable Object value) {
    if (value != null) {
      query
          .append(query.isEmpty() ? '?' : '&')
          .append(name)
          .append('=')
          .append(GatewayClient.segment(value.toString()));
    }
  }

  private static Answer answer(OperationsJson found) {
    return new Answer(text(found), found, found, Optional.empty());
  }

  private static String text(OperationsJson found) {
    String list = list(found) + more(found);
    return found.notice().map(notice -> list.stripTrailing() + "\n\n" + notice).orElse(list);
  }

  /** Returns how many operations there are beside those that are shown. */
  private static String more(OperationsJson found) {
    return found
        .next()
        .map(
            next ->
                "\n%d of %d operations are shown; the next page: --page %s\n"
                    .formatted(found.operations().size(), found.all().orElse(0L), next))
        .orElse("");
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
