package io.quorate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ShunnedTest {
  private final AtomicLong clock = new AtomicLong(-5);
  private final Shunned shunned = new Shunned(2, Duration.ofSeconds(2), clock::get);

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void aMemberThatAnswersMayBeTriedByAllWritersAtOnce() {
    shunned.tried(0, true);
    assertThat(shunned.mayTry(0)).isTrue();
    assertThat(shunned.mayTry(0)).isTrue();
  }

  @Test
  void aMemberThatFailedIsLeftAloneAndTheOtherMembersAreNot() {
    shunned.tried(0, false);
    assertThat(shunned.mayTry(0)).isFalse();
    assertThat(shunned.mayTry(1)).isTrue();
  }

  @Test
  void whenAllMembersFailedNoMemberIsLeftAlone() {
    shunned.tried(0, false);
    shunned.tried(1, false);
    assertThat(shunned.mayTry(0)).isTrue();
    assertThat(shunned.mayTry(1)).isTrue();
  }

  @Test
  void afterASecondASingleWriterTriesTheMemberAndTheOtherWritersWait() {
    shunned.tried(0, false);
    pass(Duration.ofSeconds(1));
    assertThat(shunned.mayTry(0)).isTrue();
    assertThat(shunned.mayTry(0)).isFalse();
    shunned.tried(0, true);
    assertThat(shunned.mayTry(0)).isTrue();
  }
}
