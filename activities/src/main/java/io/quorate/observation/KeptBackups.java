package io.quorate.observation;

import io.quorate.cluster.BackupPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.Protection;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.BackupAdvice;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Backups of one cluster in the snapshot store. A store that does not answer is part of the answer.
 *
 * @param last the newest snapshot that could be restored; empty where none is known
 * @param drills the restores on trial, the last one first
 */
public record KeptBackups(
    ClusterKey cluster,
    Optional<SavedSnapshot> last,
    List<Drill> drills,
    Protection protection,
    Instant at) {
  /**
   * Reads the store.
   *
   * @param recorded the last snapshot that is known from elsewhere: where the store has none that
   *     could be restored, it was emptied
   */
  public static KeptBackups in(
      SnapshotStore store,
      ClusterKey cluster,
      BackupPolicy policy,
      Optional<SavedSnapshot> recorded,
      Instant at) {
    try {
      Optional<SavedSnapshot> last = store.list(cluster).stream().findFirst();
      List<Drill> drills = store.drills(cluster);
      Protection protection =
          Protection.of(drills, policy)
              .lost(last.isPresent() ? Optional.empty() : recorded)
              .clockOff(store.clockTrouble(cluster));
      return new KeptBackups(cluster, last, drills, protection, at);
    } catch (Failure unread) {
      Protection protection = Protection.unread(String.valueOf(unread.getMessage()), policy);
      return new KeptBackups(cluster, Optional.empty(), List.of(), protection, at);
    }
  }

  /** Advice on these backups. */
  public List<Advice> advice() {
    return new BackupAdvice(cluster, protection, last, at).all();
  }
}
