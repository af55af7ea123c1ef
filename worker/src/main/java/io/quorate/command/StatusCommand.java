package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.ObservationDepth;
import io.quorate.command.WatchedAnswer.Answer;
import io.quorate.configuration.Configuration;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.record.ObservationMemory;
import io.quorate.runbook.Proposal;
import io.quorate.view.ClusterView;
import io.quorate.wire.StatusJson;
import io.quorate.wire.WaitingJson;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code quorate status}. */
@Command(name = "status", description = "Members, margin, diagnosis. Needs nothing but etcd.")
final class StatusCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  @Mixin private WatchedAnswer watch = new WatchedAnswer();

  StatusCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Configuration configuration = quorate.configuration();
    ClusterKey key = quorate.cluster(configuration, cluster).key();
    try (Looks looks = quorate.wiring().looks(configuration)) {
      if (watch.isWanted()) {
        return watch.print(quorate, BETWEEN_LOOKS, watched(key, looks));
      }
      AskedInPassing passing = AskedInPassing.about(quorate, key);
      return once(Views.seen(before -> look(looks, key, before), ObservationMemory.NONE), passing);
    }
  }

  /** Looks again, deeper, where the runbook that would be proposed needs that for its answer. */
  private static ClusterView look(Looks looks, ClusterKey key, ObservationMemory before) {
    ClusterView view = looks.look(key, before);
    LookScope scope = Proposal.scope(view);
    return scope.depth() == ObservationDepth.USUAL
        ? view
        : looks.look(key, view.remembered(), scope);
  }

  private int once(ClusterView view, AskedInPassing passing) {
    quorate.answer(text(view, passing), StatusJson.of(view));
    return exitCode(view);
  }

  /**
   * Returns looks that each remember the look before, because some facts have to hold for a while.
   */
  private Supplier<Answer> watched(ClusterKey key, Looks looks) {
    AtomicReference<ObservationMemory> before = new AtomicReference<>(ObservationMemory.NONE);
    return () -> {
      AskedInPassing passing = AskedInPassing.about(quorate, key);
      ClusterView view = look(looks, key, Objects.requireNonNull(before.get()));
      before.set(view.remembered());
      StatusJson json = StatusJson.of(view);
      return new Answer(text(view, passing), json, json.still(), Optional.empty());
    };
  }

  private String text(ClusterView view, AskedInPassing passing) {
    String key = view.cluster().value();
    Optional<WaitingJson> found = quorate.json() ? Optional.empty() : passing.answer();
    return new StatusText(
            view,
            quorate.terminal().clock().get(),
            quorate.paint(),
            found.map(known -> WaitingText.head(known, key)).orElse(List.of()),
            found.flatMap(known -> WaitingText.line(known, key)))
        .text();
  }

  private static int exitCode(ClusterView view) {
    if (Views.nothingObserved(view)) {
      return ExitCode.UNREACHABLE;
    }
    return DiagnosisTable.diagnose(view) instanceof Diagnosis.Whole
        ? ExitCode.DONE
        : ExitCode.NOT_GOOD;
  }
}
