package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.ReminderBatch.Due;
import io.quorate.reminder.Waiting;
import io.quorate.reminder.Waiting.What;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which reminders are said together, while the clock goes on. */
class ReminderBatchesTest {
  private static final Instant T0 = Instant.parse("2026-11-22T03:10:00Z");
  private static final Duration EVERY = Duration.ofMinutes(15);

  private final List<List<Waiting>> posted = new ArrayList<>();
  private Instant now = T0;
  private final ReminderBatches batches = new ReminderBatches(new Channel(), clock());

  @Test
  void aMatterThatIsDueAfterAReminderOfManyIsRemindedOfAlone() {
    sevenTogether();

    now = T0.plusSeconds(90);
    assertThat(isTogether(due("late", What.QUESTION, now))).isFalse();
    assertThat(posted).hasSize(1);
  }

  @Test
  void theSecondYesIsNotRemindedOfByAReminderOfTheQuestion() {
    sevenTogether();

    now = T0.plusSeconds(30);
    assertThat(isTogether(due("c3", What.SECOND_YES, now))).isFalse();
    assertThat(posted).hasSize(1);
  }

  @Test
  void remindersThatComeOneAfterTheOtherAreNeverOfMany() {
    for (int round = 0; round < 3; round++) {
      for (int number = 0; number < 7; number++) {
        now = T0.plus(EVERY.multipliedBy(round)).plus(Duration.ofMinutes(2L * number));
        assertThat(isTogether(due("c" + number, What.QUESTION, now))).isFalse();
      }
    }
    assertThat(posted).isEmpty();
  }

  @Test
  void theNextRemindersOfManyAreSaidTogetherAgain() {
    sevenTogether();

    now = T0.plus(EVERY);
    sevenTogether();
    assertThat(posted).hasSize(2);
  }

  private void sevenTogether() {
    for (int number = 0; number < 7; number++) {
      Due one = due("c" + number, What.QUESTION, now);
      batches.expects(one.subject(), Optional.of(one));
    }
    for (int number = 0; number < 7; number++) {
      assertThat(isTogether(due("c" + number, What.QUESTION, now))).isTrue();
    }
    assertThat(posted.getLast()).hasSize(7);
  }

  private boolean isTogether(Due one) {
    batches.expects(one.subject(), Optional.of(one));
    Due next = new Due(one.subject(), one.waiting(), one.at().plus(EVERY));
    return batches.together(one, Optional.of(next), () -> true).isPresent();
  }

  private static Due due(String cluster, What what, Instant at) {
    return new Due(
        cluster + ".op",
        new Waiting(
            new ClusterKey(cluster),
            what,
            what == What.QUESTION ? T0.minusSeconds(600) : at,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of()),
        at);
  }

  private Clock clock() {
    InstantSource here = () -> now;
    return here.withZone(ZoneOffset.UTC);
  }

  /** A channel that keeps the reminders of many. */
  private final class Channel implements NotificationChannel {
    @Override
    public Map<String, String> show(OperationState state, Showing showing) {
      throw new AssertionError("nothing is shown here");
    }

    @Override
    public Map<String, String> show(IncidentState state, Showing showing) {
      throw new AssertionError("nothing is shown here");
    }

    @Override
    public void summarise(List<Arrival> clusters, Lease lease) {
      throw new AssertionError("nothing is new here");
    }

    @Override
    public void announce(OpenCause cause, Lease lease) {
      throw new AssertionError("there is no common cause here");
    }

    @Override
    public void announce(SaidSilence silence, Lease lease) {
      throw new AssertionError("there is no silence here");
    }

    @Override
    public void remind(List<Waiting> matters, Lease lease) {
      posted.add(matters);
    }
  }
}
