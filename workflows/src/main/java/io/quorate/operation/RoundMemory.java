package io.quorate.operation;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How far the plan of a round has been carried out.
 *
 * @param index of the step that is next, or under way
 * @param added ids that its steps brought about, by the member's name
 * @param begun whether it changed something
 * @param evidence of the last step that was done
 * @param soakingSince since when time is let pass, if the step does that
 * @param parked why the step failed, if a person has to say how to go on
 */
public record RoundMemory(
    RecordedPlan plan,
    Integer index,
    Map<String, String> added,
    boolean begun,
    String evidence,
    Optional<Instant> soakingSince,
    Optional<String> parked) {
  public RoundMemory {
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(index, "index");
    added = Missing.orEmpty(added);
    evidence = evidence == null ? "" : evidence;
    soakingSince = soakingSince == null ? Optional.empty() : soakingSince;
    parked = parked == null ? Optional.empty() : parked;
  }

  /** A round of which nothing was carried out yet. */
  public static RoundMemory of(RecordedPlan plan) {
    return new RoundMemory(plan, 0, Map.of(), false, "", Optional.empty(), Optional.empty());
  }

  public RecordedStep step() {
    return plan.steps().get(index);
  }

  public boolean isOver() {
    return index >= plan.steps().size();
  }

  /** The next step, once the one at hand was left out or needed no activity. */
  public RoundMemory passed() {
    return new RoundMemory(
        plan, index + 1, added, begun, evidence, Optional.empty(), Optional.empty());
  }

  /** The next step, once the one at hand is done. */
  public RoundMemory done(RecordedResult result) {
    Map<String, String> all = new HashMap<>(added);
    all.putAll(result.added());
    boolean changed = result.outcome() == RecordedResult.Outcome.DONE && step().hazard().mutates();
    return new RoundMemory(
        plan,
        index + 1,
        all,
        begun || changed,
        result.evidence(),
        Optional.empty(),
        Optional.empty());
  }

  public RoundMemory soaking(Instant since) {
    return new RoundMemory(plan, index, added, begun, evidence, Optional.of(since), parked);
  }

  public RoundMemory parked(Optional<String> because) {
    return new RoundMemory(plan, index, added, begun, evidence, soakingSince, because);
  }
}
