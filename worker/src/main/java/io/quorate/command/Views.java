package io.quorate.command;

import io.quorate.cluster.ClusterView;
import io.quorate.diagnosis.Diagnosis;

/** What exit codes depend on. */
final class Views {
  private Views() {}

  /** Nobody answered, and nothing else allows a conclusion either. */
  static boolean nothingObserved(ClusterView view) {
    return Diagnosis.of(view) instanceof Diagnosis.Unobservable
        && view.members().stream().allMatch(member -> member.status().isEmpty());
  }
}
