package io.quorate.operation;

import io.quorate.cluster.StableName;
import io.quorate.step.Hazard;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * State of one step of an operation as people see it.
 *
 * @param evidence what was read back, or why the step failed; empty before
 */
public record StepState(
    String name,
    String sentence,
    Hazard hazard,
    Progress progress,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    Optional<String> evidence) {
  private static final String SAVE_SNAPSHOT = "save-snapshot";

  /** Progress of a step. Names are append-only. */
  public enum Progress {
    PENDING,
    RUNNING,
    DONE,
    ALREADY_DONE,
    SKIPPED,
    FAILED;

    /** Returns whether the effect of the step is there. */
    public boolean isDone() {
      return this == DONE || this == ALREADY_DONE;
    }

    /** Returns the progress as people and scripts read it: {@code already-done}. */
    public String words() {
      return StableName.of(this);
    }
  }

  /** Returns the state of a step that has not begun. */
  public static StepState pending(RecordedStep step) {
    return new StepState(
        step.name(),
        step.sentence(),
        step.hazard(),
        Progress.PENDING,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns whether this step leaves a verified snapshot behind when it is done. */
  public boolean savesSnapshot() {
    return name.equals(SAVE_SNAPSHOT);
  }

  public StepState begun(Instant at) {
    return new StepState(
        name, sentence, hazard, Progress.RUNNING, Optional.of(at), Optional.empty(), evidence);
  }

  public StepState begun(Instant at, String words) {
    return new StepState(
        name,
        sentence,
        hazard,
        Progress.RUNNING,
        Optional.of(at),
        Optional.empty(),
        Optional.of(words));
  }

  /** Returns this step with words about its current progress. */
  public StepState doing(String words) {
    return new StepState(name, sentence, hazard, progress, startedAt, endedAt, Optional.of(words));
  }

  StepState worded(UnaryOperator<String> words) {
    return evidence.map(words).map(this::doing).orElse(this);
  }

  public StepState ended(Progress how, Instant at, String because) {
    return new StepState(
        name, sentence, hazard, how, startedAt, Optional.of(at), Optional.of(because));
  }
}
