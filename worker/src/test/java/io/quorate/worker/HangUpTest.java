package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;

class HangUpTest {
  @Test
  void aSignalBeforeAnybodyListensEndsNothingAndALaterOneIsHeard() throws InterruptedException {
    HangUp signals = HangUp.heard();
    Signal.raise(new Signal("HUP"));

    Semaphore heard = new Semaphore(0);
    signals.runs(heard::release);
    Signal.raise(new Signal("HUP"));
    assertThat(heard.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
  }
}
