package io.quorate.workflow;

import io.quorate.operation.OperationNames;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Map;

/**
 * Changes of one run in Temporal's list. A follower of ten thousand workflows reads one list and
 * asks only the workflows that changed. Each change is an event of the history, so a release that
 * marks at another place, or compares something else, needs a version: compare what is recorded,
 * names and times, and no sentence of a release.
 */
final class MarkedChanges {
  /** Change: Temporal's list shows each change of what people are shown while a workflow waits. */
  private static final String CHANGES_ARE_MARKED = "changes-are-marked";

  private boolean marks;
  private int changes;
  private Object last = List.of();

  /**
   * Notes whether this run marks changes: a run that an earlier release began marks none. Call this
   * at the beginning of a run, as {@link PlaceWait#open} has to be.
   */
  void open() {
    marks = Workflow.getVersion(CHANGES_ARE_MARKED, Workflow.DEFAULT_VERSION, 1) == 1;
  }

  /** Marks a change where what people are shown is another than at the last mark. */
  void mark(Object shown) {
    if (!shown.equals(last)) {
      last = shown;
      mark();
    }
  }

  /** Marks one change. */
  void mark() {
    if (marks) {
      changes++;
      Workflow.upsertMemo(Map.of(OperationNames.CHANGES, changes));
    }
  }
}
