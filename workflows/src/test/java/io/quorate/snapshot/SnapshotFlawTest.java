package io.quorate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each kind of flaw allows; the words decide nothing. */
class SnapshotFlawTest {
  @ParameterizedTest
  @CsvSource({
    "UNUSABLE, false, false",
    "NOT_SIGNED, false, false",
    "TRIAL, true, true",
    "NO_BACKUP, true, false"
  })
  void onlyADifferenceInATrialIsTakenBackByAGoodTrial(
      SnapshotFlaw.Kind kind, boolean mark, boolean mayPass) {
    SnapshotFlaw flaw = new SnapshotFlaw(kind, "a restore on trial showed: it is no backup: ");

    assertThat(flaw.isMark()).isEqualTo(mark);
    assertThat(flaw.mayPass()).isEqualTo(mayPass);
    assertThat(flaw.marked().kind()).isEqualTo(kind);
  }
}
