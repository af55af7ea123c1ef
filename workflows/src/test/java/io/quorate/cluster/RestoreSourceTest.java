package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which of several sources of one history is the furthest. */
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

  @Test
  void ofTwoThatReachEquallyFarNoneIsBehind() {
    RestoreSource one = source("a", 90, 2, 90);
    assertThat(one.isBehind(source("b", 90, 2, 90))).isFalse();
    assertThat(one.isBehind(source("b", 90, 2, 0))).as("its index was not read").isFalse();
    assertThat(one.isBehind(source("b", 91, 2, 91))).isTrue();
  }

  private static String furthest(RestoreSource... sources) {
    return Stream.of(sources).max(RestoreSource.RAFT_ORDER).orElseThrow().saved().file();
  }

  private static RestoreSource source(String file, long revision, long term, long index) {
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
            Instant.EPOCH),
        new Revision(revision),
        index,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }
}
