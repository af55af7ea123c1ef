package io.quorate.reminder;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.reminder.ReminderBatch.Due;
import io.quorate.reminder.Waiting.What;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When people are reminded of many matters in one message. */
class ReminderBatchTest {
  private static final Instant NOW = Instant.parse("2026-11-22T03:14:00Z");

  @Test
  void fiveClustersHaveFiveReminders() {
    assertThat(new ReminderBatch(many(5)).together(NOW)).isEmpty();
  }

  @Test
  void sixClustersThatAreDueWithinAMinuteAreRemindedOfTogether() {
    List<Due> six = many(5);
    six.add(due("late", NOW.plusSeconds(60)));

    assertThat(new ReminderBatch(six).together(NOW)).hasSize(6);
    assertThat(new ReminderBatch(six).together(NOW.minusSeconds(1))).isEmpty();
  }

  @Test
  void operationAndIncidentOfOneClusterCountOnceAndAreBothRemindedOf() {
    List<Due> matters = many(5);
    matters.add(new Due("incident/c00", matters.getFirst().waiting(), NOW));
    assertThat(new ReminderBatch(matters).together(NOW)).isEmpty();

    matters.add(due("c05", NOW));
    assertThat(new ReminderBatch(matters).together(NOW)).hasSize(7);
  }

  @Test
  void aSecondYesIsAlwaysAskedForAlone() {
    List<Due> matters = many(6);
    matters.add(due("second", What.SECOND_YES, NOW));

    assertThat(new ReminderBatch(matters).together(NOW))
        .hasSize(6)
        .extracting(one -> one.waiting().what())
        .containsOnly(What.QUESTION);
  }

  private static List<Due> many(int clusters) {
    return new ArrayList<>(
        IntStream.range(0, clusters).mapToObj(number -> due("c0" + number, NOW)).toList());
  }

  private static Due due(String cluster, Instant at) {
    return due(cluster, What.QUESTION, at);
  }

  private static Due due(String cluster, What what, Instant at) {
    return new Due(
        cluster + ".op",
        new Waiting(
            new ClusterKey(cluster),
            what,
            NOW.minusSeconds(600),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of()),
        at);
  }
}
