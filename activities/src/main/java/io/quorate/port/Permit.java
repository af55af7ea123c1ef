package io.quorate.port;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The guard's permission for one effect within a short time. Every mutating method of a port takes
 * one and calls {@link #use} right before the effect, so that an attempt that stalled after its
 * look does nothing when it wakes up (docs/adr/0003-permit-that-expires.md).
 *
 * <p>Only the one template that asks the guard grants permits; an ArchUnit rule checks it.
 */
public final class Permit {
  private final String operation;
  private final long grantedAt;
  private final Duration goodFor;
  private final LongSupplier nanoTime;
  private final BooleanSupplier withdrawn;
  private final ClusterLock lock;

  private Permit(
      String operation,
      Duration goodFor,
      LongSupplier nanoTime,
      BooleanSupplier withdrawn,
      ClusterLock lock) {
    this.operation = operation;
    this.goodFor = goodFor;
    this.nanoTime = nanoTime;
    this.withdrawn = withdrawn;
    this.lock = lock;
    this.grantedAt = nanoTime.getAsLong();
  }

  /**
   * Grants a permit whose time runs from now.
   *
   * @param operation the operation's id; names that effects create contain it
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param withdrawn whether the attempt is known to be over: cancelled, or timed out
   */
  public static Permit granted(
      String operation, Duration goodFor, LongSupplier nanoTime, BooleanSupplier withdrawn) {
    return new Permit(operation, goodFor, nanoTime, withdrawn, ClusterLock.NONE);
  }

  /**
   * Grants a permit that is good only while the installation has the lock of the cluster.
   *
   * @param lock asked right before each effect, also of an effect in many parts
   */
  public static Permit granted(
      String operation,
      Duration goodFor,
      LongSupplier nanoTime,
      BooleanSupplier withdrawn,
      ClusterLock lock) {
    return new Permit(operation, goodFor, nanoTime, withdrawn, lock);
  }

  /** The operation's id, {@code <cluster>.<last 8 of its run id>}. */
  public String operation() {
    return operation;
  }

  /**
   * Throws {@link Failure.Transient} when the permit has expired, or the lock of the cluster is
   * lost: the caller has to look again first.
   */
  public void use() {
    long age = nanoTime.getAsLong() - grantedAt;
    if (age > goodFor.toNanos()) {
      throw new Failure.Transient(
          "nothing was done: the look at the cluster was "
              + Duration.ofNanos(age).toMillis()
              + " ms old, good for "
              + goodFor.toMillis()
              + " ms; looking again");
    }
    if (isWithdrawn()) {
      throw new Failure.Transient("nothing was done: this attempt is over");
    }
    lock.require();
  }

  /**
   * Whether it was granted less than this long ago.
   *
   * @param age at least 0
   */
  public boolean isYoungerThan(Duration age) {
    return nanoTime.getAsLong() - grantedAt < age.toNanos();
  }

  /**
   * Throws {@link Failure.Transient} when the attempt is over or the lock of the cluster is lost,
   * however long ago the permit was used: an effect in many parts asks before each. A later attempt
   * may be under way by then.
   */
  public void goOn() {
    if (isWithdrawn()) {
      throw new Failure.Transient("this attempt is over");
    }
    lock.require();
  }

  /**
   * Whether the attempt is over, or its last acknowledged heartbeat so old that it may be taken for
   * dead: a later one may be under way.
   */
  public boolean isWithdrawn() {
    return withdrawn.getAsBoolean();
  }
}
