package io.quorate.playground.killing;

import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.port.ClusterPorts;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Step;
import io.quorate.step.Votes.AwaitVoting;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One attempt of the step with the trap; its moments are recognised by the calls of its ports. */
final class TrappedAttempt {
  private final Consumer<KillPoint> reaching;
  private final Runnable passed;
  private final String step;
  private final ClusterPorts ports;
  private final Thread executor = Thread.currentThread();
  private final AtomicInteger samples = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger hashes = new AtomicInteger();
  private final AtomicInteger questions = new AtomicInteger();
  private volatile boolean happened;

  /**
   * Makes an attempt.
   *
   * @param reaching the trap, which may keep the attempt at a point
   * @param passed is told when the call that changes something has ended
   */
  TrappedAttempt(Consumer<KillPoint> reaching, Runnable passed, String step, ClusterPorts ports) {
    this.reaching = reaching;
    this.passed = passed;
    this.step = step;
    this.ports = ports;
  }

  boolean isOf(Class<? extends Step> kind) {
    return step.equals(Step.nameOf(kind));
  }

  /** Runs the one call that changes something. */
  <T extends @Nullable Object> T effect(Supplier<T> call) {
    reach(Moment.BEFORE);
    try {
      T result = call.get();
      reach(Moment.AFTER);
      happened = true;
      return result;
    } finally {
      passed.run();
    }
  }

  /** Runs a read; a read after the effect is the wait for the effect to show. */
  <T extends @Nullable Object> T look(Supplier<T> read) {
    if (happened) {
      reach(Moment.WAIT);
    }
    return read.get();
  }

  /** Marks the middle of a long call. */
  void underWay() {
    reach(Moment.WAIT);
  }

  /**
   * Runs a read of peers. On the executor's own thread such a read is a sample of a member that
   * catches up, or the question to each other member whether it reaches the member that moved.
   */
  <T extends @Nullable Object> T sample(Supplier<T> peers) {
    if (Thread.currentThread() != executor) {
      return peers.get();
    }
    boolean catchesUp = isOf(AwaitInSync.class) || isOf(AwaitVoting.class);
    return counted(samples, catchesUp ? AwaitInSync.SAMPLES : members() - 1, peers);
  }

  /**
   * Runs a hash call. A verification writes once through each voter before it hashes them, so its
   * last hash is the end of the step; hashes without writes precede an effect.
   */
  <T extends @Nullable Object> T hash(Supplier<T> hash) {
    T result = hash.get();
    if (writes.get() > 0 && hashes.incrementAndGet() == writes.get()) {
      reach(Moment.AFTER);
    }
    return result;
  }

  /** Returns the number of members, without next places, which have no data to hash. */
  private long members() {
    return ports.places().values().stream().filter(place -> place.nextOf().isEmpty()).count();
  }

  /** Runs a read that a step makes of all members in turn, until one gives the unwanted answer. */
  <T extends @Nullable Object> T asked(Supplier<T> answer) {
    return counted(questions, members(), answer);
  }

  /**
   * Runs a write of the canary; only {@link ResumeToSnapshot} makes as many as {@code
   * SNAPSHOT_COUNT}.
   */
  <T extends @Nullable Object> T write(Supplier<T> call) {
    return counted(writes, ResumeToSnapshot.SNAPSHOT_COUNT, call);
  }

  private <T extends @Nullable Object> T counted(AtomicInteger count, long last, Supplier<T> call) {
    reach(Moment.BEFORE);
    T result = call.get();
    if (count.incrementAndGet() == last) {
      reach(Moment.AFTER);
    }
    reach(Moment.WAIT);
    return result;
  }

  private void reach(Moment moment) {
    reaching.accept(new KillPoint(step, moment));
  }
}
