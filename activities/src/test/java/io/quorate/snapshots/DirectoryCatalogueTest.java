package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.KeptSnapshot.Verification;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryCatalogueTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @TempDir Path directory;
  private SnapshotCatalogue catalogue;

  @BeforeEach
  void open() {
    catalogue = SnapshotPlace.in(directory, Clock.systemUTC()).catalogue();
  }

  @Test
  void aClusterWithoutSnapshotsHasNone() {
    assertThat(catalogue.kept(PAYMENTS)).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void savedSnapshotsAreListedNewestFirstAndCountAsVerifiedWhenSaved() {
    SavedSnapshot old = saved(NOW);
    SavedSnapshot young = saved(NOW.plusSeconds(60));

    assertThat(catalogue.kept(PAYMENTS))
        .extracting(KeptSnapshot::file)
        .containsExactly(young.file(), old.file());
    assertThat(catalogue.kept(PAYMENTS))
        .allMatch(kept -> kept.verification() == Verification.WHEN_SAVED)
        .allMatch(kept -> kept.problem().isEmpty());
  }

  @Test
  void aFileThatIsWholeIsVerifiedNow() {
    saved(NOW);

    assertThat(verified().verification()).isEqualTo(Verification.NOW);
  }

  @Test
  void aFlippedByteIsFoundOnlyByReading() throws IOException {
    Path file = file(saved(NOW));
    byte[] bytes = Files.readAllBytes(file);
    bytes[100] ^= 1;
    Files.write(file, bytes);

    assertThat(catalogue.kept(PAYMENTS).get(0).verification()).isEqualTo(Verification.WHEN_SAVED);
    assertThat(verified().verification()).isEqualTo(Verification.BROKEN);
    assertThat(verified().problem().orElseThrow()).contains("SHA-256");
  }

  @Test
  void aCutOffFileIsFoundWithoutReading() throws IOException {
    Path file = file(saved(NOW));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 1000));

    KeptSnapshot kept = catalogue.kept(PAYMENTS).get(0);
    assertThat(kept.verification()).isEqualTo(Verification.BROKEN);
    assertThat(kept.problem()).hasValue("the file has 1000 bytes, 4128 were saved");
  }

  @Test
  void aFileThatIsGoneIsNamed() throws IOException {
    Files.delete(file(saved(NOW)));

    assertThat(verified().verification()).isEqualTo(Verification.MISSING);
    assertThat(verified().problem()).hasValue("its file is gone");
  }

  @Test
  void aFileWithoutAnEntryIsListedAndNothingIsClaimedOfIt() throws IOException {
    Path file = file(saved(NOW));
    Files.copy(file, file.resolveSibling("copied-here.db"));

    KeptSnapshot stray = catalogue.kept(PAYMENTS).get(1);
    assertThat(stray.file()).isEqualTo("copied-here.db");
    assertThat(stray.saved()).isEmpty();
    assertThat(stray.verification()).isEqualTo(Verification.NO);
    assertThat(stray.problem().orElseThrow()).contains("no entry in the catalogue");
    assertThat(catalogue.verify(PAYMENTS, stray).verification()).isEqualTo(Verification.NOW);
  }

  /** k3s names them without a suffix, and packs them; others copy the database of a member. */
  @Test
  void aForeignFileIsListedWithItsKindAndTheRemedy() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("payments"));
    byte[] database = EmptyDatabase.bytes();
    Files.write(folder.resolve("copied.db"), database);
    Files.write(folder.resolve("on-demand-node-1-1700000000"), Arrays.copyOf(database, 8224));
    Files.write(folder.resolve("cut"), Arrays.copyOf(database, 8000));
    Files.write(folder.resolve("old.db.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    Files.write(folder.resolve("etcd-snapshot.zip"), new byte[] {'P', 'K', 3, 4, 0});
    Files.writeString(folder.resolve("notes.txt"), "about snapshots");

    assertThat(said("copied.db"))
        .contains("a copied database without a SHA-256", "--skip-hash-check");
    assertThat(said("on-demand-node-1-1700000000")).contains("a snapshot that somebody else saved");
    assertThat(said("cut")).contains("it was cut off");
    assertThat(said("old.db.gz")).contains("gzip", "unpack it");
    assertThat(said("etcd-snapshot.zip")).contains("zip", "unpack it");
    assertThat(said("notes.txt")).contains("no snapshot and no database");
    KeptSnapshot copied = kept("copied.db");
    assertThat(catalogue.verify(PAYMENTS, copied)).as("nothing vouches for it").isEqualTo(copied);
    assertThat(catalogue.verify(PAYMENTS, kept("on-demand-node-1-1700000000")).verification())
        .as("its SHA-256 is another")
        .isEqualTo(Verification.BROKEN);
  }

  private String said(String file) {
    return kept(file).problem().orElseThrow();
  }

  private KeptSnapshot kept(String file) {
    return catalogue.kept(PAYMENTS).stream()
        .filter(one -> one.file().equals(file))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anotherSnapshotUnderTheSameNameIsNotTheOneThatWasSaved() throws IOException {
    Path file = file(saved(NOW));
    byte[] other = DirectorySnapshotsTest.snapshot();
    Files.write(file, other);
    Path entry = file.resolveSibling(file.getFileName().toString().replace(".db", ".json"));
    String sha = catalogue.kept(PAYMENTS).get(0).saved().orElseThrow().sha256();
    Files.writeString(entry, Files.readString(entry).replace(sha, "0".repeat(64)));

    assertThat(verified().verification()).isEqualTo(Verification.BROKEN);
    assertThat(verified().problem().orElseThrow()).contains("not the one that was saved");
  }

  private KeptSnapshot verified() {
    return catalogue.verify(PAYMENTS, catalogue.kept(PAYMENTS).get(0));
  }

  private Path file(SavedSnapshot saved) {
    return directory.resolve("payments").resolve(saved.file());
  }

  private SavedSnapshot saved(Instant at) {
    return SnapshotPlace.in(directory, Clock.fixed(at, ZoneOffset.UTC))
        .store()
        .save(
            StoreContract.origin(StoreContract.OWN),
            sink -> StoreContract.pour(DirectorySnapshotsTest.snapshot(), sink));
  }
}
