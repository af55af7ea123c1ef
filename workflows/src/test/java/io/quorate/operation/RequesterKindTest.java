package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import java.util.Map;
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
  void aRequestOfAnEarlierBuildIsAnAlertsOrUnverified() {
    assertThat(by("alert etcdMembersDown").requester()).isEqualTo(RequesterKind.ALERT);
    assertThat(by("sam").requester()).isEqualTo(RequesterKind.UNVERIFIED);
  }

  @Test
  void peopleReadOfANameThatNobodyVerified() {
    assertThat(RequesterKind.UNVERIFIED.named("sam")).isEqualTo("sam (unverified)");
    assertThat(RequesterKind.PERSON.named("dana")).isEqualTo("dana");
    assertThat(RequesterKind.ALERT.named("alert etcdDown")).isEqualTo("alert etcdDown");
  }

  private static OperationRequest by(String name) {
    return new OperationRequest(
        new ClusterKey("payments"), "defragment", Map.of(), name, "a title", null, null);
  }
}
