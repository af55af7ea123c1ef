package io.quorate.playground.killing;

import io.quorate.port.ClusterPorts;
import io.temporal.activity.Activity;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * Stops the worker at one point of one step and says so; it goes on only in another process, for
 * whoever hears it kills this one.
 */
public final class Trap implements UnaryOperator<ClusterPorts> {
  private final KillPoint point;
  private final Runnable tell;
  private final AtomicBoolean sprung = new AtomicBoolean();

  /**
   * A trap that has not sprung.
   *
   * @param tell called once, when the point is reached
   */
  public Trap(KillPoint point, Runnable tell) {
    this.point = point;
    this.tell = tell;
  }

  /** Ports are made once for each attempt, on its own thread: so the step is known here. */
  @Override
  public ClusterPorts apply(ClusterPorts ports) {
    return point.step().equals(step()) ? new TrappedAttempt(this, ports).ports() : ports;
  }

  /** {@code AddLearner} on the Temporal page is {@code add-learner}. */
  private static String step() {
    String type = Activity.getExecutionContext().getInfo().getActivityType();
    return type.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** Never returns when this is the point; returns at once otherwise. */
  void reach(KillPoint.Moment moment) {
    if (moment == point.moment() && sprung.compareAndSet(false, true)) {
      tell.run();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException calledOff) {
        // The effect must not go on in a worker that is said to be dead.
        Runtime.getRuntime().halt(1);
      }
    }
  }
}
