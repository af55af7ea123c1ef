package io.quorate.reminder;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentState;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.Proposals;
import io.quorate.operation.Taken;
import io.quorate.reminder.ReminderSettings.Escalation;
import io.quorate.reminder.Reminders.Reminder;
import io.quorate.reminder.Waiting.What;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** When people are reminded of what waits for them. */
class RemindersTest {
  private static final Instant ASKED = Instant.parse("2026-11-22T03:04:00Z");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Reminders USUAL =
      new Reminders(Optional.of(ReminderSettings.DEFAULT), Optional.of("oncall"));

  @Test
  void anHourWithoutAnAnswerHasFourReminders() {
    assertThat(minutes(reminders(waiting(What.QUESTION), 60))).containsExactly(10, 25, 40, 55);
  }

  @Test
  void withoutQuorumAllTimesAreHalved() {
    Waiting lost = lost(What.QUESTION);

    assertThat(minutes(reminders(lost, 30))).containsExactly(5, 13, 21, 29);
  }

  @Test
  void aYesHasTheOthersMentionedAtOnce() {
    assertThat(minutes(reminders(waiting(What.SECOND_YES), 30))).containsExactly(0, 15, 30);
  }

  @Test
  void theSecondYesIsRemindedOfAlthoughTheQuestionWasJustBefore() {
    Waiting yes = waiting(What.SECOND_YES);
    NotifierProgress ahead =
        NotifierProgress.NONE.remindedAt(at(3), waiting(What.QUESTION).matter());
    assertThat(USUAL.due(yes, ahead.reminded(yes.matter()), at(4))).isPresent();

    NotifierProgress about = ahead.remindedAt(at(4), yes.matter());
    assertThat(USUAL.due(yes, about.reminded(yes.matter()), at(18))).isEmpty();
    assertThat(USUAL.due(yes, about.reminded(yes.matter()), at(19))).isPresent();
  }

  @Test
  void aReminderOfAnOlderReleaseCountsByTheTime() {
    NotifierProgress old =
        new NotifierProgress(
            Map.of(),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.of(at(3)),
            Optional.empty(),
            Optional.empty());

    assertThat(old.reminded(waiting(What.QUESTION).matter())).contains(at(3));
    assertThat(old.reminded(new NotifierProgress.Matter("question", at(5)))).isEmpty();
  }

  @Test
  void whoeverIsOnItStopsRemindersForHalfAnHour() {
    Waiting taken = taken(waiting(What.PARK), ASKED.plus(Duration.ofMinutes(12)));

    assertThat(minutes(reminders(taken, 60))).containsExactly(42, 57);
  }

  @Test
  void aSecondGroupIsMentionedWhenItLasts() {
    Reminders two =
        new Reminders(
            Optional.of(
                new ReminderSettings(
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(15),
                    Optional.of(new Escalation("dba", Duration.ofMinutes(30))))),
            Optional.empty());

    assertThat(two.due(waiting(What.QUESTION), Optional.empty(), at(25)).orElseThrow().also())
        .isEmpty();
    assertThat(two.due(waiting(What.QUESTION), Optional.empty(), at(30)).orElseThrow().also())
        .contains("dba");
    assertThat(two.due(lost(What.QUESTION), Optional.empty(), at(15)).orElseThrow().also())
        .as("half the time without quorum")
        .contains("dba");
  }

  @Test
  void whoeverSteersIsRemindedOfAParkAndNotOfAQuestion() {
    assertThat(USUAL.due(waiting(What.PARK), Optional.empty(), at(10)).orElseThrow().group())
        .contains("oncall");
    assertThat(USUAL.due(waiting(What.QUESTION), Optional.empty(), at(10)).orElseThrow().group())
        .isEmpty();
  }

  @Test
  void aReminderOfAnEarlierWaitDoesNotDelayTheNext() {
    Waiting asked = waiting(What.QUESTION);
    NotifierProgress park =
        NotifierProgress.NONE.remindedAt(at(5), new NotifierProgress.Matter("park", ASKED));

    assertThat(USUAL.next(asked, park.reminded(asked.matter()))).contains(at(10));
  }

  @Test
  void theNextReminderIsKnownWithoutTheLastOne() {
    Waiting asked = waiting(What.QUESTION);

    assertThat(USUAL.reach(asked, Optional.empty(), at(3)).nextReminder()).contains(at(10));
    assertThat(USUAL.reach(asked, Optional.empty(), at(25)).nextReminder()).contains(at(40));
    assertThat(USUAL.reach(asked, Optional.of(at(26)), at(27)).nextReminder()).contains(at(41));
    assertThat(Reminders.OFF.reach(asked, Optional.empty(), at(3)).nextReminder()).isEmpty();
  }

  @Test
  void aPersonIsNamedForHalfAnHourAfterATake() {
    Waiting taken = taken(waiting(What.PARK), at(12));

    assertThat(USUAL.reach(taken, Optional.empty(), at(41)).onIt()).contains("dana");
    assertThat(USUAL.reach(taken, Optional.empty(), at(41)).nextReminder()).contains(at(42));
    assertThat(USUAL.reach(taken, Optional.empty(), at(42)).onIt()).isEmpty();
  }

  @Test
  void noTextSaysThatRemindersGoOnWhereTheyAreOff() {
    IncidentState answered =
        new IncidentState(
            new ClusterKey("payments"),
            ASKED,
            true,
            "etcd-1 is lost.",
            IncidentCourse.ANSWERED.sentence(new Proposals(), Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            0,
            Optional.empty(),
            Optional.of(ASKED),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(USUAL.told(answered).doing()).contains("diagnosis; reminders go on while it is not");
    assertThat(Reminders.OFF.told(answered).doing())
        .contains("until a new alert or a worse diagnosis. `quorate start`")
        .doesNotContain("reminders");
    assertThat(answered.doing()).as("what is recorded").doesNotContain("reminders");
  }

  @Test
  void anEndSaysOnceThatRemindersGoOnWhoeverRecordedIt() {
    String now = "Rejected. " + IncidentCourse.NOTHING_MORE;
    String earlier =
        "Rejected. Nothing more is asked until a new alert; reminders go on while it is not"
            + " mended.";

    assertThat(List.of(now, earlier))
        .allSatisfy(
            words -> {
              assertThat(IncidentCourse.withReminders(words)).isEqualTo(earlier);
              assertThat(IncidentCourse.withoutReminders(words)).isEqualTo(now);
            });
  }

  @Test
  void nobodyIsRemindedWhereRemindersAreOff() {
    assertThat(Reminders.OFF.due(waiting(What.PARK), Optional.empty(), ASKED.plus(WEEK))).isEmpty();
  }

  @Test
  void aReminderIsOneLineWithWaitTimesAndPerson() {
    assertThat(ReminderLine.of(waiting(What.QUESTION), at(14)))
        .isEqualTo(
            "payments: a question waits for an answer, 14 min, since 03:04 UTC. Nobody is on it:"
                + " quorate take payments");
    assertThat(ReminderLine.of(taken(lost(What.PARK), at(1)), at(14)))
        .isEqualTo(
            "payments: an operation is parked, 14 min, since 03:04 UTC. All writes fail since 03:02"
                + " UTC. dana is on it since 03:05 UTC.");
    assertThat(ReminderLine.of(taken(lost(What.PARK), at(1)), at(40)))
        .endsWith("dana said at 03:05 UTC to be on it.");
  }

  /** The notifier looks once a minute here; an outage is a time without any look. */
  @Property
  void aWeekHasNoReminderTooSoonNoneTooLateAndOneAfterAnOutage(
      @ForAll @Size(max = 6) List<@IntRange(max = 7 * 24 * 60) Integer> outages,
      @ForAll @IntRange(max = 600) int length,
      @ForAll boolean writesFail) {
    Waiting waiting = writesFail ? lost(What.UNMENDED) : waiting(What.UNMENDED);
    Duration every = Duration.ofSeconds(writesFail ? 450 : 900);
    List<Instant> reminded = new ArrayList<>();
    Optional<Instant> last = Optional.empty();
    for (int minute = 0; minute <= WEEK.toMinutes(); minute++) {
      Instant now = at(minute);
      boolean away = isAway(outages, length, minute);
      Optional<Reminder> due = away ? Optional.empty() : USUAL.due(waiting, last, now);
      if (due.isPresent()) {
        last = Optional.of(now);
        reminded.add(now);
      }
      Optional<Instant> next = USUAL.next(waiting, last);
      assertThat(away || now.isBefore(next.orElseThrow())).as("none is late").isTrue();
    }
    for (int index = 1; index < reminded.size(); index++) {
      assertThat(Duration.between(reminded.get(index - 1), reminded.get(index)))
          .as("one after an outage, not ten")
          .isGreaterThanOrEqualTo(every);
    }
  }

  private static boolean isAway(List<Integer> outages, int length, int minute) {
    return outages.stream().anyMatch(from -> minute >= from && minute < from + length);
  }

  private static List<Instant> reminders(Waiting waiting, int minutes) {
    List<Instant> reminded = new ArrayList<>();
    Optional<Instant> last = Optional.empty();
    for (int minute = 0; minute <= minutes; minute++) {
      if (USUAL.due(waiting, last, at(minute)).isPresent()) {
        last = Optional.of(at(minute));
        reminded.add(at(minute));
      }
    }
    return reminded;
  }

  private static List<Integer> minutes(List<Instant> times) {
    return times.stream().map(at -> (int) Duration.between(ASKED, at).toMinutes()).toList();
  }

  private static Instant at(int minute) {
    return ASKED.plus(Duration.ofMinutes(minute));
  }

  private static Waiting waiting(What what) {
    return new Waiting(
        new ClusterKey("payments"),
        what,
        ASKED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of());
  }

  private static Waiting lost(What what) {
    return with(waiting(what), Optional.of(ASKED.minus(Duration.ofMinutes(2))), Optional.empty());
  }

  private static Waiting taken(Waiting waiting, Instant at) {
    return with(waiting, waiting.writesFailSince(), Optional.of(new Taken("dana", "Slack", at)));
  }

  private static Waiting with(
      Waiting waiting, Optional<Instant> writesFailSince, Optional<Taken> taken) {
    return new Waiting(
        waiting.cluster(),
        waiting.what(),
        waiting.since(),
        writesFailSince,
        waiting.writesSeenAt(),
        taken,
        waiting.group(),
        waiting.without());
  }
}
