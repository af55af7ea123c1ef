package io.quorate.playground.killing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quorate.playground.killing.KillPoint.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KillPointTest {
  private static final List<String> STEPS = List.of("add-learner", "verify-cluster");

  @ParameterizedTest
  @ValueSource(
      strings = {"add-learner", "Add Learner", " ADD_learner:After", "add learner : after"})
  void aStepInAnySpellingMeansTheMomentAfterTheStep(String typed) {
    assertThat(KillPoint.of(typed, STEPS)).isEqualTo(new KillPoint("add-learner", Moment.AFTER));
  }

  @Test
  void anUnknownStepIsAnsweredWithTheList() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KillPoint.of("add-voter:before", STEPS))
        .withMessage(
            "there is no step 'add-voter' to kill the worker at. Steps: add-learner,"
                + " verify-cluster");
  }

  @Test
  void anUnknownMomentIsAnsweredWithTheList() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KillPoint.of("add-learner:during", STEPS))
        .withMessage("'during' is no moment of a step. Moments: before, after, wait");
  }

  @Test
  void aKillPointIsReadAsWritten() {
    var point = new KillPoint("verify-cluster", Moment.WAIT);
    assertThat(KillPoint.parse(point.toString())).isEqualTo(point);
  }

  @Test
  void killPointsInActivitiesLeaveOutTheQuestion() {
    var points = KillPoint.at(Moment.WAIT, List.of("add-learner", "ask-approval"));
    assertThat(points).hasSize(2);
    assertThat(KillPoint.inActivities(points))
        .containsExactly(new KillPoint("add-learner", Moment.WAIT));
  }
}
