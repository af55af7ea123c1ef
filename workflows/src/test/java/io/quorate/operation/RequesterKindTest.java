package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequesterKindTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "alert X",
        "ALERT",
        " Alert\tetcdDown",
        "alert\u00a0X",
        "\u2003alert\u2003X",
        "alert\nX"
      })
  void aNameThatLooksLikeAnAlertsIsNobodysHoweverItIsWritten(String name) {
    assertThat(OperationRequest.isAlert(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"alertina", "alert-bot", "dana alert", ""})
  void otherNamesArePeoples(String name) {
    assertThat(OperationRequest.isAlert(name)).isFalse();
  }

  @Test
  void peopleReadOfANameThatNobodyVerified() {
    assertThat(RequesterKind.UNVERIFIED.named("sam")).isEqualTo("sam (unverified)");
    assertThat(RequesterKind.PERSON.named("dana")).isEqualTo("dana");
    assertThat(RequesterKind.ALERT.named("alert etcdDown")).isEqualTo("alert etcdDown");
  }
}
