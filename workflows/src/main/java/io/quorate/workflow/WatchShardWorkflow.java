package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.Request;
import io.quorate.operation.WatchNames;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Shard of the fleet, which one worker at a time holds. The workflow decides who watches; it looks
 * at no cluster.
 */
@WorkflowInterface
public interface WatchShardWorkflow {
  /**
   * Lets a worker hold the shard, one day at a time, until the shard has no cluster any more.
   *
   * @param shard a {@code WatchedShard}, which only the activity reads
   * @param silenced the {@code SilencedFindings} of the run before; null in a first run
   */
  @WorkflowMethod(name = WatchNames.TYPE)
  void run(Opaque shard, @Nullable Opaque silenced);

  /** Takes a {@code SilencedFinding} of a person. Whoever holds the shard tells nobody of it. */
  @UpdateMethod(name = WatchNames.SILENCE)
  Request.Answer silence(Opaque finding);

  /** Rejects a silence without a name or a reason before it enters the history. */
  @UpdateValidatorMethod(updateName = WatchNames.SILENCE)
  void validateSilence(Opaque finding);
}
