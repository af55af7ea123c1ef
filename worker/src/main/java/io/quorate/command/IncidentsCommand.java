package io.quorate.command;

import io.quorate.wire.ReportsJson;
import io.quorate.wire.ReportsJson.RowJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate incidents}. */
@Command(
    name = "incidents",
    description = "Past and open incidents, and operations without one that changed something.")
final class IncidentsCommand implements Callable<Integer> {
  private static final Pattern SPAN = Pattern.compile("(\\d{1,4})(m|h|d|w)");

  private final QuorateCommand quorate;

  @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "Only those of this cluster.")
  private @Nullable String cluster;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "How far back: 12h, 7d, 4w (default: 30d). Open ones are always there.")
  private String since = "30d";

  IncidentsCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Instant from = quorate.terminal().clock().get().minus(span(since));
    String query =
        "?since="
            + URLEncoder.encode(
                from.truncatedTo(ChronoUnit.SECONDS).toString(), StandardCharsets.UTF_8);
    String filter = cluster == null ? "" : "&cluster=" + quorate.keyAtGateway(cluster);
    ReportsJson found =
        quorate.gateway().get("/api/incidents" + query + filter).as(ReportsJson.class);
    quorate.answer(text(found), found);
    return ExitCode.DONE;
  }

  private static Duration span(String written) {
    Matcher parts = SPAN.matcher(written.strip());
    if (!parts.matches()) {
      throw VerbFailure.wrongUsage(
          "'" + written + "' is no time to go back; write it as 12h, 7d or 4w");
    }
    long amount = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default -> Duration.ofDays(7 * amount);
    };
  }

  private static String text(ReportsJson found) {
    String list = list(found);
    return found.notice().map(notice -> list.stripTrailing() + "\n\n" + notice).orElse(list);
  }

  private static String list(ReportsJson found) {
    if (found.incidents().isEmpty()) {
      return "No incident.";
    }
    Table table = new Table();
    table.row("INCIDENT", "SINCE", "OVER", "WHAT");
    for (RowJson one : found.incidents()) {
      table.row(
          one.incident(),
          seconds(one.openedAt()),
          one.closedAt().map(IncidentsCommand::seconds).orElse("open"),
          one.headline());
    }
    return table.text();
  }

  private static String seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
