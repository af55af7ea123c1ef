package io.quorate.lab.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallCountsTest {
  private static final FleetAddress MEMBER = new FleetAddress(7, 1);

  private final CallCounts counts = CallCounts.ofQuestions();

  @Test
  void threeQuestionsInThirtySecondsAreNoBurden() {
    for (int second : new int[] {0, 1, 2, 31, 62, 63, 64}) {
      counts.count(MEMBER, Duration.ofSeconds(second).toNanos());
    }
    assertThat(counts.tooMany()).isZero();
    assertThat(counts.all()).isEqualTo(7);
  }

  @Test
  void aFourthQuestionInThirtySecondsIsTooMany() {
    for (int second : new int[] {0, 10, 20, 30}) {
      counts.count(MEMBER, Duration.ofSeconds(second).toNanos());
    }
    assertThat(counts.tooMany()).isOne();
  }

  @Test
  void membersAreCountedApart() {
    for (int member = 0; member < 3; member++) {
      counts.count(new FleetAddress(7, member), 1);
      counts.count(new FleetAddress(7, member), 2);
    }
    assertThat(counts.tooMany()).isZero();
    assertThat(counts.members()).isEqualTo(3);
  }
}
