package io.quorate.operation;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Memory of a round: how far its plan has been carried out.
 *
 * @param index of the step that is next, or under way
 * @param added ids of the members that the round's steps added, by the member's name
 * @param begun whether the round changed the cluster; a bracket only prepares a change, so the
 *     approval of the change still runs out
 * @param evidence of the last step that was done
 * @param soakingSince since when the step has waited, for time to pass or for something to happen,
 *     if it does
 * @param parked why the step failed, if a person has to say how to go on
 */
public record RoundMemory(
    RecordedPlan plan,
    int index,
    Map<String, String> added,
    boolean begun,
    String evidence,
    Optional<Instant> soakingSince,
    Optional<String> parked) {
  public RoundMemory {
    added = Sorted.copyOf(added);
  }

  /** Returns the memory of a round of which nothing was carried out yet. */
  public static RoundMemory of(RecordedPlan plan) {
    return new RoundMemory(plan, 0, Map.of(), false, "", Optional.empty(), Optional.empty());
  }

  public RecordedStep step() {
    return plan.steps().get(index);
  }

  public boolean isOver() {
    return index >= plan.steps().size();
  }

  /** Moves to the next step, after one that was skipped or needed no activity. */
  public RoundMemory passed() {
    return new RoundMemory(
        plan, index + 1, added, begun, evidence, Optional.empty(), Optional.empty());
  }

  /** Moves to the next step, after one that is done. */
  public RoundMemory done(RecordedResult result) {
    Map<String, String> all = new HashMap<>(added);
    all.putAll(result.added());
    boolean changed =
        result.outcome() == RecordedResult.Outcome.DONE
            && step().hazard().mutates()
            && !(step().work() instanceof StepMode.Bracket);
    return new RoundMemory(
        plan,
        index + 1,
        all,
        begun || changed,
        result.evidence(),
        Optional.empty(),
        Optional.empty());
  }

  /** Begins the wait of the step. */
  public RoundMemory soaking(Instant since) {
    return new RoundMemory(plan, index, added, begun, evidence, Optional.of(since), parked);
  }

  /** Parks the step for this reason, or retries it; a wait that is retried begins anew. */
  public RoundMemory parked(Optional<String> because) {
    return new RoundMemory(plan, index, added, begun, evidence, Optional.empty(), because);
  }
}
