package io.quorate.command;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Configuration;
import io.quorate.port.ClusterRecords;
import io.quorate.wire.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate record}. */
@Command(
    name = "record",
    description =
        "What is remembered of a cluster; needs nothing but the snapshot directory. With accept: a"
            + " person says that what answers now is its history from now on.")
final class RecordCommand implements Callable<Integer> {
  private static final String ACCEPT = "accept";

  private final QuorateCommand quorate;

  @Parameters(
      arity = "1..2",
      paramLabel = "[show|accept] CLUSTER",
      description = "Its key in the configuration; show is what is done without either word.")
  private List<String> words = List.of();

  @Option(
      names = "--because",
      paramLabel = "TEXT",
      description = "For accept: why this history is right, for whoever reads the record later.")
  private String because = "";

  @Option(
      names = "--cluster-id",
      paramLabel = "ID",
      description =
          "For accept: the id that was read; refused where the members answer as another.")
  private @Nullable String clusterId;

  RecordCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    String verb = words.size() == 2 ? words.get(0) : "show";
    Configuration configuration = quorate.configuration();
    ClusterKey cluster = quorate.cluster(configuration, words.getLast()).key();
    ClusterRecords records = quorate.wiring().records(configuration);
    if (verb.equals(ACCEPT)) {
      int accepted =
          new Acceptance(
                  quorate,
                  configuration,
                  cluster,
                  CleanText.line(because, 2000),
                  Optional.ofNullable(clusterId))
              .into(records);
      return accepted == ExitCode.DONE ? show(cluster, records) : accepted;
    }
    if (!verb.equals("show")) {
      throw VerbFailure.wrongUsage("a record is shown or accepted: record show, record accept");
    }
    return show(cluster, records);
  }

  private int show(ClusterKey cluster, ClusterRecords records) {
    RecordJson answer =
        RecordJson.of(
            cluster.value(),
            records.place(cluster),
            records.read(cluster),
            quorate.terminal().clock().get());
    quorate.answer(text(answer), answer);
    return ExitCode.DONE;
  }

  private static String text(RecordJson record) {
    List<String> lines = new ArrayList<>();
    lines.add(
        record.generation() == 0
            ? "Nothing is remembered of " + record.cluster() + " in " + record.directory() + "."
            : record.cluster()
                + "   generation "
                + record.generation()
                + " in "
                + record.directory());
    lines.addAll(record.words());
    if (record.young()) {
      lines.add("It is younger than a day: what was before, it cannot know.");
    }
    lines.addAll(record.damaged());
    return String.join("\n", lines);
  }
}
