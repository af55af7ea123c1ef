package io.quorate.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LastMachineTest {
  private static final Instant NOW = Instant.parse("2026-11-21T03:02:24Z");
  private static final LastMachine OLD = new LastMachine("old", NOW.minusSeconds(60));
  private static final LastMachine NEW = new LastMachine("new", NOW);

  @Test
  void theLaterMachineCountsWhicheverRecordIsJoinedToWhich() {
    assertThat(OLD.or(NEW)).isEqualTo(NEW).isEqualTo(NEW.or(OLD));
    LastMachine sameTime = new LastMachine("other", NOW);
    assertThat(sameTime.or(NEW)).isEqualTo(NEW.or(sameTime));
  }

  /** Else the machine of a clock that was once ahead would count for as long as it was. */
  @Test
  void aMachineDatedInTheFutureGivesWayToThePresentMachine() {
    LastMachine ahead = new LastMachine("old", NOW.plus(Duration.ofDays(1)));
    assertThat(ahead.or(NEW)).isEqualTo(ahead);
    assertThat(ahead.notAhead(NOW).or(NEW)).isEqualTo(NEW);
    assertThat(OLD.notAhead(NOW)).isEqualTo(OLD);
  }
}
