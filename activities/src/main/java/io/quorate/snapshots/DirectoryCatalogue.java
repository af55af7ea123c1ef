package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Salvage.Trailer;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.KeptSnapshot.Verification;
import io.quorate.port.SnapshotCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Catalogue of the snapshots in a directory; only reads. */
public final class DirectoryCatalogue implements SnapshotCatalogue {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final Comparator<KeptSnapshot> NEWEST_FIRST =
      Comparator.comparing(
              (KeptSnapshot kept) -> kept.saved().map(SavedSnapshot::savedAt).orElse(Instant.MIN))
          .reversed()
          .thenComparing(KeptSnapshot::file);

  private final Path directory;

  public DirectoryCatalogue(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  @Override
  public String place(ClusterKey cluster) {
    return folder(cluster).path().toString();
  }

  @Override
  public List<KeptSnapshot> kept(ClusterKey cluster) {
    SnapshotFolder folder = folder(cluster);
    List<KeptSnapshot> kept = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (CatalogueEntry entry : folder.entries()) {
      known.add(entry.snapshot().file());
      kept.add(entered(folder, entry));
    }
    folder.snapshotFiles().stream()
        .filter(file -> !known.contains(file))
        .forEach(file -> kept.add(withoutEntry(folder, file)));
    kept.sort(NEWEST_FIRST);
    return List.copyOf(kept);
  }

  private static KeptSnapshot entered(SnapshotFolder folder, CatalogueEntry entry) {
    SavedSnapshot saved = entry.snapshot();
    Optional<Long> size = folder.sizeOf(saved.file());
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
        ? kept(entry, size, Verification.BROKEN, entry.damage().map("damaged inside: "::concat))
        : kept(entry, size, Verification.WHEN_SAVED, Optional.empty());
  }

  private static KeptSnapshot kept(
      CatalogueEntry entry, Optional<Long> size, Verification how, Optional<String> why) {
    SavedSnapshot saved = entry.snapshot();
    return new KeptSnapshot(saved.file(), Optional.of(saved), size, how, why, entry.content());
  }

  private static KeptSnapshot withoutEntry(SnapshotFolder folder, String file) {
    return new KeptSnapshot(
        file,
        Optional.empty(),
        folder.sizeOf(file),
        Verification.NO,
        Optional.of(
            "it has no entry in the catalogue: from which cluster it is, and of which revision, is"
                + " not known"),
        Optional.empty());
  }

  @Override
  public KeptSnapshot verify(ClusterKey cluster, KeptSnapshot kept) {
    if (kept.verification() == Verification.MISSING) {
      return kept;
    }
    SnapshotFolder folder = folder(cluster);
    try {
      return switch (digest(folder.path().resolve(kept.file())).finish(trailer(kept))) {
        case TrailerDigest.Broken broken ->
            kept.checked(Verification.BROKEN, Optional.of(broken.why()));
        case TrailerDigest.Whole whole -> judged(kept, whole.sha256());
      };
    } catch (IOException e) {
      throw folder.failure("has a snapshot that cannot be read: " + kept.file(), e);
    }
  }

  private static Trailer trailer(KeptSnapshot kept) {
    return kept.saved().map(SavedSnapshot::trailer).orElse(Trailer.PRESENT);
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

  private static TrailerDigest digest(Path file) throws IOException {
    TrailerDigest digest = new TrailerDigest();
    byte[] block = new byte[BLOCK_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      int read = in.read(block);
      while (read >= 0) {
        digest.update(Arrays.copyOf(block, read));
        read = in.read(block);
      }
    }
    return digest;
  }

  private SnapshotFolder folder(ClusterKey cluster) {
    return new SnapshotFolder(directory.resolve(cluster.value()));
  }
}
