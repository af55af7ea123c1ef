package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When an incident itself tells people of its trouble. */
class NotificationLogTest {
  private static final IncidentLimits LIMITS = IncidentLimits.OF_THIS_RELEASE;
  private static final Instant BEGIN = Instant.parse("2026-03-01T03:00:00Z");

  private static final Alert.Standing ETCD_1 = finding("etcd-1", "now");
  private static final Alert.Standing ETCD_2 = finding("etcd-2", "now");

  private final NotificationLog tellings = new NotificationLog();

  @Test
  void troubleThatPassesWithinTheSilenceIsNotTold() {
    note(0, "quorum-lost");
    note(20, "");
    note(40, "quorum-lost");
    assertThat(isDue(60)).isFalse();
    assertThat(isDue(70)).isTrue();
  }

  @Test
  void troubleThatChangesItsNameAllTheTimeIsToldAllTheSame() {
    for (int second = 0; second <= 30; second += 10) {
      note(second, second % 20 == 0 ? "quorum-lost" : "not-seen");
    }
    assertThat(isDue(30)).isTrue();
  }

  @Test
  void theSameTroubleIsToldOnce() {
    tell(30, "quorum-lost");
    note(40, "quorum-lost");
    assertThat(tellings.due(LIMITS)).isEmpty();
  }

  @Test
  void anotherTroubleIsToldAgainAfterAPauseThatGrows() {
    assertThat(tell(30, "not-seen")).as("first").isTrue();
    note(40, "quorum-lost");
    assertThat(isDue(89)).as("a minute after the first").isFalse();
    assertThat(isDue(90)).isTrue();
    assertThat(tell(90, "quorum-lost")).as("first").isFalse();
    assertThat(tellings.times()).isEqualTo(2);

    note(100, "not-seen");
    assertThat(isDue(90 + 299)).isFalse();
    assertThat(isDue(90 + 300)).isTrue();
  }

  @Test
  void troubleThatComesBackAfterAnOperationToldOfAnotherIsToldAgain() {
    tell(30, "quorum-lost");
    note(500, "");
    note(600, "quorum-lost");
    assertThat(isDue(629)).isFalse();
    assertThat(isDue(630)).isTrue();
  }

  @Test
  void findingsInAnotherOrderAreToldOnce() {
    tell(30, NotificationLog.trouble(List.of(ETCD_1, ETCD_2)));
    note(5000, NotificationLog.trouble(List.of(ETCD_2, ETCD_1)));
    assertThat(tellings.due(LIMITS)).isEmpty();
  }

  @Test
  void aFindingMoreIsToldAndAFindingLessIsNot() {
    tell(30, NotificationLog.trouble(List.of(ETCD_1)));
    note(5000, NotificationLog.trouble(List.of(ETCD_1, ETCD_2)));
    assertThat(isDue(5030)).as("also urgent for etcd-2").isTrue();
    tellings.tell(at(5030));
    note(10_000, NotificationLog.trouble(List.of(ETCD_2)));
    assertThat(tellings.due(LIMITS)).as("over for etcd-1").isEmpty();
  }

  @Test
  void anUrgentFindingDoesNotWaitForThePauseAfterOtherNews() {
    Alert.Standing soon = finding("etcd-1", "soon");
    for (long second : new long[] {30, 5000, 10_000, 15_000}) {
      note(second - 10, "");
      tell(second, NotificationLog.trouble(List.of(soon)));
    }
    note(15_010, "not-seen");
    assertThat(isDue(15_000 + 3599)).as("no urgent news").isFalse();
    note(15_020, NotificationLog.trouble(List.of(soon)));
    note(15_100, NotificationLog.trouble(List.of(soon, ETCD_2)));
    assertThat(isDue(15_129)).isFalse();
    assertThat(isDue(15_130)).isTrue();
  }

  @Test
  void aFindingThatIsUrgentOnAndOffWaitsForThePause() {
    tell(30, NotificationLog.trouble(List.of(ETCD_1, ETCD_2)));
    note(40, NotificationLog.trouble(List.of(finding("etcd-1", "soon"), ETCD_2)));
    note(45, NotificationLog.trouble(List.of(ETCD_1, ETCD_2)));
    assertThat(isDue(89)).isFalse();
    assertThat(isDue(90)).isTrue();
  }

  @Test
  void aFindingThatComesBackBesideAnotherIsToldAgain() {
    tell(30, NotificationLog.trouble(List.of(ETCD_1, ETCD_2)));
    note(5000, NotificationLog.trouble(List.of(ETCD_2)));
    note(10_000, NotificationLog.trouble(List.of(ETCD_1, ETCD_2)));
    assertThat(isDue(10_030)).isTrue();
  }

  @Test
  void aFindingThatIsUrgentNoMoreIsNotTold() {
    tell(30, NotificationLog.trouble(List.of(ETCD_1)));
    note(5000, NotificationLog.trouble(List.of(finding("etcd-1", "soon"))));
    assertThat(tellings.due(LIMITS)).isEmpty();
  }

  @Test
  void theNextRunKnowsWhatWasTold() {
    tell(30, "quorum-lost");
    NotificationLog next = new NotificationLog();
    next.restore(memory(tellings.last()));
    next.note(Optional.of("quorum-lost"), at(100));
    assertThat(next.due(LIMITS)).isEmpty();
    assertThat(next.times()).isOne();
  }

  private static Alert.Standing finding(String member, String urgency) {
    return new Alert.Standing(
        "next-start",
        member,
        "It takes another directory.",
        at(9000),
        Optional.of(urgency),
        Optional.empty());
  }

  private void note(long second, String trouble) {
    tellings.note(Optional.of(trouble).filter(name -> !name.isEmpty()), at(second));
  }

  private boolean tell(long second, String trouble) {
    note(second, trouble);
    return tellings.tell(at(second));
  }

  private boolean isDue(long second) {
    return tellings.due(LIMITS).filter(due -> !at(second).isBefore(due)).isPresent();
  }

  private static Instant at(long second) {
    return BEGIN.plus(Duration.ofSeconds(second));
  }

  private static IncidentMemory memory(Optional<IncidentMemory.Told> last) {
    IncidentMemory opened = IncidentMemory.opened(BEGIN);
    return new IncidentMemory(
        opened.openedAt(),
        opened.before(),
        opened.finding(),
        opened.proposals(),
        List.of(),
        List.of(),
        last,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
