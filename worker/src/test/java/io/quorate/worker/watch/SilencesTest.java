package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.worker.background.PretendedVoters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilencesTest {
  private static final ClusterKey MAIN = PretendedVoters.MAIN;
  private static final String KIND = "leader-flapping";

  private final PretendedVoters.Time time = new PretendedVoters().time;
  private SilencedFindings said = SilencedFindings.NONE;
  private boolean away;
  private int asked;
  private final Silences silences = new Silences(this::read, time);

  @Test
  void aSilenceIsKnownWithinHalfAMinute() {
    assertThat(silences.test(MAIN, KIND)).isFalse();
    said = silenced();
    time.pass(Duration.ofSeconds(30));
    assertThat(silences.test(MAIN, KIND)).isTrue();
    assertThat(silences.test(MAIN, "quota-trend")).isFalse();
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void theLastSilencesHoldWhileTemporalIsAway() {
    said = silenced();
    assertThat(silences.test(MAIN, KIND)).isTrue();
    away = true;
    time.pass(Duration.ofMinutes(5));
    assertThat(silences.test(MAIN, KIND)).isTrue();
  }

  private SilencedFindings silenced() {
    return new SilencedFindings(
        List.of(
            new SilencedFinding(MAIN, KIND, "dana", "known", time.instant().plusSeconds(3600))));
  }

  private SilencedFindings read(int shard) {
    asked++;
    if (away) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    return said;
  }
}
