package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Awaits.AwaitInSync.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwaitInSyncTest {
  @Test
  void threeLooksInARowAreNeeded() {
    assertThat(AwaitInSync.inSync(List.of(at(500, 500), at(500, 500)))).isFalse();
    assertThat(AwaitInSync.inSync(List.of(at(500, 500), at(500, 500), at(500, 500)))).isTrue();
  }

  @Test
  void onlyTheLastThreeLooksCount() {
    List<Sample> samples = List.of(at(9000, 10), at(9000, 8990), at(9000, 8995), at(9000, 9000));
    assertThat(AwaitInSync.inSync(samples)).isTrue();
  }

  @Test
  void aHundredEntriesBehindIsInSyncAndOneMoreIsNot() {
    assertThat(AwaitInSync.inSync(List.of(at(500, 400), at(500, 400), at(500, 400)))).isTrue();
    assertThat(AwaitInSync.inSync(List.of(at(501, 400), at(501, 401), at(501, 401)))).isFalse();
    assertThat(AwaitInSync.inSync(List.of(at(501, 401), at(501, 401), at(501, 400)))).isFalse();
  }

  @Test
  void twoSecondsOfWritesBehindAreBorne() {
    assertThat(AwaitInSync.inSync(List.of(at(0, 0), at(2000, 1200), at(4000, 3900)))).isTrue();
    assertThat(AwaitInSync.inSync(List.of(at(4000, 2000), at(6000, 4000), at(8000, 6000))))
        .isTrue();
    assertThat(AwaitInSync.inSync(List.of(at(4000, 1999), at(6000, 4000), at(8000, 6000))))
        .isFalse();
  }

  @Test
  void aLearnerThatFallsBackIsNotInSync() {
    assertThat(AwaitInSync.inSync(List.of(at(4000, 4000), at(6000, 5950), at(8000, 7900))))
        .isTrue();
    assertThat(AwaitInSync.inSync(List.of(at(4000, 4000), at(6000, 5950), at(8000, 7899))))
        .isFalse();
  }

  @Test
  void aRaftSnapshotThatIsBeingAppliedIsNotInSync() {
    Sample applying = new Sample(500, 500, true);
    assertThat(AwaitInSync.inSync(List.of(at(500, 500), applying, at(500, 500)))).isFalse();
  }

  @Test
  void aLearnerAheadOfALateLookAtTheLeaderIsNotBehind() {
    assertThat(at(400, 500).behind()).isZero();
    assertThat(at(500, 400).behind()).isEqualTo(100);
  }

  private static Sample at(long leader, long applied) {
    return new Sample(leader, applied, false);
  }
}
