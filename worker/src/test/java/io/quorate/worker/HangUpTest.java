package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;

class HangUpTest {
  @Test
  void aSignalBeforeAnybodyListensEndsNothingAndALaterOneIsHeard()
      throws InterruptedException, IOException {
    assumeThat(isIgnored()).as("a JVM below nohup hears no SIGHUP").isFalse();
    HangUp signals = HangUp.heard();
    Signal.raise(new Signal("HUP"));

    Semaphore heard = new Semaphore(0);
    signals.runs(heard::release);
    Signal.raise(new Signal("HUP"));
    assertThat(heard.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
  }

  /** Whether who started this JVM has it ignore signal 1: the last bit of a mask. */
  private static boolean isIgnored() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> Character.digit(line.charAt(line.length() - 1), 16) % 2 == 1);
  }
}
