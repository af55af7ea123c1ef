package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.Quorum;
import io.quorate.configuration.Configuration;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.wire.ClustersJson;
import io.quorate.wire.WaitingJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;

/** {@code quorate clusters}. */
@Command(name = "clusters", description = "All clusters, one line each. Needs nothing but etcd.")
final class ClustersCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  ClustersCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() throws InterruptedException {
    Configuration configuration = quorate.configuration();
    AskedInPassing passing = AskedInPassing.about(quorate);
    List<ClusterView> views;
    try (Looks looks = quorate.wiring().looks(configuration)) {
      views = all(configuration, looks);
    }
    Table table = new Table();
    Optional<WaitingJson> underWay = quorate.json() ? Optional.empty() : passing.answer();
    views.forEach(view -> table.row(row(view, underWay)));
    quorate.answer(table.text(), ClustersJson.of(views));
    return ExitCode.DONE;
  }

  /**
   * Looks at all clusters at once, because one that does not answer must not hold up the others.
   */
  private static List<ClusterView> all(Configuration configuration, Looks looks)
      throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ClusterView>> futures =
          threads.invokeAll(
              configuration.clusters().keySet().stream()
                  .<Callable<ClusterView>>map(key -> () -> look(key, looks))
                  .toList());
      List<ClusterView> views = new ArrayList<>();
      for (Future<ClusterView> future : futures) {
        views.add(seen(future));
      }
      return views;
    }
  }

  /**
   * Looks at the hosts of a cluster only where its members do not say that all is well: reading
   * files and processes costs many times more than asking the members.
   */
  private static ClusterView look(ClusterKey key, Looks looks) {
    ClusterView view = looks.look(key, ObservationMemory.NONE, ObservationDepth.ANSWERS);
    return DiagnosisTable.diagnose(view) instanceof Diagnosis.Whole
        ? view
        : looks.look(key, view.remembered(), ObservationDepth.USUAL);
  }

  private static ClusterView seen(Future<ClusterView> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed);
    }
  }

  private static String margin(ClusterView view) {
    return view.margin() < 0
        ? Quorum.missing(view.voters().size(), view.margin())
        : "margin " + view.margin();
  }

  private static String[] row(ClusterView view, Optional<WaitingJson> underWay) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    boolean known = view.source() != MembershipSource.NONE;
    return new String[] {
      view.cluster().value(),
      diagnosis.code().words(),
      known ? Amounts.count(view.voters().size(), "voter") : "voters not known",
      known ? margin(view) : "margin not known",
      diagnosis.sentence()
          + underWay
              .flatMap(found -> WaitingText.line(found, view.cluster().value()))
              .map(words -> " " + words)
              .orElse("")
    };
  }
}
