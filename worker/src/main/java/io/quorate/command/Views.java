package io.quorate.command;

import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import java.util.function.Function;

/** Views of a verb that has just begun, and their conditions on which exit codes depend. */
final class Views {
  private Views() {}

  /**
   * Looks, and looks once more when nothing was observed. The first calls of a new process on a
   * busy machine may take longer than the 3 s that a member has for its answer.
   */
  static ClusterView seen(Function<ObservationMemory, ClusterView> look, ObservationMemory before) {
    ClusterView view = look.apply(before);
    return nothingObserved(view) ? look.apply(view.remembered()) : view;
  }

  /** Whether no member answered and the hosts do not allow a conclusion either. */
  static boolean nothingObserved(ClusterView view) {
    return DiagnosisTable.diagnose(view) instanceof Diagnosis.Unobservable
        && view.members().stream().allMatch(member -> member.status().isEmpty());
  }
}
