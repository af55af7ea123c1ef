package io.quorate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Which snapshots go, and which never do. */
class RetentionTest {
  /** A Wednesday. */
  private static final Instant NOW = Instant.parse("2026-03-04T12:00:00Z");

  private static final ClusterId OWN = new ClusterId(7);

  @Test
  void theNewestStayAndTheNewestOfEachDayAndWeek() {
    List<Retention.Kept> all =
        IntStream.range(0, 60).mapToObj(n -> kept(Duration.ofHours(6L * n))).toList();

    List<Retention.Fate> fates = new Retention(3, 4, 3).of(all);

    assertThat(fates.stream().filter(fate -> !fate.goes()).map(RetentionTest::told))
        .containsExactly(
            "2026-03-04T12:00:00Z the newest",
            "2026-03-04T06:00:00Z one of the last 3",
            "2026-03-04T00:00:00Z one of the last 3",
            "2026-03-03T18:00:00Z the newest of its day",
            "2026-03-02T18:00:00Z the newest of its day",
            "2026-03-01T18:00:00Z the newest of its day",
            "2026-02-22T18:00:00Z the newest of its week");
  }

  private static String told(Retention.Fate fate) {
    return fate.snapshot().savedAt() + " " + fate.because().orElseThrow();
  }

  @Test
  void theSnapshotOfTheLastGoodDrillStaysAtAnyAge() {
    Retention.Kept old = kept(Duration.ofDays(400), Optional.of(NOW.minusSeconds(1)), false);
    Retention.Kept older = kept(Duration.ofDays(401), Optional.of(NOW.minusSeconds(9)), false);

    assertThat(goers(new Retention(1, 0, 0), List.of(kept(Duration.ZERO), old, older)))
        .containsExactly(older.saved());
  }

  @Test
  void aSalvagedSnapshotStays() {
    Retention.Kept old = kept(Duration.ofDays(2));
    SavedSnapshot saved = kept(Duration.ofDays(3)).saved();
    Retention.Kept salvaged =
        new Retention.Kept(
            new SavedSnapshot(
                saved.cluster(),
                saved.file(),
                saved.sha256(),
                saved.sizeBytes(),
                saved.atLeast(),
                saved.raftTerm(),
                new ClusterId(9),
                saved.version(),
                saved.source(),
                saved.savedAt(),
                Optional.of(
                    new Salvage(
                        new MemberId(1), 2, 3, Salvage.Way.FORCED_COPY, Salvage.Trailer.PRESENT))),
            Optional.empty(),
            false,
            false,
            "7");
    List<Retention.Kept> all = List.of(kept(Duration.ZERO), old, salvaged);

    assertThat(goers(new Retention(1, 0, 0), all)).containsExactly(old.saved());
  }

  @Test
  void theSnapshotThatTheClusterWasRestoredFromStays() {
    Retention.Kept old = kept(Duration.ofDays(400));
    Retention.Kept origin = new Retention.Kept(old.saved(), Optional.empty(), false, true, "7");

    assertThat(goers(new Retention(1, 0, 0), List.of(kept(Duration.ZERO), origin))).isEmpty();
  }

  @Test
  void aBadSnapshotTakesNoPlaceFromAGoodSnapshot() {
    Retention.Kept bad = kept(Duration.ZERO, Optional.empty(), true);
    Retention.Kept good = kept(Duration.ofHours(6));
    Retention.Kept older = kept(Duration.ofHours(7));

    assertThat(new Retention(1, 1, 1).of(List.of(bad, good, older)))
        .extracting(Retention.Fate::because)
        .containsExactly(
            Optional.of("bad: look at it first"), Optional.of("the newest"), Optional.empty());
  }

  @Test
  void badSnapshotsStayWhereNoGoodSnapshotExists() {
    List<Retention.Kept> all =
        IntStream.range(0, 5)
            .mapToObj(n -> kept(Duration.ofDays(100L * n), Optional.empty(), true))
            .toList();

    assertThat(goers(new Retention(1, 0, 0), all)).isEmpty();
  }

  @Test
  void snapshotsOfAnAbandonedHistoryTakeNoPlaces() {
    Retention.Kept now = kept(Duration.ofHours(9));
    Retention.Kept before = kept(Duration.ofHours(10));
    List<Retention.Kept> all = new ArrayList<>(List.of(now, before));
    IntStream.range(0, 5)
        .mapToObj(n -> of(kept(Duration.ofHours(n)), "7 given up"))
        .forEach(all::add);

    assertThat(goers(new Retention(2, 0, 0), all))
        .doesNotContain(now.saved(), before.saved())
        .containsExactlyInAnyOrder(all.get(6).saved(), all.get(5).saved(), all.get(4).saved());
  }

  @Test
  void theNewestSnapshotIsTheFurthestInRaftAndNotByTheClock() {
    Retention.Kept ahead = at(kept(Duration.ofDays(-1)), 2, 50);
    Retention.Kept later = at(kept(Duration.ofHours(2)), 3, 60);
    Retention.Kept last = at(kept(Duration.ofHours(1)), 3, 70);

    assertThat(goers(new Retention(2, 0, 0), List.of(ahead, later, last)))
        .containsExactly(ahead.saved());
  }

  private static Retention.Kept of(Retention.Kept one, String history) {
    return new Retention.Kept(one.saved(), one.restored(), one.bad(), one.origin(), history);
  }

  private static Retention.Kept at(Retention.Kept one, long term, long revision) {
    SavedSnapshot saved = one.saved();
    return new Retention.Kept(
        new SavedSnapshot(
            saved.cluster(),
            saved.file(),
            saved.sha256(),
            saved.sizeBytes(),
            new Revision(revision),
            term,
            saved.clusterId(),
            saved.version(),
            saved.source(),
            saved.savedAt(),
            Optional.empty()),
        one.restored(),
        one.bad(),
        one.origin(),
        one.history());
  }

  @Property
  void theNewestSnapshotTheNewestGoodSnapshotAndBadSnapshotsNeverGo(
      @ForAll @Size(max = 30) List<@IntRange(max = 2_000) Integer> hours,
      @ForAll @IntRange(max = 5) int last,
      @ForAll @IntRange(max = 5) int daily) {
    List<Retention.Kept> all = new ArrayList<>();
    for (int age : hours) {
      Optional<Instant> restored =
          age % 5 == 0 ? Optional.of(NOW.minusSeconds(age)) : Optional.empty();
      all.add(kept(Duration.ofHours(age), restored, age % 3 == 0));
    }
    List<SavedSnapshot> gone = goers(new Retention(last, daily, 0), all);

    assertThat(all).noneMatch(one -> one.bad() && gone.contains(one.saved()));
    assertThat(newest(all).map(gone::contains)).isNotEqualTo(Optional.of(true));
    assertThat(newest(all.stream().filter(one -> !one.bad()).toList()).map(gone::contains))
        .isNotEqualTo(Optional.of(true));
  }

  private static Optional<SavedSnapshot> newest(List<Retention.Kept> all) {
    return all.stream()
        .map(Retention.Kept::saved)
        .max(Comparator.comparing(SavedSnapshot::savedAt));
  }

  private static List<SavedSnapshot> goers(Retention rule, List<Retention.Kept> all) {
    return rule.of(all).stream()
        .filter(Retention.Fate::goes)
        .map(Retention.Fate::snapshot)
        .toList();
  }

  private static Retention.Kept kept(Duration age) {
    return kept(age, Optional.empty(), false);
  }

  private static Retention.Kept kept(Duration age, Optional<Instant> restored, boolean bad) {
    return new Retention.Kept(
        new SavedSnapshot(
            new ClusterKey("main"),
            age + ".db",
            "ab",
            1,
            new Revision(1),
            1,
            OWN,
            new EtcdVersion(3, 6, 16),
            new MemberName("etcd-1"),
            NOW.minus(age),
            Optional.empty()),
        restored,
        bad,
        false,
        "7");
  }
}
