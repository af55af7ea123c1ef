package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Runs that a worker keeps in memory. */
class RunsInMemoryTest {
  private static final long MIB = 1024L * 1024;

  @Test
  void theRunsInMemoryGrowWithTheHeap() {
    assertThat(WorkerProcess.runsInMemory(1024 * MIB)).isEqualTo(2048);
    assertThat(WorkerProcess.runsInMemory(4096 * MIB)).isEqualTo(8192);
  }

  @Test
  void aSmallHeapKeepsSixHundredRunsAndNoHeapMoreThanTwentyThousand() {
    assertThat(WorkerProcess.runsInMemory(128 * MIB)).isEqualTo(600);
    assertThat(WorkerProcess.runsInMemory(1024 * 1024 * MIB)).isEqualTo(20_000);
  }
}
