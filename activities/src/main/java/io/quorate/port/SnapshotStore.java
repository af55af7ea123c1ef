package io.quorate.port;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Salvage;
import io.quorate.cluster.SavedSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * Store of snapshots, in files that can be used without Quorate. All methods throw a {@link
 * Failure}.
 */
public interface SnapshotStore {
  /**
   * Throws {@link Failure.Refused} with a sentence when a snapshot of about this size could not be
   * saved now.
   */
  void requireRoomFor(ClusterKey cluster, long bytes);

  /**
   * Saves a snapshot: streams it to a temporary name, verifies its SHA-256 trailer and size, syncs,
   * renames it and writes its entry into the catalogue. No incomplete file ever gets a final name.
   */
  SavedSnapshot save(Origin origin, Stream stream);

  /**
   * Saves a snapshot that is made of a stopped member's data, as {@link #save} does. Where its
   * origin says that it has no trailer, only its size is compared with what was said.
   */
  SavedSnapshot saveSalvaged(ClusterKey cluster, SalvagedStream stream);

  /**
   * The snapshot as a file of this machine, for as long as it is borrowed. {@link Failure.Refused}
   * when the file is gone or has another size.
   */
  Borrowed borrow(SavedSnapshot snapshot);

  /**
   * Reads a saved snapshot to its end: every page, and what etcd keeps of itself. One that is
   * damaged inside is marked so in the catalogue, and is {@link Failure.Refused}; one that could
   * not be read is as good as before, and {@link Failure.Transient}.
   */
  SnapshotContent read(SavedSnapshot snapshot);

  /** Writes what a snapshot holds into its entry in the catalogue. */
  void describe(SavedSnapshot snapshot, SnapshotContent content);

  /**
   * The catalogue, newest first, without files that lack an entry or are damaged inside, and
   * entries that lack their file.
   */
  List<SavedSnapshot> list(ClusterKey cluster);

  /** Source of the bytes: {@link Maintenance#snapshot}. */
  @FunctionalInterface
  interface Stream {
    /** Streams all bytes into the sink and returns how many there were. */
    long into(SnapshotSink sink);
  }

  /** Source of the bytes of a snapshot whose origin is known once they have come. */
  @FunctionalInterface
  interface SalvagedStream {
    Arrived into(SnapshotSink sink);
  }

  /** What has come, and how many bytes of it there were. */
  record Arrived(Origin origin, long bytes) {}

  /** A snapshot that can be read until it is given back. */
  interface Borrowed extends AutoCloseable {
    SnapshotFile file();

    @Override
    void close();
  }

  /**
   * Origin of a snapshot.
   *
   * @param atLeast the revision seen before the save
   * @param salvage for one that is made of a stopped member's data
   */
  record Origin(
      ClusterKey cluster,
      ClusterId clusterId,
      MemberName source,
      EtcdVersion version,
      Revision atLeast,
      long raftTerm,
      Optional<Salvage> salvage) {
    /** The origin of one that a member gave. */
    public Origin(
        ClusterKey cluster,
        ClusterId clusterId,
        MemberName source,
        EtcdVersion version,
        Revision atLeast,
        long raftTerm) {
      this(cluster, clusterId, source, version, atLeast, raftTerm, Optional.empty());
    }

    /** Whether the file ends with etcd's own SHA-256. */
    public Salvage.Trailer trailer() {
      return salvage.map(Salvage::trailer).orElse(Salvage.Trailer.PRESENT);
    }
  }
}
