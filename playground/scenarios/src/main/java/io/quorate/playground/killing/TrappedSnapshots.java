package io.quorate.playground.killing;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import java.util.List;

/**
 * The snapshot store with the trap around a save; {@link TrappedStorage} holds the stream's wait.
 */
record TrappedSnapshots(SnapshotStore real, TrappedAttempt attempt) implements SnapshotStore {
  @Override
  public void requireRoomFor(ClusterKey cluster, long bytes) {
    real.requireRoomFor(cluster, bytes);
  }

  @Override
  public SavedSnapshot save(Origin origin, Stream stream) {
    return attempt.effect(() -> real.save(origin, stream));
  }

  @Override
  public SavedSnapshot saveSalvaged(ClusterKey cluster, SalvagedStream stream) {
    return attempt.effect(() -> real.saveSalvaged(cluster, stream));
  }

  @Override
  public Borrowed borrow(SavedSnapshot snapshot) {
    return real.borrow(snapshot);
  }

  @Override
  public SnapshotContent read(SavedSnapshot snapshot) {
    return real.read(snapshot);
  }

  @Override
  public void describe(SavedSnapshot snapshot, SnapshotContent content) {
    real.describe(snapshot, content);
  }

  @Override
  public List<SavedSnapshot> list(ClusterKey cluster) {
    return real.list(cluster);
  }
}
