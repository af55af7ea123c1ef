package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.operation.Phase;
import io.quorate.operation.RoundMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Cover of a round's first change by an approval. No change starts without an approval of this very
 * plan, which is good for a limited time; once a change was made, the approval has no limit
 * (docs/etcd.md#n-24).
 */
record ApprovalCover(OperationProgress progress, OperationPosition position) {
  /** How long a change of a begun plan waits for a worker before people are asked again. */
  private static final Duration STANDS_STILL = Duration.ofHours(6);

  /** Returns the outcome of the round when the step that is due needs cover and has none. */
  Optional<RoundOutcome> missing() {
    if (!isNeeded()) {
      return Optional.empty();
    }
    Optional<Approval> yes = yes();
    if (yes.isEmpty()) {
      return Optional.of(
          new RoundOutcome.Ended(
              new End(Phase.STOPPED, "Nobody was asked about this plan; it is not begun.")));
    }
    return yes.get().isGoodAt(Timers.now(), goodFor())
        ? Optional.empty()
        : Optional.of(
            new RoundOutcome.Voided(
                "The approval is older than "
                    + goodFor().toMinutes()
                    + " minutes and nothing was changed since."));
  }

  /**
   * Returns until when a first change may begin on the approval: the activity may start long after
   * it was scheduled, when no worker lives or a condition has to become true.
   */
  Optional<Instant> beginBefore() {
    return isNeeded() ? yes().flatMap(yes -> yes.goodUntil(goodFor())) : Optional.empty();
  }

  /**
   * Returns until when a later change may begin. A change that no worker began within six hours
   * after it was due, as after a restore of Temporal, belongs to an old plan: the cluster may be
   * another one by now, so people are asked again. A step that only looks has no such limit,
   * however long it took; the change after it is due when that step has ended.
   */
  Optional<Instant> goesOnBefore() {
    RoundMemory at = position.at();
    return at.step().hazard().mutates() && at.begun()
        ? Optional.of(Timers.now().plus(STANDS_STILL))
        : Optional.empty();
  }

  private boolean isNeeded() {
    RoundMemory at = position.at();
    return at.step().hazard().mutates() && !at.begun();
  }

  /** Returns the latest question, if it asked about this very plan. */
  private Optional<Approval> yes() {
    return progress
        .lastApproval()
        .filter(asked -> asked.question().id().equals(progress.question()))
        .filter(asked -> asked.question().digest().equals(position.at().plan().digest()));
  }

  private Duration goodFor() {
    return position.limits().yesIsGoodFor();
  }
}
