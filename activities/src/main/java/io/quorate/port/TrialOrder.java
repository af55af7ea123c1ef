package io.quorate.port;

import java.util.OptionalLong;

/**
 * Order to restore a snapshot on trial.
 *
 * @param snapshot on the member's host
 * @param bump by how much the revision is raised, with all older ones marked compacted; empty for a
 *     plain restore
 * @param learner whether a member with empty data is to join what was restored, as a learner at
 *     first
 */
public record TrialOrder(SnapshotFile snapshot, OptionalLong bump, boolean learner) {
  /** A restore that no other member joins. */
  public static TrialOrder of(SnapshotFile snapshot, OptionalLong bump) {
    return new TrialOrder(snapshot, bump, false);
  }
}
