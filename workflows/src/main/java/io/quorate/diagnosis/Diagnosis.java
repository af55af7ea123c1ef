package io.quorate.diagnosis;

import io.quorate.cluster.ClusterView;
import java.util.Optional;

/**
 * What is wrong, out of the ranked table of docs/etcd.md#ranked-table ({@link DiagnosisTable}).
 * Runbooks switch on the few families below, so that a new row does not touch every runbook.
 */
public sealed interface Diagnosis {
  /** The stable name of the row, append-only: {@code minority-lost}. */
  String name();

  /** What is wrong and what it means, in a sentence or two. */
  String sentence();

  /** The runbook that answers it, whether this version has it or a later one. */
  Optional<String> runbook();

  static Diagnosis of(ClusterView view) {
    return DiagnosisTable.first(view);
  }

  /** Every voter votes and nothing is under way. */
  record Whole(String sentence) implements Diagnosis {
    @Override
    public String name() {
      return "whole";
    }

    @Override
    public Optional<String> runbook() {
      return Optional.empty();
    }
  }

  /** Quorum holds, and something is wrong with a minority of the members. */
  record Impaired(String name, String sentence, Optional<String> runbook) implements Diagnosis {}

  /** Something is under way: a learner, an upgrade, an election. */
  record InMotion(String name, String sentence, Optional<String> runbook) implements Diagnosis {}

  /**
   * Members contradict each other, or an alarm says that the cluster cannot be trusted as it is.
   */
  record Inconsistent(String name, String sentence, Optional<String> runbook)
      implements Diagnosis {}

  /** No quorum: writes and linearizable reads stop. */
  record QuorumLost(String name, String sentence, Optional<String> runbook) implements Diagnosis {}

  /** Too little was seen to say anything. */
  record Unobservable(String name, String sentence) implements Diagnosis {
    @Override
    public Optional<String> runbook() {
      return Optional.empty();
    }
  }
}
