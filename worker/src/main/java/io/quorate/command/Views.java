package io.quorate.command;

import io.quorate.cluster.ClusterView;
import io.quorate.diagnosis.Diagnosis;

/** Conditions of a view on which exit codes depend. */
final class Views {
  private Views() {}

  /** Whether no member answered and the hosts do not allow a conclusion either. */
  static boolean nothingObserved(ClusterView view) {
    return Diagnosis.of(view) instanceof Diagnosis.Unobservable
        && view.members().stream().allMatch(member -> member.status().isEmpty());
  }
}
