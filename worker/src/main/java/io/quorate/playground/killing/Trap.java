package io.quorate.playground.killing;

import io.quorate.port.ClusterPorts;
import io.temporal.activity.Activity;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Stops the worker at one point of one step and says so. Whoever hears it kills this process, or
 * lets the late attempt go on when another worker has done the step.
 */
public final class Trap implements UnaryOperator<ClusterPorts> {
  private final Consumer<String> tell;
  private final Semaphore gate = new Semaphore(0);
  private final AtomicBoolean late = new AtomicBoolean();
  private Optional<KillPoint> point = Optional.empty();

  /**
   * A trap that is not set.
   *
   * @param tell gets one of {@link WorkerWords}
   */
  public Trap(Consumer<String> tell) {
    this.tell = tell;
  }

  /** It springs at this point, once. */
  public synchronized void set(KillPoint at) {
    point = Optional.of(at);
  }

  /** Whoever stands here goes on, too late. */
  public void open() {
    gate.release();
  }

  /** Ports are made once for each attempt, on its own thread: so the step is known here. */
  @Override
  public synchronized ClusterPorts apply(ClusterPorts ports) {
    return point.filter(at -> at.step().equals(step())).isPresent()
        ? new TrappedAttempt(this, ports).ports()
        : ports;
  }

  /** {@code AddLearner} on the Temporal page is {@code add-learner}. */
  private static String step() {
    String type = Activity.getExecutionContext().getInfo().getActivityType();
    return type.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** Does not return while this is the point and nobody opens; returns at once otherwise. */
  void reach(KillPoint.Moment moment) {
    if (springs(moment)) {
      tell.accept(WorkerWords.TRAPPED);
      try {
        gate.acquire();
        late.set(true);
      } catch (InterruptedException calledOff) {
        // The effect must not go on in a worker that is said to be dead.
        Runtime.getRuntime().halt(1);
      }
    }
  }

  private synchronized boolean springs(KillPoint.Moment moment) {
    boolean here = point.filter(at -> at.moment() == moment).isPresent();
    if (here) {
      point = Optional.empty();
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
