package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Sentences;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.UtcTime;
import io.quorate.view.ClusterView;
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

  private final Function<ClusterKey, ClusterView> looks;
  private String seen = "";
  private Optional<String> line = Optional.empty();

  ParkedFacts(Function<ClusterKey, ClusterView> looks) {
    this.looks = looks;
  }

  /** Returns how the cluster stands, in a line; empty where nobody has looked since the park. */
  Optional<String> of(OperationState state) {
    return line.filter(known -> seen.equals(state.place()) && state.phase() == Phase.PARKED);
  }

  /** Looks at the cluster, once for each park; returns whether there is more to show now. */
  boolean look(OperationState state) {
    if (state.phase() != Phase.PARKED || seen.equals(state.place())) {
      return false;
    }
    seen = state.place();
    try {
      line = Optional.of(line(looks.apply(state.cluster())));
    } catch (RuntimeException unseen) {
      LOG.warn("The cluster of {} could not be looked at", state.operation(), unseen);
      line = Optional.empty();
    }
    return line.isPresent();
  }

  private static String line(ClusterView view) {
    int margin = view.margin();
    return "Now, at "
        + UtcTime.of(view.at())
        + ": "
        + view.voters().size()
        + " voters, "
        + (margin < 0 ? "no quorum" : "margin " + margin)
        + ". "
        + Sentences.ended(DiagnosisTable.diagnose(view).sentence());
  }
}
