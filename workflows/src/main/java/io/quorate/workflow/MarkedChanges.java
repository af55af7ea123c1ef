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

  /** First version that marks what people do, and of an incident what they are shown. */
  private static final int DEEDS = 1;

  /** First version that marks notices too. */
  private static final int NOTICES = 2;

  private int version;
  private int changes;
  private Object last = List.of();

  /**
   * Notes which changes this run marks: a run that an earlier release began marks none, or none of
   * its notices. Call this at the beginning of a run, as {@link PlaceWait#open} has to be.
   */
  void open() {
    version = Workflow.getVersion(CHANGES_ARE_MARKED, Workflow.DEFAULT_VERSION, NOTICES);
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
    markSince(DEEDS);
  }

  /** Marks a notice that an operation shows or withdraws. */
  void markNotice() {
    markSince(NOTICES);
  }

  private void markSince(int first) {
    if (version >= first) {
      changes++;
      Workflow.upsertMemo(Map.of(OperationNames.CHANGES, changes));
    }
  }
}
