package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.ClusterRecords.Kept;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.record.LastComparison;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds of the store in a folder and in S3 alike. */
interface StoreContract {
  ClusterKey PAYMENTS = new ClusterKey("payments");
  Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
  ClusterId OWN = ClusterId.parse("ef37ad9dc622a7c4");
  int LARGE_BYTES = 20 << 20;
  LastComparison EQUAL =
      new LastComparison(
          NOW,
          new Revision(80),
          Set.of("a000", "a001"),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
  LastComparison ODD =
      new LastComparison(
          NOW.plusSeconds(60),
          new Revision(90),
          Set.of("a000", "a001", "a002"),
          Optional.of("etcd-1 has other data than etcd-0 and etcd-2"),
          Optional.of(new MemberName("etcd-1")),
          Optional.empty());

  /** The store of a process that was just started. */
  SnapshotPlace place(Instant now);

  /** The files of a cluster below this name. */
  ObjectStore files(String below);

  /** Whether anything is there that was begun and not finished. */
  boolean hasHalfFiles();

  @Test
  default void aNameThatIsTakenIsNeverWrittenOver() throws IOException {
    ObjectStore files = files("record");
    assertThat(files.create("one", new byte[] {1})).isTrue();
    assertThat(files.create("one", new byte[] {2, 3})).isFalse();
    assertThat(files.get("one")).contains(new byte[] {1});
  }

  @Test
  default void aFileIsListedReplacedAndDeletedByItsName() throws IOException {
    ObjectStore files = files("record");
    assertThat(files.list("")).isEmpty();
    for (String name : List.of("b-1", "a-2", "a-1")) {
      files.create(name, new byte[] {1});
    }
    files.replace("a-1", new byte[] {2, 3});

    assertThat(files.list("a-")).containsOnlyKeys("a-1", "a-2");
    ObjectStore.State state = files.list("").get("a-1");
    assertThat(state.sizeBytes()).isEqualTo(2);
    assertThat(state.isFile()).isTrue();
    assertThat(state.tag()).isNotEqualTo(files.list("").get("a-2").tag());
    files.delete(List.of("a-1", "never-there", "b-1"));
    assertThat(files.list("")).containsOnlyKeys("a-2");
    assertThat(files.get("a-1")).isEmpty();
    assertThatThrownBy(() -> files.open("a-1")).isInstanceOf(IOException.class);
  }

  @Test
  default void aFlippedByteIsNoSnapshot() {
    byte[] bytes = snapshot(LARGE_BYTES);
    bytes[12 << 20] ^= 1;
    requireNotSaved(sink -> pour(bytes, sink), Failure.Transient.class, "changed on the way");
  }

  @Test
  default void aStreamThatBreaksHalfwayLeavesNothing() {
    requireNotSaved(
        sink -> {
          pour(snapshot(LARGE_BYTES), sink);
          throw new Failure.Unknown("the member went away");
        },
        Failure.Unknown.class,
        "the member went away");
  }

  private void requireNotSaved(
      SnapshotStore.Bytes stream, Class<? extends Failure> failure, String sentence) {
    SnapshotPlace place = place(NOW);
    assertThatThrownBy(() -> place.store().save(origin(OWN), stream))
        .isInstanceOf(failure)
        .hasMessageContaining(sentence);
    assertThat(place.catalogue().kept(PAYMENTS)).isEmpty();
    assertThat(hasHalfFiles()).isFalse();
  }

  @Test
  default void drillResultsAreKeptAndASnapshotThatFailedIsNeverOffered() {
    SavedSnapshot good = save(NOW, OWN);
    SavedSnapshot bad = save(NOW.plusSeconds(60), OWN);
    SnapshotStore store = place(NOW).store();
    store.drilled(good, drill(good, Optional.empty()));
    store.drilled(bad, drill(bad, Optional.of("its revision is 7, not 48211")));

    assertThat(store.list(PAYMENTS)).containsExactly(good);
    assertThat(store.drills(PAYMENTS))
        .extracting(Drill::snapshot)
        .containsExactly(bad.file(), good.file());
    var kept = place(NOW).catalogue().kept(PAYMENTS);
    assertThat(kept.getFirst().problem().orElseThrow())
        .isEqualTo("a restore on trial showed: its revision is 7, not 48211");
    assertThat(kept.getLast().wasRestored()).isTrue();
  }

  @Test
  default void ofTwoWritersOfARecordNeitherLosesWhatTheOtherWrote() {
    var one = place(NOW).records();
    var other = place(NOW).records();
    one.update(PAYMENTS, record -> RecordWriter.with(record, 1));
    other.update(PAYMENTS, record -> RecordWriter.with(record, 2));
    one.update(PAYMENTS, record -> RecordWriter.with(record, 3));

    Kept kept = other.read(PAYMENTS);
    assertThat(kept.generation()).isEqualTo(3);
    assertThat(kept.record().orElseThrow().current().orElseThrow().members()).hasSize(3);
  }

  @Test
  default void aDamagedGenerationOfARecordIsSaidAndTheOneBeforeCounts() throws IOException {
    var records = place(NOW).records();
    records.update(PAYMENTS, record -> RecordWriter.with(record, 1));
    files("record").create("record-000000000002.json", new byte[] {'{'});

    Kept kept = records.read(PAYMENTS);
    assertThat(kept.generation()).isEqualTo(1);
    assertThat(kept.damaged()).singleElement().asString().contains("it has no SHA-256");
    records.update(PAYMENTS, record -> RecordWriter.with(record, 2));
    assertThat(records.read(PAYMENTS).generation()).isEqualTo(3);
  }

  @Test
  default void onlyTheLastGenerationsOfARecordAreKept() throws IOException {
    var records = place(NOW).records();
    for (int id = 1; id <= 18; id++) {
      int member = id;
      records.update(PAYMENTS, record -> RecordWriter.with(record, member));
    }
    assertThat(files("record").list(""))
        .hasSize(16)
        .containsKeys("record-000000000003.json", "record-000000000018.json");
  }

  @Test
  default void aComparisonIsKeptAndOnlyOneProcessComparesAtATime() {
    var one = place(NOW).comparisons();
    var other = place(NOW).comparisons();
    assertThat(other.last(PAYMENTS)).isEmpty();
    one.keep(PAYMENTS, EQUAL);
    assertThat(other.last(PAYMENTS)).contains(EQUAL);
    one.keep(PAYMENTS, ODD);
    assertThat(other.last(PAYMENTS)).contains(ODD);
    assertThat(other.last(new ClusterKey("other"))).isEmpty();
    assertThat(place(NOW).catalogue().kept(PAYMENTS)).as("it is no snapshot").isEmpty();
    try (var claim = one.claim(PAYMENTS).orElseThrow()) {
      assertThat(claim).isNotNull();
      assertThat(one.claim(PAYMENTS)).isEmpty();
    }
    assertThat(other.claim(PAYMENTS)).isPresent();
  }

  default SavedSnapshot save(Instant at, ClusterId id) {
    return place(at).store().save(origin(id), sink -> pour(snapshot(4096), sink));
  }

  static long pour(byte[] bytes, SnapshotSink sink) {
    return DirectorySnapshotsTest.pour(bytes, 32 << 10, sink);
  }

  static SnapshotStore.Origin origin(ClusterId id) {
    return new SnapshotStore.Origin(
        PAYMENTS, id, new MemberName("etcd-2"), new EtcdVersion(3, 6, 16), new Revision(48_211), 3);
  }

  private static Drill drill(SavedSnapshot of, Optional<String> mismatch) {
    Instant at = of.savedAt().plusSeconds(5);
    return new Drill(
        of.file(),
        at,
        Duration.ofMillis(1_500),
        Duration.ofSeconds(5),
        mismatch.map(SnapshotFlaw::ofTrial),
        mismatch.isEmpty() ? Optional.of(Duration.ofMillis(7_400)) : Optional.empty());
  }

  /** Pages without a pattern and their SHA-256, as etcd sends them. */
  static byte[] snapshot(int size) {
    byte[] pages = new byte[size];
    new Random(7).nextBytes(pages);
    byte[] all = Arrays.copyOf(pages, size + 32);
    System.arraycopy(Sums.sha256(pages), 0, all, size, 32);
    return all;
  }
}
