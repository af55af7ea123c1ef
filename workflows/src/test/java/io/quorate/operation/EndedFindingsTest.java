package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndedFindingsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant END = NOON.plus(Duration.ofMinutes(40));

  private final EndedFindings ended = new EndedFindings();

  @Test
  void saysWhatTheFindingWasSinceWhenAndForHowLong() {
    Alert over = finding("etcd-1", false);
    ended.note(over, NOON.plus(Duration.ofMinutes(35)));

    assertThat(ended.words(List.of(over), END))
        .isEqualTo(
            "The finding slow-disk of etcd-1 is over. It stood for 35 min, since 12:00 UTC, and"
                + " said: etcd-1 waits for its disk.");
  }

  @Test
  void theFirstWordOfTheEndCountsUnlessTheFindingStandsAgain() {
    Alert over = finding("", false);
    ended.note(over, NOON.plus(Duration.ofMinutes(5)));
    ended.note(over, NOON.plus(Duration.ofMinutes(6)));
    assertThat(ended.words(List.of(over), END)).contains("slow-disk is over. It stood for 5 min,");

    ended.note(finding("", true), NOON.plus(Duration.ofMinutes(7)));
    ended.note(over, NOON.plus(Duration.ofMinutes(30)));
    assertThat(ended.words(List.of(over), END)).contains("It stood for 30 min,");
  }

  @Test
  void aFindingThatNobodyRepeatedEndedWhenItCountedAsOver() {
    assertThat(ended.words(List.of(finding("", true)), END)).contains("It stood for 20 min,");
  }

  @Test
  void theTimeIsLeftOutWhereAnEarlierRunHeardTheEnd() {
    assertThat(ended.words(List.of(finding("", false)), END))
        .contains("is over. It stood since 12:00 UTC and said: etcd-1");
  }

  @Test
  void manyFindingsAreCountedAndAnAlertOfAlertmanagerIsNone() {
    List<Alert> many = IntStream.range(0, 5).mapToObj(n -> finding("etcd-" + n, true)).toList();
    assertThat(ended.words(many, END))
        .contains("of etcd-0 is", "of etcd-2 is")
        .doesNotContain("of etcd-3")
        .endsWith(" 2 other findings are over, too.");
    assertThat(ended.words(many.subList(0, 4), END)).endsWith(" 1 other finding is over, too.");
    assertThat(ended.words(List.of(new Alert("etcdMembersDown", "f1", NOON, true)), END)).isEmpty();
  }

  @Test
  void aSilencedFindingStillStandsAndSaysWhoSilencedIt() {
    Alert silenced = silenced("etcd-1");
    ended.note(silenced, NOON.plus(Duration.ofMinutes(5)));
    assertThat(ended.words(List.of(silenced), END))
        .isEqualTo(
            "The finding slow-disk of etcd-1 still stands and is silenced by dana until"
                + " 2026-12-03T08:00:00Z, because: it is new. It has stood since 12:00 UTC and"
                + " says: etcd-1 waits for its disk.");
  }

  @Test
  void theTimeOfASilencedFindingGoesOnToItsEnd() {
    ended.note(silenced("etcd-1"), NOON.plus(Duration.ofMinutes(5)));
    Alert over = finding("etcd-1", false);
    ended.note(over, NOON.plus(Duration.ofMinutes(30)));
    assertThat(ended.words(List.of(over), END)).contains("is over. It stood for 30 min,");
  }

  @Test
  void silencedFindingsComeLastAndAreCountedApart() {
    List<Alert> all = new ArrayList<>();
    IntStream.range(0, 3).forEach(n -> all.add(silenced("old-" + n)));
    IntStream.range(0, 5).forEach(n -> all.add(finding("etcd-" + n, true)));
    assertThat(ended.words(all, END))
        .doesNotContain("of old-")
        .endsWith(
            " 2 other findings are over, too. 3 other findings still stand, and nobody is told of"
                + " them.");
    assertThat(ended.words(all.subList(2, 6), END))
        .endsWith(" 1 other finding still stands, and nobody is told of it.");
  }

  private static Alert silenced(String subject) {
    return finding(
        subject,
        false,
        Optional.of("silenced by dana until 2026-12-03T08:00:00Z, because: it is new"));
  }

  private static Alert finding(String subject, boolean firing) {
    return finding(subject, firing, Optional.empty());
  }

  private static Alert finding(String subject, boolean firing, Optional<String> untold) {
    Alert.Standing what =
        new Alert.Standing(
            "slow-disk",
            subject,
            "etcd-1 waits for its disk.",
            NOON.plus(Duration.ofMinutes(20)),
            Optional.empty(),
            untold);
    return new Alert(
        "QuorateWatchSlowDisk", "quorate-watch/" + subject, NOON, firing, Optional.of(what));
  }
}
