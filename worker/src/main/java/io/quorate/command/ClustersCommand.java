package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.Quorum;
import io.quorate.configuration.Configuration;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.operation.ClusterStand;
import io.quorate.port.Failure;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.wire.ClusterChoice;
import io.quorate.wire.ClustersJson;
import io.quorate.wire.ClustersJson.ClusterJson;
import io.quorate.wire.StatusJson.DiagnosisJson;
import io.quorate.wire.WatchJson.FindingJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate clusters}. */
@Command(
    name = "clusters",
    description =
        "How many clusters there are, and those that are not well, the worst first, as the watch"
            + " found them last. Where no gateway answers, the verb looks by itself.")
final class ClustersCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  /** The verb's own: its option for etcd's version takes the place of the global ones. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;

  @Mixin private ClusterFilters filters = new ClusterFilters();

  @Option(
      names = "--look",
      description = "Look at the clusters now, 64 at once; needs nothing but etcd.")
  private boolean looks;

  ClustersCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() throws InterruptedException {
    ClusterChoice choice = filters.choice(quorate.json());
    ClustersJson found = looks ? look(choice) : asked(choice);
    quorate.answer(text(found, choice), found);
    return ExitCode.DONE;
  }

  private ClustersJson asked(ClusterChoice choice) throws InterruptedException {
    try {
      return quorate
          .gateway()
          .get("/api/clusters?" + ClusterFilters.query(choice))
          .as(ClustersJson.class);
    } catch (VerbFailure away) {
      if (away.exitCode() != ExitCode.UNREACHABLE || quorate.elsewhere()) {
        throw away;
      }
      quorate.say("The clusters are looked at now: " + away.getMessage());
      return look(choice);
    }
  }

  private ClustersJson look(ClusterChoice choice) throws InterruptedException {
    if (choice.finding().flatMap(DiagnosisCode::named).isEmpty() && choice.finding().isPresent()) {
      throw VerbFailure.unreachable(
          "only the watch knows a finding such as "
              + choice.finding().get()
              + ", and the gateway that tells of it was not asked or does not answer.");
    }
    Configuration configuration = quorate.configuration();
    try (ProgressLine line = quorate.progress();
        Looks looking = quorate.wiring().looks(configuration)) {
      line.say("looking at " + Amounts.count(configuration.clusters().size(), "cluster") + " ...");
      return choice.of(
          ManyLooks.at(configuration.clusters().keySet(), key -> row(key, looking)),
          Optional.empty());
    }
  }

  /**
   * Looks at the hosts of a cluster only where its members do not say that all is well: reading
   * files and processes costs many times more than asking the members.
   */
  private static ClusterJson row(ClusterKey key, Looks looks) {
    try {
      ClusterView first = looks.look(key, ObservationMemory.NONE, ObservationDepth.ANSWERS);
      ClusterView view =
          DiagnosisTable.diagnose(first) instanceof Diagnosis.Whole
              ? first
              : looks.look(key, first.remembered(), ObservationDepth.USUAL);
      return ClusterJson.of(
          key.value(),
          Optional.of(ClusterStand.of(view, DiagnosisTable.diagnose(view))),
          Optional.of(view.at()));
    } catch (Failure unseen) {
      return ClusterJson.of(key.value(), Optional.empty(), Optional.empty())
          .watched(List.of(), Optional.empty(), Optional.of(String.valueOf(unseen.getMessage())));
    }
  }

  private String text(ClustersJson found, ClusterChoice choice) {
    Instant now = quorate.terminal().clock().get();
    StringBuilder text = new StringBuilder();
    found.causes().ifPresent(why -> text.append(why).append("\n\n"));
    found.notice().ifPresent(why -> text.append(why).append("\n\n"));
    text.append(counts(found.counts(), choice)).append('\n');
    Table table = new Table();
    found.clusters().forEach(row -> table.row(row(row, now)));
    if (!found.clusters().isEmpty()) {
      text.append('\n').append(table.text());
    }
    if (found.notShown() > 0) {
      text.append('\n').append(found.notShown()).append(" more are not shown");
      found.next().ifPresent(next -> text.append("; the next page: --page ").append(next));
      text.append('\n');
    }
    return text.toString();
  }

  private static String counts(ClustersJson.CountsJson counts, ClusterChoice choice) {
    String all = Amounts.count(counts.all(), "cluster");
    String which = choice.filters() ? all + " of this choice" : all;
    if (counts.all() == 0) {
      return which + ".";
    }
    String unwell = counts.notWell() == 0 ? "all are well" : counts.notWell() + " not well";
    String unwatched =
        counts.unwatched() == 0 ? "" : ", " + counts.unwatched() + " of them not watched";
    return which + ", " + unwell + unwatched + ".";
  }

  private static String[] row(ClusterJson row, Instant now) {
    boolean known = row.voters() > 0;
    return new String[] {
      row.cluster(),
      row.diagnosis().map(DiagnosisJson::name).orElse("not looked at"),
      known ? Amounts.count(row.voters(), "voter") : "voters not known",
      known ? margin(row) : "margin not known",
      row.lookedAt().map(at -> Amounts.ago(at, now)).orElse("never"),
      sentences(row)
    };
  }

  private static String margin(ClusterJson row) {
    return row.margin() < 0 ? Quorum.missing(row.voters(), row.margin()) : "margin " + row.margin();
  }

  /** The diagnosis, each finding beside it, and what is known of the people's part. */
  private static String sentences(ClusterJson row) {
    StringBuilder text = new StringBuilder();
    row.unwatched().ifPresent(why -> text.append(why).append(' '));
    row.diagnosis().ifPresent(one -> text.append(one.sentence()));
    row.findings().stream()
        .filter(one -> one.diagnosis().isEmpty())
        .filter(Predicate.not(FindingJson::onlyListed))
        .forEach(one -> text.append(' ').append(one.kind()).append(": ").append(one.sentence()));
    row.underWay().ifPresent(what -> text.append(" Under way: ").append(what).append('.'));
    return text.toString().strip();
  }
}
