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
 * A trap that stops the worker at the first of some points and reports it. The receiver kills this
 * process, or lets the late attempt continue after another worker has done the step.
 */
public final class Trap implements UnaryOperator<ClusterPorts> {
  private final Consumer<String> tell;
  private final Semaphore gate = new Semaphore(0);
  private final AtomicBoolean late = new AtomicBoolean();
  private Set<KillPoint> points = Set.of();

  /**
   * Creates a trap with no points.
   *
   * @param tell gets one of {@link WorkerWords}
   */
  public Trap(Consumer<String> tell) {
    this.tell = tell;
  }

  /** Sets the trap, which springs once, at whichever of these points is reached first. */
  public synchronized void set(Collection<KillPoint> any) {
    points = Set.copyOf(any);
  }

  /** Lets the stopped attempt continue, now a late one. */
  public void open() {
    gate.release();
  }

  /**
   * Decorates the ports of one attempt. Ports are created once for each attempt, on the attempt's
   * thread, so the step is known here.
   */
  @Override
  public synchronized ClusterPorts apply(ClusterPorts ports) {
    String step = step();
    return points.stream().anyMatch(point -> point.step().equals(step))
        ? TrappedPort.all(ports, new TrappedAttempt(this::reach, this::passed, step, ports))
        : ports;
  }

  /** Returns the step of this activity: type {@code AddLearner} is step {@code add-learner}. */
  private static String step() {
    String type = Activity.getExecutionContext().getInfo().getActivityType();
    return type.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /**
   * Blocks if this is a point of the trap, until {@link #open} is called; otherwise returns at
   * once.
   */
  private void reach(KillPoint point) {
    if (springs(point)) {
      tell.accept(WorkerWords.TRAPPED + point);
      try {
        gate.acquire();
        late.set(true);
      } catch (InterruptedException calledOff) {
        // The effect must not continue in a worker that was reported dead.
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

  /** Reports that the call of a late attempt returned or failed. */
  private void passed() {
    if (late.compareAndSet(true, false)) {
      tell.accept(WorkerWords.PASSED);
    }
  }
}
