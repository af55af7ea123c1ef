package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Sentences;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.UtcTime;
import io.quorate.view.ClusterView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Facts of the cluster of a parked operation, seen once for each park: what the question said of
 * the cluster is old by then. The look takes seconds, so people are told of the park before it.
 */
final class ParkedFacts {
  private static final Logger LOG = LoggerFactory.getLogger(ParkedFacts.class);

  /** Pause after a look that failed. */
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final Function<ClusterKey, ClusterView> looks;
  private final Clock clock;
  private String seen = "";
  private Optional<String> line = Optional.empty();
  private Optional<Instant> failedAt = Optional.empty();

  ParkedFacts(Function<ClusterKey, ClusterView> looks, Clock clock) {
    this.looks = looks;
    this.clock = clock;
  }

  /** Whether the cluster is to be looked at again, because the last look failed. */
  boolean isDue() {
    return failedAt.filter(at -> !clock.instant().isBefore(at.plus(AGAIN))).isPresent();
  }

  /** Returns how the cluster stands, in a line; empty where nobody has looked since the park. */
  Optional<String> of(OperationState state) {
    return line.filter(known -> seen.equals(state.place()) && state.phase() == Phase.PARKED);
  }

  /**
   * Looks at the cluster, once for each park and again after a look that failed; returns whether
   * there is more to show now.
   */
  boolean look(OperationState state) {
    boolean known = seen.equals(state.place()) && !isDue();
    if (state.phase() != Phase.PARKED || known) {
      failedAt = failedAt.filter(at -> known);
      return false;
    }
    seen = state.place();
    Optional<String> before = line.filter(any -> failedAt.isPresent());
    try {
      line = Optional.of(line(looks.apply(state.cluster())));
      failedAt = Optional.empty();
    } catch (RuntimeException unseen) {
      LOG.warn("The cluster of {} could not be looked at", state.operation(), unseen);
      Instant now = clock.instant();
      line =
          before.or(
              () -> Optional.of("At " + UtcTime.of(now) + " the cluster could not be looked at."));
      failedAt = Optional.of(now);
    }
    return !line.equals(before);
  }

  private static String line(ClusterView view) {
    int margin = view.margin();
    return "At "
        + UtcTime.of(view.at())
        + ": "
        + view.voters().size()
        + " voters, "
        + (margin < 0 ? "no quorum" : "margin " + margin)
        + ". "
        + Sentences.ended(DiagnosisTable.diagnose(view).sentence());
  }
}
