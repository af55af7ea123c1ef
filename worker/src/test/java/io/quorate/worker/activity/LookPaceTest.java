package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How soon a notifier looks again. */
class LookPaceTest {
  @Test
  void aChangeOfAMomentAgoIsFollowedClosely() {
    LookPace pace = LookPace.shown(Duration.ofSeconds(2), false, false);
    assertThat(pace.until()).isLessThan(Duration.ofSeconds(1));
    assertThat(pace.step()).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void aCrowdOfMattersIsFollowedLessClosely() {
    assertThat(LookPace.shown(Duration.ZERO, false, true).step())
        .isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void aSubjectThatMarksNothingIsLookedAtTheRarerTheOlder() {
    assertThat(LookPace.shown(Duration.ofMinutes(10), false, false).until())
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(LookPace.shown(Duration.ofDays(1), false, false).until())
        .isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void aSubjectThatMarksEachChangeIsLookedAtEveryThreeMinutes() {
    assertThat(LookPace.shown(Duration.ZERO, true, false).until()).isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void aSubjectInLineWaitsByItsPlaceForHalfAMinuteAtMost() {
    assertThat(LookPace.inLine(5).until()).isEqualTo(Duration.ofMillis(1500));
    assertThat(LookPace.inLine(50).until()).isEqualTo(Duration.ofSeconds(15));
    assertThat(LookPace.inLine(1000).until()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aLookThatCouldNotBeShownIsRepeatedSoonWhateverTheListShows() {
    assertThat(LookPace.unshown().until()).isEqualTo(Duration.ofMillis(1500));
  }
}
