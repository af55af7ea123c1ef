package io.quorate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which of several sources of one history is the furthest, and their order. */
class RestoreSourceTest {
  @Test
  void theTermDecidesBeforeTheIndex() {
    assertThat(furthest(source("a", 90, 2, 90), source("b", 80, 3, 80))).isEqualTo("b");
  }

  @Test
  void theIndexDecidesInOneTerm() {
    assertThat(furthest(source("b", 80, 2, 88), source("a", 80, 2, 90))).isEqualTo("a");
  }

  /** A snapshot whose content was not read has no index. */
  @Test
  void revisionsDecideWhereAnIndexWasNotRead() {
    assertThat(furthest(source("a", 90, 2, 0), source("b", 80, 2, 95))).isEqualTo("a");
    assertThat(furthest(source("a", 90, 2, 97), source("b", 95, 2, 0))).isEqualTo("b");
  }

  /** What a survivor gives has no term: its files are locked, and its status counts elections. */
  @Test
  void theIndexDecidesWhereATermIsNotKnown() {
    assertThat(furthest(source("backup", 80, 2, 80), source("survivor", 90, 0, 90)))
        .isEqualTo("survivor");
    assertThat(furthest(source("log", 95, 3, 95), source("survivor", 90, 0, 90))).isEqualTo("log");
  }

  /** Comparisons in pairs would go round here: by term, by index, and by index again. */
  @Test
  void aSourceWithoutATermRanksByIndexAgainstTheHighestTerm() {
    RestoreSource stale = source("stale", 20, 2, 20);
    RestoreSource later = source("later", 15, 3, 15);
    RestoreSource untold = source("untold", 17, 0, 17);
    assertThat(RaftOrder.of(List.of(stale, later, untold)))
        .containsExactly(stale, later, untold)
        .isEqualTo(RaftOrder.of(List.of(untold, stale, later)));
    assertThat(furthest(stale, later, source("untold", 14, 0, 14))).isEqualTo("later");
  }

  /** What a survivor gives tells its term by its database from etcd 3.5 on. */
  @Test
  void theTermInTheDatabaseDecidesWhereTheSnapshotNamesNoTerm() {
    RestoreSource stale = source("stale leader", 20, 2, 20);
    assertThat(furthest(stale, source("survivor", 15, 0, 15, Optional.of(3L))))
        .isEqualTo("survivor");
  }

  @Test
  void theOrderOfVeryManyIsTheSameInWhateverOrderTheyAreFound() {
    var random = new Random(7);
    for (int run = 0; run < 50; run++) {
      List<RestoreSource> sources = new ArrayList<>();
      for (int number = 0; number < 80; number++) {
        int index = random.nextInt(12);
        sources.add(source("s" + number, 5 + random.nextInt(12), random.nextInt(4), index));
      }
      List<RestoreSource> order = RaftOrder.of(sources);
      Collections.shuffle(sources, random);
      assertThat(RaftOrder.of(sources)).isEqualTo(order);
      assertThat(order).hasSameElementsAs(sources);
    }
  }

  /** Where all tell term and index, nothing behind the furthest passes it. */
  @Test
  void sourcesWithTermAndIndexAreOrderedByTermThenIndex() {
    List<RestoreSource> order =
        RaftOrder.of(
            List.of(
                source("a", 90, 2, 97),
                source("b", 70, 4, 70),
                source("c", 80, 3, 85),
                source("d", 80, 3, 88)));
    assertThat(order.stream().map(one -> one.saved().file())).containsExactly("a", "c", "d", "b");
  }

  @Test
  void sourcesThatReachEquallyFarAreNotBehindEachOther() {
    RestoreSource one = source("a", 90, 2, 90);
    assertThat(one.isBehind(source("b", 90, 2, 90))).isFalse();
    assertThat(one.isBehind(source("b", 90, 2, 0))).as("its index was not read").isFalse();
    assertThat(one.isBehind(source("b", 91, 2, 91))).isTrue();
  }

  private static String furthest(RestoreSource... sources) {
    return RaftOrder.furthest(Stream.of(sources)).orElseThrow().saved().file();
  }

  private static RestoreSource source(String file, long revision, long term, long index) {
    return source(file, revision, term, index, Optional.empty());
  }

  private static RestoreSource source(
      String file, long revision, long term, long index, Optional<Long> inItsDatabase) {
    return new RestoreSource(
        new SavedSnapshot(
            new ClusterKey("payments"),
            file,
            "00",
            1,
            new Revision(revision),
            term,
            new ClusterId(1),
            new EtcdVersion(3, 6, 0),
            new MemberName("etcd-0"),
            Instant.EPOCH,
            Optional.empty()),
        new Revision(revision),
        index,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        inItsDatabase,
        Optional.empty());
  }
}
