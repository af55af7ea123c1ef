package io.quorate.observation;

import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.BackupAdvice;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Backups of one cluster in the snapshot store. A store that does not answer is part of the answer.
 *
 * @param last the newest backup that could be restored, of the history that the cluster has now;
 *     what was salvaged without quorum is none. Empty where none is known
 * @param drills the restores on trial of its snapshots, the last one first
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
   * @param past what the record has of the cluster, by which snapshots of other histories are told
   */
  public static KeptBackups in(
      SnapshotStore store,
      ClusterKey cluster,
      BackupPolicy policy,
      Optional<SavedSnapshot> recorded,
      RecordedPast past,
      Instant at) {
    try {
      List<SavedSnapshot> kept = store.list(cluster);
      Optional<SavedSnapshot> last =
          kept.stream()
              .filter(saved -> saved.salvage().isEmpty() && past.isOfNow(saved))
              .findFirst();
      Set<String> others =
          kept.stream()
              .filter(saved -> !past.isOfNow(saved))
              .map(SavedSnapshot::file)
              .collect(Collectors.toSet());
      List<Drill> drills =
          store.drills(cluster).stream()
              .filter(drill -> !others.contains(drill.snapshot()))
              .toList();
      Protection protection =
          Protection.of(drills, policy)
              .lost(kept.isEmpty() ? recorded : Optional.empty())
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
