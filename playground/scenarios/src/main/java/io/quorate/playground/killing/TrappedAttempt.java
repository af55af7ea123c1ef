package io.quorate.playground.killing;

import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.port.ClusterPorts;
import io.quorate.step.AwaitInSync;
import io.quorate.step.ResumeToSnapshot;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** One attempt of the step with the trap, as it shows in the calls of its ports. */
final class TrappedAttempt {
  private final Trap trap;
  private final String step;
  private final ClusterPorts ports;
  private final Thread executor = Thread.currentThread();
  private final AtomicInteger samples = new AtomicInteger();
  private final AtomicInteger songs = new AtomicInteger();
  private final AtomicInteger hashes = new AtomicInteger();
  private final AtomicInteger questions = new AtomicInteger();
  private volatile boolean happened;

  TrappedAttempt(Trap trap, String step, ClusterPorts ports) {
    this.trap = trap;
    this.step = step;
    this.ports = ports;
  }

  ClusterPorts ports() {
    return new ClusterPorts(
        ports.cluster(),
        ports.places(),
        new TrappedMembership(ports.membership(), this),
        new TrappedMaintenance(ports.maintenance(), this),
        new TrappedStorage(ports.storage(), this),
        new TrappedDowngrade(ports.downgrade(), this),
        through -> write(() -> ports.canary().write(through)),
        new TrappedPlatform(ports.platform(), this),
        new TrappedSnapshots(ports.snapshots(), this),
        ports.lookAgain());
  }

  /** The one call that changes something. */
  <T> T effect(Supplier<T> call) {
    reach(Moment.BEFORE);
    try {
      T result = call.get();
      reach(Moment.AFTER);
      happened = true;
      return result;
    } finally {
      trap.passed();
    }
  }

  /** The same for a call without an answer. */
  void effect(Runnable call) {
    effect(
        () -> {
          call.run();
          return happened;
        });
  }

  /** A look; after the effect it is the wait for it to show. */
  void look() {
    if (happened) {
      reach(Moment.WAIT);
    }
  }

  /** In the middle of something long. */
  void underWay() {
    reach(Moment.WAIT);
  }

  /** The executor itself asks for peers only where it takes a sample of a learner. */
  <T> T sample(Supplier<T> peers) {
    if (Thread.currentThread() != executor) {
      return peers.get();
    }
    return counted(samples, AwaitInSync.SAMPLES, peers);
  }

  /** All hashes of a verification, after a song through each voter; others precede an effect. */
  <T> T hash(Supplier<T> hash) {
    T result = hash.get();
    if (songs.get() > 0 && hashes.incrementAndGet() == songs.get()) {
      reach(Moment.AFTER);
    }
    return result;
  }

  /** Next places have no data of their own to hash. */
  private long members() {
    return ports.places().values().stream().filter(place -> place.nextOf().isEmpty()).count();
  }

  /** One of all members, who are asked one after the other until one says what is not wanted. */
  <T> T asked(Supplier<T> answer) {
    return counted(questions, members(), answer);
  }

  /** Only a raft snapshot takes so many. */
  private void write(Runnable song) {
    counted(
        songs,
        ResumeToSnapshot.SNAPSHOT_COUNT,
        () -> {
          song.run();
          return happened;
        });
  }

  private <T> T counted(AtomicInteger count, long last, Supplier<T> call) {
    reach(Moment.BEFORE);
    T result = call.get();
    if (count.incrementAndGet() == last) {
      reach(Moment.AFTER);
    }
    reach(Moment.WAIT);
    return result;
  }

  private void reach(Moment moment) {
    trap.reach(new KillPoint(step, moment));
  }
}
