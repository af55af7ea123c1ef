package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.step.ReplicationProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A member that stands still, against one that is only slow; the clock is a number. */
class StandstillTest {
  private static final MemberName THREE = new MemberName("etcd-3");
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

  /** A look reads the disk and the answer of the member, and may get neither. */
  @Test
  void aLookWithoutFiguresIsNoMovement() {
    see(20, 21, Optional.of(400L));
    for (int looks = 0; looks < 7; looks++) {
      pass(Duration.ofSeconds(5));
      see(0, 21, Optional.empty());
      pass(Duration.ofSeconds(5));
      see(20, 21, Optional.of(400L));
    }
    assertThat(standstill.isTooLong(Duration.ZERO)).isTrue();
  }

  @Test
  void aMemberThatReceivesFromTheBeginningGetsTheSameTimeAgain() {
    see(1500, 1536, Optional.empty());
    for (int received = 0; received < 1500; received += 3) {
      pass(Duration.ofSeconds(1));
      see(received, 1536, Optional.empty());
      assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
    }
  }

  @Test
  void aMemberThatReceivesAgainAndAgainStandsStill() {
    see(0, 600, Optional.empty());
    int seconds = 0;
    while (!standstill.isTooLong(Duration.ZERO)) {
      pass(Duration.ofSeconds(1));
      seconds++;
      assertThat(seconds).isLessThan(3600);
      see(seconds % 300, 600, Optional.empty());
    }
    assertThat(seconds).isGreaterThan(900);
    assertThat(standstill.words()).contains(", no progress for 1");
  }

  /** What is written meanwhile makes its database larger, and it never comes nearer. */
  @Test
  void aLearnerThatAppliesLessThanIsWrittenStandsStill() {
    int seconds = 0;
    while (!standstill.isTooLong(Duration.ZERO)) {
      assertThat(seconds).isLessThan(3600);
      long applied = 1000L + 10 * seconds;
      long written = 2000L + 11 * seconds;
      long bytes = (20 + seconds) * MEBIBYTE;
      standstill.see(
          before -> new ReplicationProgress(THREE, bytes, bytes, Optional.of(applied), written));
      pass(Duration.ofSeconds(2));
      seconds += 2;
    }
    assertThat(seconds).isGreaterThan(600);
  }

  @Test
  void aBurstOfWritesIsNoStandstill() {
    for (int seconds = 0; seconds < 300; seconds += 2) {
      long applied = 1000L + 10 * seconds;
      long written = 2000L + 50 * seconds;
      standstill.see(
          before ->
              new ReplicationProgress(THREE, MEBIBYTE, MEBIBYTE, Optional.of(applied), written));
      assertThat(standstill.isTooLong(Duration.ZERO)).isFalse();
      pass(Duration.ofSeconds(2));
    }
  }

  /** The limits hold for any course: whoever comes nearer in time is never told. */
  @Property
  void aMemberThatComesNearerNeverStandsStill(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 59) Integer> pauses) {
    Standstill one = new Standstill(() -> now);
    long applied = 0;
    for (int pause : pauses) {
      long index = applied++;
      one.see(
          before ->
              new ReplicationProgress(THREE, MEBIBYTE, MEBIBYTE, Optional.of(index), 100_000));
      pass(Duration.ofSeconds(pause));
      assertThat(one.isTooLong(Duration.ZERO)).isFalse();
    }
  }

  private void see(long mebibytes, long of, Optional<Long> index) {
    standstill.see(
        before -> new ReplicationProgress(THREE, mebibytes * MEBIBYTE, of * MEBIBYTE, index, 500));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
