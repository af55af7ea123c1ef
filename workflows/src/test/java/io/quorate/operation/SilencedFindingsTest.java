package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SilencedFindingsTest {
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final String KIND = "leader-flapping";

  @Test
  void aSilenceHoldsForOneClusterAndKindUntilTheEnd() {
    SilencedFindings all = SilencedFindings.NONE.with(until(NOON.plusSeconds(60)), NOON);
    assertThat(all.of(MAIN, KIND, "", NOON.plusSeconds(59))).isPresent();
    assertThat(all.of(MAIN, KIND, "", NOON.plusSeconds(60))).isEmpty();
    assertThat(all.of(new ClusterKey("other"), KIND, "", NOON)).isEmpty();
    assertThat(all.of(MAIN, "quota-trend", "", NOON)).isEmpty();
  }

  @Test
  void aLaterSilenceReplacesAnEarlierOne() {
    SilencedFindings all =
        SilencedFindings.NONE
            .with(until(NOON.plusSeconds(60)), NOON)
            .with(until(NOON.plusSeconds(9)), NOON);
    assertThat(all.all()).containsExactly(until(NOON.plusSeconds(9)));
  }

  @Test
  void aSilenceThatIsOverAtOnceEndsTheEarlierOne() {
    SilencedFindings all = SilencedFindings.NONE.with(until(NOON.plusSeconds(60)), NOON);
    assertThat(all.with(until(NOON), NOON).all()).isEmpty();
  }

  @Test
  void theOldestOfManySilencesAreForgotten() {
    SilencedFindings all = SilencedFindings.NONE;
    for (int number : IntStream.range(0, 150).toArray()) {
      ClusterKey cluster = new ClusterKey("c" + number);
      all =
          all.with(
              new SilencedFinding(
                  cluster, KIND, "dana", "known", NOON.plusSeconds(60), Optional.empty()),
              NOON);
    }
    assertThat(all.all()).hasSize(100);
    assertThat(all.of(new ClusterKey("c149"), KIND, "", NOON)).isPresent();
    assertThat(all.isFull(until(NOON.plusSeconds(60)), NOON)).isTrue();
    assertThat(all.isFull(until(NOON), NOON)).as("an end").isFalse();
    assertThat(all.isFull(all.all().getFirst(), NOON)).as("another time for one").isFalse();
    assertThat(all.isFull(until(NOON.plusSeconds(99)), NOON.plusSeconds(60))).isFalse();
  }

  @Test
  void theSilenceOfOneSubjectHidesNoOther() {
    SilencedFindings all = SilencedFindings.NONE.with(of("etcd-1"), NOON);
    assertThat(all.of(MAIN, KIND, "etcd-1", NOON)).isPresent();
    assertThat(all.of(MAIN, KIND, "etcd-2", NOON)).isEmpty();
    assertThat(all.of(MAIN, KIND, "", NOON)).isEmpty();
    assertThat(all.with(of("etcd-2"), NOON).all()).hasSize(2);
  }

  @Test
  void aSilenceOfAllSubjectsReplacesSilencesOfOne() {
    SilencedFindings all =
        SilencedFindings.NONE.with(of("etcd-1"), NOON).with(until(NOON.plusSeconds(60)), NOON);
    assertThat(all.all()).containsExactly(until(NOON.plusSeconds(60)));
    assertThat(all.of(MAIN, KIND, "etcd-2", NOON)).isPresent();
    assertThat(all.with(until(NOON), NOON).all()).isEmpty();
  }

  private static SilencedFinding of(String subject) {
    return new SilencedFinding(
        MAIN, KIND, "dana", "known", NOON.plusSeconds(60), Optional.of(subject));
  }

  private static SilencedFinding until(Instant end) {
    return new SilencedFinding(MAIN, KIND, "dana", "the disk is ordered", end, Optional.empty());
  }
}
