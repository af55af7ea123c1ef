package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.wire.WatchJson;
import io.quorate.wire.WatchJson.FindingJson;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate watch}. */
@Command(
    name = "watch",
    description =
        "What the watch found by itself, without an alert, the oldest first. Ends with 1 where"
            + " people are told of something, and with 5 where they are of nothing and a cluster is"
            + " not watched.")
final class WatchCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "Only this cluster.")
  private @Nullable String cluster;

  WatchCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    String filter = cluster == null ? "" : "?cluster=" + quorate.keyAtGateway(cluster);
    WatchJson found = quorate.gateway().get("/api/watch" + filter).as(WatchJson.class);
    quorate.answer(text(found, quorate.terminal().clock().get()), found);
    if (!found.findings().stream().allMatch(FindingJson::onlyListed)) {
      return ExitCode.NOT_GOOD;
    }
    return found.notice().isEmpty() ? ExitCode.DONE : ExitCode.UNREACHABLE;
  }

  private static String text(WatchJson found, Instant now) {
    StringBuilder text = new StringBuilder();
    found.notice().ifPresent(why -> text.append(why).append("\n\n"));
    Table table = new Table();
    found.findings().forEach(one -> table.row(row(one, now)));
    text.append(table.text());
    text.append(found.findings().isEmpty() ? "" : "\n")
        .append(Amounts.count(found.watched(), "cluster"))
        .append(" watched")
        .append(
            found
                .oldestPulse()
                .map(at -> ", each asked within the last " + lasted(at, now) + ".")
                .orElse("; the first pass is under way."))
        .append('\n');
    return text.toString();
  }

  private static String lasted(Instant since, Instant now) {
    return Amounts.time(Duration.between(since, now));
  }

  private static String[] row(FindingJson one, Instant now) {
    return new String[] {
      one.cluster(),
      one.kind() + one.subject().map(subject -> " " + subject).orElse(""),
      "for " + lasted(one.since(), now),
      (one.told() ? "told" : one.onlyListed() ? "listed" : "not told yet")
          + one.silence().map(silence -> ", silenced " + silence).orElse(""),
      one.sentence()
    };
  }
}
