package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that Quorate reserves for operations that no person asks for. */
class OwnNamesTest {
  @Test
  void namesOfAlertsFollowUpsAndScheduledBackupsAreReserved() {
    assertThat(OwnNames.objection(OperationRequest.askedBy("etcdMembersDown")))
        .contains("'alert etcdMembersDown' is how alerts are named; nobody else is");
    assertThat(OwnNames.objection(FollowUpNames.requester("payments.1a2b3c4d")))
        .contains(
            "'after payments.1a2b3c4d' is how operations that follow another one are named;"
                + " nobody else is");
    assertThat(OwnNames.objection(BackupNames.REQUESTER))
        .contains("'backup schedule' is how scheduled backups are named; nobody else is");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "After payments.1A2B3C4D",
        " after\u00a0payments.1a2b3c4d ",
        "after  payments . 1a2b3c4d",
        "Backup\u2003Schedule"
      })
  void aNameThatLooksLikeOneIsNobodysEither(String name) {
    assertThat(OwnNames.objection(name)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dana", "after lunch", "after payments", "backup schedules", "root"})
  void otherNamesArePeoples(String name) {
    assertThat(OwnNames.objection(name)).isEmpty();
  }
}
