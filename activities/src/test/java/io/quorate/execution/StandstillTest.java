package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.step.HowFar;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A member that stands still, against one that is only slow; the clock is a number. */
class StandstillTest {
  private static final long MEBIBYTE = 1 << 20;

  private long now;
  private final Standstill standstill = new Standstill(() -> now);

  @Test
  void aMemberThatReceivesMebibyteByMebibyteNeverStandsStill() {
    for (int received = 0; received < 600; received++) {
      see(received, 600, Optional.empty());
      assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
      pass(Duration.ofSeconds(50));
    }
  }

  @Test
  void aSmallMemberStandsStillAfterAMinuteWithoutAByteOrAnEntry() {
    see(20, 21, Optional.of(400L));
    pass(Duration.ofSeconds(61));
    see(20, 21, Optional.of(401L));
    assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
    pass(Duration.ofSeconds(61));
    see(20, 21, Optional.of(401L));
    assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
    pass(Duration.ofSeconds(1));
    see(20, 21, Optional.of(401L));
    assertThat(standstill.isTooLong(Duration.ZERO)).isTrue();
    assertThat(standstill.words())
        .isEqualTo("etcd-3 has 20 of 21 MiB, 99 entries behind, no progress for 62 s");
  }

  @Test
  void aLargeDatabaseGetsTheTimeToBeOpened() {
    see(1536, 1536, Optional.empty());
    pass(Duration.ofSeconds(200));
    see(1536, 1536, Optional.empty());
    assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
    pass(Duration.ofSeconds(14));
    assertThat(standstill.isTooLong(Duration.ZERO)).isTrue();
    assertThat(standstill.isTooLong(Duration.ofSeconds(15))).isFalse();
  }

  @Test
  void aMemberThatAnswersAtLastHasMoved() {
    see(1536, 1536, Optional.empty());
    pass(Duration.ofMinutes(10));
    see(1536, 1536, Optional.of(7L));
    assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
  }

  @Test
  void nothingIsTooLongBeforeTheFirstLook() {
    pass(Duration.ofHours(1));
    assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
  }

  private void see(long mebibytes, long of, Optional<Long> index) {
    standstill.see(
        before ->
            new HowFar(new MemberName("etcd-3"), mebibytes * MEBIBYTE, of * MEBIBYTE, index, 500));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
