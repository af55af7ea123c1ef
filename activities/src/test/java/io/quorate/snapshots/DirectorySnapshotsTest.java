package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.Salvage.Way;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectorySnapshotsTest implements StoreContract {
  private static final SnapshotStore.Origin ORIGIN = StoreContract.origin(OWN);

  @TempDir Path directory;

  @Test
  void aCompleteSnapshotGetsAFileNameAndACatalogueEntry() throws IOException {
    byte[] bytes = snapshot();
    var saved = store(NOW).save(ORIGIN, sink -> pour(bytes, 700, sink));
    assertThat(saved.file()).matches("20260304T050607Z-r48211-t3-[0-9a-f]{12}\\.db");
    assertThat(folder().resolve(saved.file())).hasBinaryContent(bytes);
    assertThat(store(NOW).list(PAYMENTS)).containsExactly(saved);
    assertThat(names()).hasSize(2);
  }

  /** A store whose disk is away is not empty: what it has is not known. */
  @Test
  void aStoreThatIsGoneIsNotEmptyAndNothingIsSavedInItsPlace() throws IOException {
    byte[] bytes = snapshot();
    SnapshotPlace place = place(NOW);
    var saved = place.store().save(ORIGIN, sink -> pour(bytes, 700, sink));
    assertThat(place.store().list(PAYMENTS)).containsExactly(saved);
    Path away = directory.resolveSibling(directory.getFileName() + ".away");
    Files.move(directory, away);
    try {
      String gone = "the snapshot directory " + directory.resolve("payments") + " was there and is";
      assertThatThrownBy(() -> place.store().sources(PAYMENTS))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining(gone);
      assertThatThrownBy(() -> place.store().save(ORIGIN, sink -> pour(bytes, 700, sink)))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("look whether its disk is mounted");
      assertThatThrownBy(() -> place.records().read(PAYMENTS))
          .as("the record went with it")
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining(gone);
      assertThat(directory).doesNotExist();
    } finally {
      Files.move(away, directory);
    }
    assertThat(place.store().list(PAYMENTS)).containsExactly(saved);
  }

  /** A process that was just started does not know that the folder was there. */
  @Test
  void noEntryIsWrittenWhereTheFolderOfItsSnapshotIsGone() throws IOException {
    var saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 700, sink));
    Path away = Files.move(folder(), directory.resolve("away"));

    assertThatThrownBy(() -> store(NOW).drilled(saved, good(saved)))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("did not take what is in " + saved.file());
    assertThat(folder()).doesNotExist();

    Files.move(away, folder());
    assertThat(store(NOW).list(PAYMENTS)).containsExactly(saved);
  }

  /** A database file that was salvaged has none of etcd's own. */
  @Test
  void aSalvagedFileWithoutATrailerIsMarkedAndComesBackAsItIs() throws IOException {
    byte[] database = Arrays.copyOf(snapshot(), snapshot().length - 32);
    var salvage =
        new Salvage(
            MemberId.parse("8e9e05c52164694d"), 3, 48_300, Way.DATABASE_FILE, Trailer.MISSING);
    var origin =
        new SnapshotStore.Origin(
            PAYMENTS,
            ORIGIN.clusterId(),
            ORIGIN.source(),
            ORIGIN.version(),
            ORIGIN.atLeast(),
            ORIGIN.raftTerm(),
            Optional.of(salvage));
    var saved = store(NOW).save(origin, sink -> pour(database, 700, sink));
    assertThat(saved.salvage()).contains(salvage);
    assertThat(store(NOW).list(PAYMENTS)).containsExactly(saved);
    assertThat(Files.readString(folder().resolve(CatalogueEntry.nameFor(saved.file()))))
        .contains("\"way\" : \"database-file\"")
        .contains("--skip-hash-check")
        .contains("\"verify\" : \"sha256sum " + saved.file());
    var catalogue = place(NOW).catalogue();
    assertThat(catalogue.verify(PAYMENTS, catalogue.kept(PAYMENTS).getFirst()).verification())
        .isEqualTo(KeptSnapshot.Verification.NOW);
    try (SnapshotStore.LocalSnapshot local = store(NOW).fetch(saved)) {
      assertThat(local.file()).hasBinaryContent(database);
    }
  }

  /** The tool that restores it compares the bytes with the checksum at the end of the file. */
  @Test
  void fetchToRestoreChecksSizeAndTrailerAndNotEveryByte() throws IOException {
    byte[] bytes = snapshot();
    var saved = store(NOW).save(ORIGIN, sink -> pour(bytes, 700, sink));
    Path file = folder().resolve(saved.file());

    Files.write(file, flipped(bytes, 100));
    store(NOW).fetchToRestore(saved).close();
    assertThatThrownBy(() -> store(NOW).fetch(saved))
        .isInstanceOf(Failure.Spoiled.class)
        .hasMessageContaining("bytes were changed on the way");

    Files.write(file, flipped(bytes, bytes.length - 1));
    assertThatThrownBy(() -> store(NOW).fetchToRestore(saved))
        .isInstanceOf(Failure.Spoiled.class)
        .hasMessageContaining("bytes were changed on the way");

    Files.write(file, Arrays.copyOf(bytes, bytes.length - 512));
    assertThatThrownBy(() -> store(NOW).fetchToRestore(saved))
        .isInstanceOf(Failure.Spoiled.class)
        .hasMessageContaining(saved.file() + " must not be restored");

    Files.write(file, another(bytes));
    assertThatThrownBy(() -> store(NOW).fetchToRestore(saved))
        .isInstanceOf(Failure.Spoiled.class)
        .hasMessageContaining("not the one that was saved under this name");
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= 1;
    return flipped;
  }

  /** A whole snapshot with other content. */
  private static byte[] another(byte[] bytes) {
    byte[] other = flipped(bytes, 100);
    byte[] sum = Sums.sha256(Arrays.copyOf(other, other.length - 32));
    System.arraycopy(sum, 0, other, other.length - 32, 32);
    return other;
  }

  /**
   * A person who names a file that cannot be restored reads why. No file outside the folder is
   * read.
   */
  @Test
  void aForeignFileThatCannotBeRestoredSaysWhyAndIsNoSource() throws IOException {
    SavedSnapshot saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    byte[] database = EmptyDatabase.bytes();
    Files.write(folder().resolve("x.db"), database);
    Files.write(folder().resolve("cut"), Arrays.copyOf(database, 8000));
    Files.write(folder().resolve("x.db.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    Files.write(folder().resolve("a copy.db"), database);
    Files.write(directory.resolve("outside.db"), database);

    assertThat(foreign("x.db")).hasValueSatisfying(why -> assertThat(why).contains("damaged"));
    assertThat(foreign("cut")).hasValueSatisfying(why -> assertThat(why).contains("cut off"));
    assertThat(foreign("x.db.gz")).hasValueSatisfying(why -> assertThat(why).contains("unpack"));
    assertThat(foreign("a copy.db"))
        .hasValueSatisfying(why -> assertThat(why).contains("give it a name of letters"));
    assertThat(foreign("../outside.db")).isEmpty();
    assertThat(foreign("no.db")).isEmpty();
    assertThat(foreign(saved.file())).as("it has an entry").isEmpty();
    assertThat(store(NOW).known(PAYMENTS)).extracting(RestoreSource::saved).containsExactly(saved);
  }

  private Optional<String> foreign(String file) {
    return store(NOW)
        .foreign(PAYMENTS, file)
        .flatMap(RestoreSource::unusable)
        .map(SnapshotFlaw::words);
  }

  @Test
  void aSnapshotThatIsDamagedInsideIsMarkedAndNoLongerListed() {
    var saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));

    assertThatThrownBy(() -> store(NOW).read(saved))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is damaged inside")
        .hasMessageContaining("so is the database of " + saved.source());
    assertThat(store(NOW).list(PAYMENTS)).isEmpty();
    assertThat(place(NOW).catalogue().kept(PAYMENTS))
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.verification()).isEqualTo(KeptSnapshot.Verification.BROKEN);
              assertThat(kept.problem().orElseThrow()).startsWith("damaged inside: ");
            });
  }

  @Test
  void aTrialMarksASnapshotAndALaterGoodOneTakesTheMarkBack() {
    SavedSnapshot saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    store(NOW).drilled(saved, Drill.bad(saved, NOW, "restored it has 6 keys"));
    assertThat(store(NOW).list(PAYMENTS)).isEmpty();
    assertThat(store(NOW).known(PAYMENTS))
        .singleElement()
        .satisfies(
            known -> {
              assertThat(known.isMarkedByTrial()).isTrue();
              assertThat(known.unusable().orElseThrow().words()).endsWith("restored it has 6 keys");
            });

    store(NOW).drilled(saved, good(saved));

    assertThat(store(NOW).list(PAYMENTS)).containsExactly(saved);
  }

  @Test
  void aGoodTrialTakesBackNoOtherMark() {
    SavedSnapshot damaged = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    assertThatThrownBy(() -> store(NOW).read(damaged)).isInstanceOf(Failure.Spoiled.class);
    SavedSnapshot tooOld =
        store(NOW.plusSeconds(1)).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    store(NOW).drilled(tooOld, Drill.noBackup(tooOld, NOW, "it holds revision 3 only"));

    store(NOW).drilled(damaged, good(damaged));
    store(NOW).drilled(tooOld, good(tooOld));

    assertThat(store(NOW).list(PAYMENTS)).isEmpty();
    assertThat(store(NOW).known(PAYMENTS)).noneMatch(RestoreSource::isMarkedByTrial);
  }

  private static Drill good(SavedSnapshot saved) {
    return new Drill(
        saved.file(), NOW, Duration.ZERO, Duration.ZERO, Optional.empty(), Optional.empty());
  }

  /** The disk under it does not answer now; what was verified is as good as before. */
  @Test
  void aSnapshotThatCannotBeReadNowStaysListed() throws IOException {
    var saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    Path file = folder().resolve(saved.file());
    Path elsewhere = Files.move(file, directory.resolve("elsewhere"));

    assertThatThrownBy(() -> store(NOW).read(saved))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining(saved.file() + " could not be read");

    Files.move(elsewhere, file);
    assertThat(store(NOW).list(PAYMENTS)).containsExactly(saved);
  }

  @Test
  void damageIsReportedAlsoWhereTheMarkCannotBeWritten() throws IOException {
    var saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    Path entry = folder().resolve(CatalogueEntry.nameFor(saved.file()));
    Files.delete(entry);
    Files.createDirectory(entry);

    assertThatThrownBy(() -> store(NOW).read(saved))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is damaged inside");
  }

  @Test
  void theNewestComesFirst() {
    var old = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    var young = store(NOW.plusSeconds(60)).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    assertThat(store(NOW).list(PAYMENTS)).containsExactly(young, old);
  }

  @Test
  void aTruncatedStreamIsNoSnapshot() {
    byte[] bytes = snapshot();
    requireNotSaved(sink -> pour(Arrays.copyOf(bytes, 1024), 512, sink), Failure.Transient.class);
    requireNotSaved(
        sink -> pour(Arrays.copyOf(bytes, bytes.length - 1), 512, sink), Failure.Transient.class);
    requireNotSaved(sink -> pour(new byte[0], 512, sink), Failure.Transient.class);
  }

  @Test
  void aStreamThatSaysAnotherSizeIsNoSnapshot() {
    requireNotSaved(sink -> pour(snapshot(), 512, sink) + 512, Failure.Transient.class);
  }

  @Test
  void nothingIsReplaced() {
    var first = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    assertThatThrownBy(() -> store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining(first.file());
    assertThat(store(NOW).list(PAYMENTS)).containsExactly(first);
  }

  @Test
  void anEntryWithoutItsBytesIsLeftOut() throws IOException {
    var saved = store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    Files.write(folder().resolve("strange.json"), new byte[] {'{'});
    Files.write(folder().resolve(saved.file()), new byte[10]);
    assertThat(store(NOW).list(PAYMENTS)).isEmpty();
    Files.delete(folder().resolve(saved.file()));
    assertThat(store(NOW).list(PAYMENTS)).isEmpty();
  }

  @Test
  void onlyOurOldHalfFilesAreRemoved() throws IOException {
    Files.createDirectories(folder());
    Path dead = part("quorate-dead.part", Duration.ofHours(2));
    Path alive = part("quorate-alive.part", Duration.ofMinutes(5));
    Path foreign = part("somebody.part", Duration.ofDays(2));
    store(NOW).save(ORIGIN, sink -> pour(snapshot(), 512, sink));
    assertThat(dead).doesNotExist();
    assertThat(alive).exists();
    assertThat(foreign).exists();
  }

  @Test
  void roomIsAskedForWithNumbers() {
    store(NOW).requireRoomFor(PAYMENTS, 1024);
    assertThatThrownBy(() -> store(NOW).requireRoomFor(PAYMENTS, 1L << 50))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageMatching("(?s).*" + directory + ".* has [0-9,]+ MiB free.*needs [0-9,]+ MiB.*");
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    var store = SnapshotPlace.in(file, Clock.fixed(NOW, ZoneOffset.UTC)).store();
    assertThatThrownBy(() -> store.requireRoomFor(PAYMENTS, 1))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(file.toString());
  }

  private void requireNotSaved(SnapshotStore.Bytes stream, Class<? extends Failure> failure) {
    assertThatThrownBy(() -> store(NOW).save(ORIGIN, stream)).isInstanceOf(failure);
    assertThat(names()).isEmpty();
  }

  @Override
  public SnapshotPlace place(Instant now) {
    return SnapshotPlace.in(directory, Clock.fixed(now, ZoneOffset.UTC));
  }

  @Override
  public ObjectStore files(String below) {
    return new FolderStore(
        new StoreDirectory(directory), PAYMENTS, below, Clock.fixed(NOW, ZoneOffset.UTC));
  }

  @Override
  public boolean hasHalfFiles() {
    return names().stream().anyMatch(name -> name.endsWith(".part"));
  }

  private SnapshotStore store(Instant now) {
    return place(now).store();
  }

  private Path folder() {
    return directory.resolve("payments");
  }

  private Path part(String name, Duration age) throws IOException {
    Path path = Files.writeString(folder().resolve(name), "half");
    return Files.setLastModifiedTime(path, FileTime.from(NOW.minus(age)));
  }

  private List<String> names() {
    String[] names = folder().toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  /** Pages of a database and their SHA-256, as etcd sends them. */
  static byte[] snapshot() {
    return StoreContract.snapshot(4096);
  }

  static long pour(byte[] bytes, int size, SnapshotSink sink) {
    try {
      for (int at = 0; at < bytes.length; at += size) {
        int end = Math.min(bytes.length, at + size);
        sink.take(Arrays.copyOfRange(bytes, at, end), bytes.length - end);
      }
      return bytes.length;
    } catch (IOException e) {
      throw new Failure.Unknown("the sink did not take it", e);
    }
  }
}
