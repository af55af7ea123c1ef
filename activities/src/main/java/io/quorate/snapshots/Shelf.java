package io.quorate.snapshots;

import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import io.quorate.port.SnapshotStore.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Snapshots of one cluster, with their entries: a folder, or a prefix in S3. What a whole snapshot
 * is, and when it may be offered, is decided above it and is one for both.
 */
interface Shelf {
  /** The location, in words. */
  String place();

  /** Throws {@link Failure.Refused} when a snapshot of about this size could not be saved now. */
  void requireRoomFor(long bytes);

  /**
   * Begins a snapshot that nobody sees before {@link Writing#finish}; what attempts that are long
   * dead left behind is removed first.
   *
   * @param at part of its name
   */
  Writing begin(Origin origin, Instant at) throws IOException;

  /** Writes the entry beside its snapshot, so that a reader sees the whole entry or none. */
  void enter(CatalogueEntry entry) throws IOException;

  /** What is there now. */
  Contents contents();

  /** Where an entry's file stands: its key in {@link Contents#sizes}. */
  String locationOf(SavedSnapshot snapshot);

  /** Opens a file by its key in {@link Contents#sizes}. */
  InputStream open(String location) throws IOException;

  /** Returns the state of a file, by its key in {@link Contents}. */
  State state(String location) throws IOException;

  /**
   * Returns why a file without an entry must not be restored, in words; empty where the file may be
   * restored.
   */
  default Optional<String> foreignObjection() {
    return Optional.empty();
  }

  /** The snapshot as a file of this machine, its bytes not yet checked. */
  LocalSnapshot local(SavedSnapshot snapshot) throws IOException;

  /** Removes a snapshot and its entry; the entry first, so that no entry lacks its file. */
  void remove(SavedSnapshot snapshot) throws IOException;

  /**
   * Time by the clock of the place, as it was told last and carried on until now; empty where it
   * has none of its own, or has not been asked.
   */
  default Optional<Instant> now() {
    return Optional.empty();
  }

  /** The failure to tell people of. */
  Failure failure(String what, IOException e);

  /**
   * State of a file at one moment, by which a change is recognised.
   *
   * @param changedAt when the file was last changed
   * @param sizeBytes the size of the file in bytes
   * @param tag a text that differs after each change of the file
   */
  record State(Instant changedAt, long sizeBytes, String tag) {}

  /**
   * Entries and files, as one listing found them.
   *
   * @param entries the newest first, whether their files are there or not
   * @param sizes all files that end in {@code .db}, with their sizes in bytes
   * @param others files of other names, which Quorate did not write, with their sizes in bytes
   */
  record Contents(
      List<CatalogueEntry> entries, Map<String, Long> sizes, Map<String, Long> others) {}
}
