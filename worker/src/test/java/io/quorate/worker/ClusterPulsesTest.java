package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Failure;
import io.quorate.watch.Pulse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ClusterPulsesTest {
  private static final ClusterKey CLUSTER = new ClusterKey("main");

  /** Work that the threads that may block have not done yet. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  private long now;
  private int asked;
  private boolean fails;
  private final ClusterPulses pulses = new ClusterPulses(this::find, waiting::add, () -> now);

  @Test
  void asksAPlatformForItsMembersOnAnotherThread() {
    CompletionStage<Pulse> pulse = pulses.pulse(CLUSTER);
    assertThat(asked).isZero();
    work();
    assertThat(pulse).isCompleted();
  }

  @Test
  void asksAPlatformOnceInFiveMinutes() {
    pulses.pulse(CLUSTER);
    work();
    now += Duration.ofMinutes(4).toNanos();
    pulses.pulse(CLUSTER);
    work();
    assertThat(asked).isOne();
    now += Duration.ofMinutes(1).toNanos();
    pulses.pulse(CLUSTER);
    work();
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void aPlatformThatHangsHoldsUpNoPulseOfKnownMembers() {
    pulses.pulse(CLUSTER);
    work();
    now += Duration.ofMinutes(6).toNanos();
    assertThat(pulses.pulse(CLUSTER)).isCompleted();
    assertThat(pulses.pulse(CLUSTER)).isCompleted();
    assertThat(waiting).hasSize(1);
  }

  @Test
  void aPlatformThatNamesNoMembersIsAskedAgainAtTheNextPulse() {
    fails = true;
    CompletionStage<Pulse> first = pulses.pulse(CLUSTER);
    work();
    assertThat(first)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(Failure.Fault.class);
    fails = false;
    CompletionStage<Pulse> second = pulses.pulse(CLUSTER);
    work();
    assertThat(second).isCompleted();
  }

  private Supplier<CompletionStage<Pulse>> find(ClusterKey cluster) {
    asked++;
    if (fails) {
      throw new Failure.Fault("nobody names the members of " + cluster);
    }
    Pulse pulse = new Pulse(Instant.EPOCH, Map.of(), Map.of());
    return () -> CompletableFuture.completedFuture(pulse);
  }

  private void work() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }
}
