package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.worker.background.PretendedVoters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SilencesTest {
  private static final ClusterKey MAIN = PretendedVoters.MAIN;
  private static final String KIND = "leader-flapping";

  private final PretendedVoters.Time time = new PretendedVoters().time;
  private SilencedFindings said = SilencedFindings.NONE;
  private boolean away;
  private boolean hangs;
  private int asked;
  private final List<Runnable> waiting = new ArrayList<>();
  private final Silences silences = new Silences(this::read, time, this::run);

  @Test
  void aSilenceIsKnownWithinHalfAMinute() {
    assertThat(silences.silence(MAIN, KIND, "")).isEmpty();
    said = silenced();
    time.pass(Duration.ofSeconds(30));
    assertThat(silences.silence(MAIN, KIND, "")).isPresent();
    assertThat(silences.silence(MAIN, "quota-trend", "")).isEmpty();
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void theLastSilencesHoldWhileTemporalIsAway() {
    said = silenced();
    assertThat(silences.silence(MAIN, KIND, "")).isPresent();
    away = true;
    time.pass(Duration.ofMinutes(5));
    assertThat(silences.silence(MAIN, KIND, "")).isPresent();
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void noLookWaitsForATemporalThatDidNotAnswer() {
    away = true;
    assertThat(silences.silence(MAIN, KIND, "")).isEmpty();
    time.pass(Duration.ofSeconds(30));
    hangs = true;
    assertThat(silences.silence(MAIN, KIND, "")).isEmpty();
    assertThat(silences.silence(MAIN, KIND, "")).isEmpty();
    assertThat(waiting).hasSize(1);

    said = silenced();
    away = false;
    waiting.forEach(Runnable::run);
    assertThat(silences.silence(MAIN, KIND, "")).isPresent();
  }

  @Test
  void aKnownSilenceIsToldWithoutTemporal() {
    said = silenced();
    assertThat(silences.areKnownToSilence(MAIN, KIND)).isFalse();
    assertThat(asked).isZero();
    assertThat(silences.silence(MAIN, KIND, "")).isPresent();
    time.pass(Duration.ofMinutes(5));
    assertThat(silences.areKnownToSilence(MAIN, KIND)).isTrue();
    assertThat(asked).isEqualTo(1);
  }

  private void run(Runnable question) {
    if (hangs) {
      waiting.add(question);
    } else {
      question.run();
    }
  }

  private SilencedFindings silenced() {
    return new SilencedFindings(
        List.of(
            new SilencedFinding(
                MAIN, KIND, "dana", "known", time.instant().plusSeconds(3600), Optional.empty())));
  }

  private Optional<SilencedFindings> read(int shard) {
    asked++;
    return away ? Optional.empty() : Optional.of(said);
  }
}
