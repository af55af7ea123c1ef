package io.quorate.port;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import java.nio.file.Path;
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
  SavedSnapshot save(Origin origin, Bytes bytes);

  /**
   * Reads a saved snapshot to its end: every page, and what etcd keeps of itself. One that is
   * damaged inside is marked so in the catalogue, and is {@link Failure.Spoiled}; one that could
   * not be read is as good as before, and {@link Failure.Transient}.
   */
  SnapshotContent read(SavedSnapshot snapshot);

  /** Writes what a snapshot holds into its entry in the catalogue. */
  void describe(SavedSnapshot snapshot, SnapshotContent content);

  /**
   * Returns the content of a snapshot as the catalogue describes it; empty where the content was
   * not read.
   */
  Optional<SnapshotContent> contentOf(SavedSnapshot snapshot);

  /**
   * Writes what a restore on trial showed into the snapshot's entry. One that is not what its entry
   * says is marked, and never offered again.
   */
  void drilled(SavedSnapshot snapshot, Drill drill);

  /**
   * Removes a snapshot and its entry. {@link io.quorate.snapshot.Retention} says which go and which
   * never do.
   */
  void remove(SavedSnapshot snapshot);

  /**
   * How far the clock of the store is from that of this machine, in words, by what it answered
   * last; empty where they agree, and where the store has no clock of its own.
   */
  default Optional<String> clockTrouble(ClusterKey cluster) {
    return Optional.empty();
  }

  /** The restores on trial of the snapshots that are kept, the last one first. */
  List<Drill> drills(ClusterKey cluster);

  /**
   * The catalogue, newest first, without files that lack an entry or are damaged inside, and
   * entries that lack their file.
   */
  List<SavedSnapshot> list(ClusterKey cluster);

  /** The {@linkplain #list catalogue} with what is known of each snapshot's content. */
  List<RestoreSource> sources(ClusterKey cluster);

  /**
   * The {@linkplain #sources sources} and, with why they must not be restored, the other snapshots
   * that have an entry: they tell how far the cluster was.
   */
  List<RestoreSource> known(ClusterKey cluster);

  /**
   * Reads a file that somebody else put among the snapshots, as a source that a person named. The
   * file is a copy of a database, or a snapshot. The store reads the file to its end, unless the
   * store has read the file since the last change. {@link RestoreSource#unusable} says why a file
   * cannot be restored. Empty where there is no such file, or where the catalogue has an entry for
   * the file. The store never writes an entry for the file.
   *
   * @param file the name of the file, as the catalogue lists it
   */
  Optional<RestoreSource> foreign(ClusterKey cluster, String file);

  /** A snapshot as a source of a restore, with what was read of it. */
  static RestoreSource source(SavedSnapshot saved, Optional<SnapshotContent> content) {
    return new RestoreSource(
        saved,
        content.map(SnapshotContent::revision).orElse(saved.atLeast()),
        content.map(SnapshotContent::raftIndex).orElse(0L),
        content.flatMap(SnapshotContent::keys).map(SnapshotContent.KeysOfSource::count),
        content.map(SnapshotContent::alarms).orElse(List.of()),
        content.flatMap(SnapshotContent::downgradeTo),
        content.map(SnapshotContent::authentication),
        content.flatMap(SnapshotContent::raftTerm).filter(term -> saved.version().tellsTerm()),
        Optional.empty());
  }

  /**
   * The snapshot as a file of this machine, for the tools that restore it: its SHA-256 was compared
   * with the one it had when it was saved just now. A file with other bytes is {@link
   * Failure.Spoiled}.
   */
  LocalSnapshot fetch(SavedSnapshot snapshot);

  /**
   * The snapshot as a file of this machine, for a restore by etcd's own tool, which compares its
   * bytes with the SHA-256 at its end (docs/etcd.md#snapshots). That one, and the size, are those
   * that it had when it was saved; one without is compared here. A file that ends otherwise is
   * {@link Failure.Spoiled}.
   */
  LocalSnapshot fetchToRestore(SavedSnapshot snapshot);

  /** A file of this machine until it is closed. */
  record LocalSnapshot(Path file, Runnable discard) implements AutoCloseable {
    @Override
    public void close() {
      discard.run();
    }
  }

  /** Source of the bytes: {@link Maintenance#snapshot}. */
  @FunctionalInterface
  interface Bytes {
    /** Streams all bytes into the sink and returns how many there were. */
    long into(SnapshotSink sink);
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
