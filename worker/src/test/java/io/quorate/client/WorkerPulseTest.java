package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Questions to runs in which nothing has happened. */
class WorkerPulseTest {
  private final AtomicLong nanos = new AtomicLong();
  private final WorkerPulse pulse = new WorkerPulse(nanos::get);

  @Test
  void asksOneRunAMinute() {
    assertThat(pulse.isNotTaken()).as("the first one asks").isFalse();
    assertThat(pulse.isNotTaken()).isTrue();
    pass(Duration.ofSeconds(49));
    assertThat(pulse.isNotTaken()).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(pulse.isNotTaken()).isFalse();
    assertThat(pulse.isNotTaken()).isTrue();
  }

  @Test
  void wantsOneRunToBeAskedOnceThePulseIsDue() {
    assertThat(pulse.wantsOne()).isTrue();
    assertThat(pulse.wantsOne()).as("another one of the same look").isFalse();
    assertThat(pulse.isNotTaken()).isFalse();
    pass(Duration.ofSeconds(49));
    assertThat(pulse.wantsOne()).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(pulse.wantsOne()).isTrue();
    pass(Duration.ofSeconds(15));
    assertThat(pulse.wantsOne()).as("the first one was not asked").isTrue();
  }

  @Test
  void everybodyAsksWhileNobodyAnswers() {
    pulse.isNotTaken();
    pulse.missed();
    assertThat(pulse.isNotTaken()).isFalse();
    assertThat(pulse.isNotTaken()).isFalse();
    assertThat(pulse.answered("run 12")).isEqualTo("run 12");
    assertThat(pulse.isNotTaken()).isTrue();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
