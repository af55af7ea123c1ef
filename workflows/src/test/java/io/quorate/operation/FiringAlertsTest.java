package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FiringAlertsTest {
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");

  private final FiringAlerts episodes = new FiringAlerts();

  @Test
  @Tag("attack-12")
  void aFloodOfFiringAlertsIsBoundedAndALaterAlertIsStillUnanswered() {
    flood(4000);
    assertThat(episodes.all()).hasSize(200);

    episodes.markAnswered(episodes.all());
    assertThat(episodes.unanswered()).isFalse();
    episodes.take(firing("etcdMembersDown", "late"));

    assertThat(episodes.all()).hasSize(200);
    assertThat(episodes.unanswered()).as("the late one was not answered").isTrue();
  }

  @Test
  void anAnsweredAlertIsRememberedLongerThanUnansweredAlerts() {
    Alert answered = firing("etcdNoLeader", "answered");
    episodes.take(answered);
    episodes.markAnswered(List.of(answered));

    flood(1000);

    assertThat(episodes.take(answered)).as("it says nothing new").isFalse();
  }

  @Test
  void resolvedEpisodesAreForgottenFirst() {
    Alert fires = firing("etcdMembersDown", "fires");
    episodes.take(fires);
    IntStream.range(0, 500)
        .forEach(n -> episodes.take(new Alert("etcdNoLeader", "r" + n, NOON, false)));

    assertThat(episodes.all()).hasSize(200).contains(fires);
  }

  @Test
  @Tag("attack-11")
  void aNameOf700KilobytesIsCutAndTheListOfNamesIsShort() {
    IntStream.range(0, 3)
        .forEach(n -> episodes.take(firing(n + "x".repeat(700_000), "y".repeat(700_000) + n)));

    assertThat(episodes.all()).hasSize(3).allMatch(alert -> alert.name().length() == 200);
    assertThat(episodes.firing()).hasSizeLessThan(320).endsWith("… and 2 more");
  }

  @Test
  @Tag("attack-12")
  void onceTheListIsFullAnAlertWithTheNameOfAnAnsweredOneAsksNobody() {
    flood(199);
    episodes.markAnswered(episodes.all());
    episodes.take(firing("flood-7", "other"));
    assertThat(episodes.unanswered()).as("200 are the most").isFalse();

    episodes.take(firing("etcdMembersDown", "new"));
    assertThat(episodes.unanswered()).isTrue();
  }

  @Test
  void whileTheListHasRoomEachAlertIsAskedAboutWhateverItsName() {
    flood(3);
    episodes.markAnswered(episodes.all());
    episodes.take(firing("flood-1", "other"));
    assertThat(episodes.unanswered()).isTrue();
  }

  @Test
  void aStandingFindingIsNewsWhenItSaysSomethingElse() {
    assertThat(episodes.take(standing("85 %", NOON.plusSeconds(60)))).isTrue();
    assertThat(episodes.take(standing("85 %", NOON.plusSeconds(120)))).isFalse();
    assertThat(episodes.standing(NOON.plusSeconds(90))).hasSize(1);
    assertThat(episodes.take(standing("95 %", NOON.plusSeconds(120)))).isTrue();
    assertThat(episodes.all()).hasSize(1);
  }

  @Test
  void aStandingFindingThatIsOverStaysOver() {
    Alert before = standing("85 %", NOON.plusSeconds(60));
    episodes.take(
        new Alert(
            before.name(), before.fingerprint(), before.startsAt(), false, before.standing()));
    assertThat(episodes.take(before)).isFalse();
    assertThat(episodes.standing(NOON)).isEmpty();
  }

  @Test
  void aFindingWhoseSilenceEndedStandsAgain() {
    Alert before = standing("85 %", NOON.plusSeconds(60));
    episodes.take(before);
    episodes.take(
        new Alert(
            before.name(), before.fingerprint(), before.startsAt(), false, before.standing()));

    assertThat(episodes.take(standing("85 %", NOON.plusSeconds(3600)))).isTrue();
    assertThat(episodes.standing(NOON)).hasSize(1);
  }

  @Test
  void aFindingThatIsUrgentForOnePortMoreIsNewsInTheSameWords() {
    episodes.take(ending("client port"));
    assertThat(episodes.take(ending("client port"))).isFalse();
    assertThat(episodes.take(ending("client port", "peer port"))).isTrue();
  }

  private static Alert ending(String... ports) {
    return new Alert(
        "QuorateWatchCertificate",
        "f",
        NOON,
        true,
        Optional.of(
            new Alert.Standing(
                "certificate",
                "",
                "Certificates end: many.",
                NOON.plusSeconds(3600),
                Optional.of("now"),
                Optional.empty(),
                Optional.of(List.of(ports)))));
  }

  private static Alert standing(String sentence, Instant until) {
    return new Alert(
        "QuorateWatchQuotaTrend",
        "f",
        NOON,
        true,
        Optional.of(
            new Alert.Standing(
                "quota-trend", "", sentence, until, Optional.empty(), Optional.empty())));
  }

  private void flood(int alerts) {
    IntStream.range(0, alerts).forEach(n -> episodes.take(firing("flood-" + n, "f" + n)));
  }

  private static Alert firing(String name, String fingerprint) {
    return new Alert(name, fingerprint, NOON, true);
  }
}
