package io.quorate.playground.killing;

import io.quorate.port.ClusterPorts;
import io.temporal.activity.Activity;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Stops the worker at the first of some points and says so. Whoever hears it kills this process, or
 * lets the late attempt go on when another worker has done the step.
 */
public final class Trap implements UnaryOperator<ClusterPorts> {
  private final Consumer<String> tell;
  private final Semaphore gate = new Semaphore(0);
  private final AtomicBoolean late = new AtomicBoolean();
  private Set<KillPoint> points = Set.of();

  /**
   * A trap that is not set.
   *
   * @param tell gets one of {@link WorkerWords}
   */
  public Trap(Consumer<String> tell) {
    this.tell = tell;
  }

  /** It springs once, at the first of these points that comes. */
  public synchronized void set(Collection<KillPoint> any) {
    points = Set.copyOf(any);
  }

  /** Whoever stands here goes on, too late. */
  public void open() {
    gate.release();
  }

  /** Ports are made once for each attempt, on its own thread: so the step is known here. */
  @Override
  public synchronized ClusterPorts apply(ClusterPorts ports) {
    String step = step();
    return points.stream().anyMatch(point -> point.step().equals(step))
        ? new TrappedAttempt(this, step, ports).ports()
        : ports;
  }

  /** {@code AddLearner} on the Temporal page is {@code add-learner}. */
  private static String step() {
    String type = Activity.getExecutionContext().getInfo().getActivityType();
    return type.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** Does not return while this is a point and nobody opens; returns at once otherwise. */
  void reach(KillPoint point) {
    if (springs(point)) {
      tell.accept(WorkerWords.TRAPPED + point);
      try {
        gate.acquire();
        late.set(true);
      } catch (InterruptedException calledOff) {
        // The effect must not go on in a worker that is said to be dead.
        Runtime.getRuntime().halt(1);
      }
    }
  }

  private synchronized boolean springs(KillPoint point) {
    boolean here = points.contains(point);
    if (here) {
      points = Set.of();
    }
    return here;
  }

  /** The call returned, or failed. */
  void passed() {
    if (late.compareAndSet(true, false)) {
      tell.accept(WorkerWords.PASSED);
    }
  }
}
