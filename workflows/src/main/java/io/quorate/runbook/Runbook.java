package io.quorate.runbook;

import io.quorate.cluster.Journey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.plan.Prescription;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;

/**
 * A runbook: a pure function from what was seen to what is to be done. It is asked again on fresh
 * facts after every plan, until nothing is left to do.
 *
 * @param <R> the runbook's request, made from the options
 */
public interface Runbook<R> {
  /** The runbook's stable name, append-only: {@code minority-replace}. */
  String name();

  /** The runbook's purpose, in one sentence. */
  String sentence();

  List<Option> options();

  /**
   * The request that these options mean; {@link IllegalArgumentException} with a sentence when they
   * mean none.
   */
  R request(Options options);

  /** Says what the runbook does, without the name of the cluster: {@code replace etcd-1}. */
  String title(R request);

  /** The depth at which the cluster is observed before the runbook is asked. */
  default ObservationDepth depth() {
    return ObservationDepth.USUAL;
  }

  /** The file of the snapshot that the request names, which a look then has to include. */
  default Optional<String> snapshot(R request) {
    return Optional.empty();
  }

  /** How many members the request asks for; 0 where the request asks for no number. */
  default int members(R request) {
    return 0;
  }

  /** The member that the request sends to a node or zone; the platform says whether it can go. */
  default Optional<Journey> journey(R request) {
    return Optional.empty();
  }

  /**
   * Whether the runbook itself answers where too little was seen for a diagnosis; for others that
   * is a wait.
   */
  default boolean answersBlind() {
    return false;
  }

  /**
   * The runbook whose plan is the next round of an operation of this one, with this one's options;
   * empty where this one plans itself.
   */
  default Optional<String> goesOnAs(ClusterView view, R request) {
    return Optional.empty();
  }

  /**
   * Returns the answer of the other runbook, as which this runbook {@linkplain #goesOnAs goes on},
   * as an answer of this runbook.
   */
  default Prescription own(Prescription answer, R request) {
    throw new IllegalStateException(name() + " goes on as no other runbook: " + answer.name());
  }

  Prescription prescribe(ClusterView view, R request);
}
