package io.quorate.execution;

import io.quorate.plan.StepResult;
import io.quorate.port.ClusterLock;
import io.quorate.port.Failure;
import io.quorate.step.Bracket.HandBackWorkloads;
import io.quorate.step.Reason;
import io.quorate.step.Step;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The lock of a cluster around each step that changes something. The lock is taken before the look
 * of the step, and renewed as long as the attempt lasts. The hand-back of the workloads is the last
 * change of a plan, and gives the lock back.
 *
 * @param owner the operation whose steps are carried out
 */
record LockedCluster(ClusterLock lock, ClusterLock.Owner owner) {

  /**
   * Carries out an attempt at a step under the lock. Throws {@link Failure.Refused} where another
   * installation has the lock. That one has the workloads too, and hands them back itself.
   */
  StepResult during(Step step, Supplier<StepResult> attempt) {
    if (!step.hazard().mutates()) {
      return attempt.get();
    }
    Optional<Reason> other = take();
    if (other.isPresent() && step instanceof HandBackWorkloads) {
      return StepResult.alreadyDone(other.get().headline());
    }
    other.ifPresent(
        reason -> {
          throw new Failure.Refused(reason);
        });
    StepResult result =
        Renewal.during(lock.pace(), () -> lock.renew(owner.installation()), attempt);
    if (step instanceof HandBackWorkloads) {
      lock.giveBack(owner.installation());
    }
    return result;
  }

  /**
   * A lock that is not reached means that nothing has begun, and nothing of the platform could: the
   * step waits in place of failing, as long as its patience lasts.
   */
  private Optional<Reason> take() {
    try {
      return lock.take(owner);
    } catch (Failure.Unreached away) {
      throw new Failure.NotYet(String.valueOf(away.getMessage()), away);
    }
  }
}
