package io.quorate.port;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.SavedSnapshot;
import java.util.List;

/**
 * Where snapshots are kept, in files that can be used without Quorate. All methods throw a {@link
 * Failure}.
 */
public interface SnapshotStore {
  /**
   * Whether a snapshot of about this size could be saved now; {@link Failure.Refused} with a
   * sentence when not.
   */
  void requireRoomFor(ClusterKey cluster, long bytes);

  /**
   * Streams a snapshot to a temporary name, verifies its SHA-256 trailer and size, syncs, renames
   * and writes it into the catalogue. Whatever fails, no half file is ever under a final name.
   */
  SavedSnapshot save(Origin origin, Stream stream);

  /** The catalogue, newest first; a file without an entry or without its bytes is left out. */
  List<SavedSnapshot> list(ClusterKey cluster);

  /** Brings the bytes: {@link Maintenance#snapshot}. */
  @FunctionalInterface
  interface Stream {
    /** Streams all bytes into the sink and returns how many there were. */
    long into(SnapshotSink sink);
  }

  /**
   * Where a snapshot comes from.
   *
   * @param atLeast the revision seen before the save
   */
  record Origin(
      ClusterKey cluster,
      ClusterId clusterId,
      MemberName source,
      EtcdVersion version,
      Revision atLeast,
      long raftTerm) {}
}
