package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Failure;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.KeptSnapshot.Verification;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Catalogue of the snapshots on shelves; only reads. */
class ShelfCatalogue implements SnapshotCatalogue {
  /** Far below half a region of G1, 1 MiB in a small heap: larger arrays are costly to collect. */
  static final int BLOCK_BYTES = 128 << 10;

  private static final Comparator<KeptSnapshot> NEWEST_FIRST =
      Comparator.comparing(
              (KeptSnapshot kept) -> kept.saved().map(SavedSnapshot::savedAt).orElse(Instant.MIN))
          .reversed()
          .thenComparing(KeptSnapshot::file);

  /** Most files that are listed and have no entry. */
  private static final int MOST_FOREIGN = 100;

  private final Function<ClusterKey, ClusterSnapshotStore> shelf;

  ShelfCatalogue(Function<ClusterKey, ClusterSnapshotStore> shelf) {
    this.shelf = shelf;
  }

  @Override
  public String place(ClusterKey cluster) {
    return shelf.apply(cluster).files().place();
  }

  @Override
  public List<KeptSnapshot> kept(ClusterKey cluster) {
    ClusterSnapshotStore on = shelf.apply(cluster);
    ClusterSnapshotStore.Contents found = on.contents();
    List<KeptSnapshot> kept = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (CatalogueEntry entry : found.entries()) {
      String location = on.locationOf(entry.snapshot());
      known.add(location);
      kept.add(entered(entry, Optional.ofNullable(found.sizes().get(location))));
    }
    Stream.concat(found.sizes().entrySet().stream(), found.others().entrySet().stream())
        .filter(file -> !known.contains(file.getKey()))
        .limit(MOST_FOREIGN)
        .forEach(file -> kept.add(withoutEntry(on, file.getKey(), file.getValue())));
    kept.sort(NEWEST_FIRST);
    return List.copyOf(kept);
  }

  private static KeptSnapshot entered(CatalogueEntry entry, Optional<Long> size) {
    SavedSnapshot saved = entry.snapshot();
    if (size.isEmpty()) {
      return kept(entry, size, Verification.MISSING, Optional.of("its file is gone"));
    }
    if (size.get() != saved.sizeBytes()) {
      return kept(
          entry,
          size,
          Verification.BROKEN,
          Optional.of(
              "the file has " + size.get() + " bytes, " + saved.sizeBytes() + " were saved"));
    }
    return entry.damage().isPresent()
        ? kept(entry, size, Verification.BROKEN, entry.damage().map(ShelfCatalogue::damage))
        : kept(entry, size, Verification.WHEN_SAVED, Optional.empty());
  }

  private static String damage(SnapshotFlaw flaw) {
    return switch (flaw.kind()) {
      case UNUSABLE -> "damaged inside: " + flaw.words();
      case NOT_SIGNED, TRIAL, NO_BACKUP -> flaw.words();
    };
  }

  private static KeptSnapshot kept(
      CatalogueEntry entry, Optional<Long> size, Verification how, Optional<String> why) {
    SavedSnapshot saved = entry.snapshot();
    return new KeptSnapshot(
        saved.file(), Optional.of(saved), size, how, why, entry.content(), entry.drill());
  }

  private static KeptSnapshot withoutEntry(ClusterSnapshotStore on, String file, long size) {
    return new KeptSnapshot(
        file,
        Optional.empty(),
        Optional.of(size),
        Verification.NO,
        Optional.of("it has no entry in the catalogue: " + foreign(on, file, size)),
        Optional.empty(),
        Optional.empty());
  }

  private static String foreign(ClusterSnapshotStore on, String file, long size) {
    try (InputStream in = on.files().open(file)) {
      return ForeignFile.in(in, size).words();
    } catch (IOException | Failure unread) {
      return "what it is could not be read (" + unread.getMessage() + ")";
    }
  }

  /** Whether the end of a file that has no entry can tell whether its bytes are right. */
  private static boolean tellsNothing(KeptSnapshot kept) {
    return kept.saved().isEmpty() && !ForeignFile.hasSum(kept.sizeBytes().orElse(0L));
  }

  @Override
  public KeptSnapshot verify(ClusterKey cluster, KeptSnapshot kept) {
    if (kept.verification() == Verification.MISSING || tellsNothing(kept)) {
      return kept;
    }
    ClusterSnapshotStore on = shelf.apply(cluster);
    String location = kept.saved().map(on::locationOf).orElse(kept.file());
    try (InputStream in = on.files().open(location)) {
      return switch (digest(in).finish(trailer(kept))) {
        case TrailerDigest.Broken broken ->
            kept.checked(Verification.BROKEN, Optional.of(broken.why()));
        case TrailerDigest.Whole whole -> judged(kept, whole.sha256());
      };
    } catch (IOException e) {
      throw on.files().failure("has a snapshot that cannot be read: " + kept.file(), e);
    }
  }

  private static KeptSnapshot judged(KeptSnapshot kept, String sha256) {
    if (kept.verification() == Verification.BROKEN) {
      return kept;
    }
    boolean other = kept.saved().filter(saved -> !saved.sha256().equals(sha256)).isPresent();
    return other
        ? kept.checked(
            Verification.BROKEN,
            Optional.of("it is a whole snapshot, but not the one that was saved under this name"))
        : kept.checked(Verification.NOW, kept.problem());
  }

  private static Salvage.Trailer trailer(KeptSnapshot kept) {
    return kept.saved().map(SavedSnapshot::trailer).orElse(Salvage.Trailer.PRESENT);
  }

  /** Reads a snapshot to its end. */
  static TrailerDigest digest(InputStream in) throws IOException {
    TrailerDigest digest = new TrailerDigest();
    byte[] block = new byte[BLOCK_BYTES];
    int read = in.read(block);
    while (read >= 0) {
      digest.update(block, read);
      read = in.read(block);
    }
    return digest;
  }
}
