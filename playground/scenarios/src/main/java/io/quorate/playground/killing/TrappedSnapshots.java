package io.quorate.playground.killing;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import java.util.List;
import java.util.Optional;

/**
 * The snapshot store with the trap around a save; {@link TrappedStorage} holds the stream's wait.
 */
record TrappedSnapshots(SnapshotStore real, TrappedAttempt attempt) implements SnapshotStore {
  @Override
  public void requireRoomFor(ClusterKey cluster, long bytes) {
    real.requireRoomFor(cluster, bytes);
  }

  @Override
  public SavedSnapshot save(Origin origin, Bytes stream) {
    return attempt.effect(() -> real.save(origin, stream));
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
  public List<RestoreSource> sources(ClusterKey cluster) {
    return real.sources(cluster);
  }

  @Override
  public List<RestoreSource> known(ClusterKey cluster) {
    return real.known(cluster);
  }

  @Override
  public Optional<RestoreSource> foreign(ClusterKey cluster, String file) {
    return real.foreign(cluster, file);
  }

  @Override
  public LocalSnapshot fetch(SavedSnapshot snapshot) {
    return real.fetch(snapshot);
  }

  @Override
  public LocalSnapshot fetchToRestore(SavedSnapshot snapshot) {
    return real.fetchToRestore(snapshot);
  }

  @Override
  public Optional<SnapshotContent> contentOf(SavedSnapshot snapshot) {
    return real.contentOf(snapshot);
  }

  @Override
  public void remove(SavedSnapshot snapshot) {
    real.remove(snapshot);
  }

  @Override
  public void drilled(SavedSnapshot snapshot, Drill drill) {
    real.drilled(snapshot, drill);
  }

  @Override
  public List<Drill> drills(ClusterKey cluster) {
    return real.drills(cluster);
  }

  @Override
  public List<SavedSnapshot> list(ClusterKey cluster) {
    return real.list(cluster);
  }
}
