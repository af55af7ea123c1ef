package io.quorate.operation;

import java.util.Optional;

/** Effects that an operation had on its cluster, as far as the operation knows. */
public final class Effects {
  private boolean changedSomething;
  private Optional<String> unknown = Optional.empty();

  /** Restores what the run before knew. */
  public void restore(OperationMemory.Shown shown) {
    changedSomething = shown.changedSomething();
    unknown = shown.unknown();
  }

  /**
   * Takes in how a step ended. A step that was found already done counts as a change: an attempt of
   * this operation may have done it and died before it could answer.
   */
  public void ended(StepState step) {
    boolean done = step.progress().isDone();
    changedSomething |= done && step.hazard().mutates();
    if (done) {
      isKnown(step);
    }
  }

  /** Records that a failed step which changes something may have taken effect all the same. */
  public void mayHaveTakenEffect(StepState step) {
    if (step.hazard().mutates()) {
      unknown = Optional.of(step.sentence());
    }
  }

  /**
   * Clears the unknown outcome of a step that was done in the end, or whose undo was carried out:
   * the undo looked, so the effect is taken back or was never there.
   */
  public void isKnown(StepState step) {
    unknown = unknown.filter(sentence -> !sentence.equals(step.sentence()));
  }

  /**
   * Returns whether a change to the cluster was made, was found made, or may have been made, in any
   * round.
   */
  public boolean any() {
    return changedSomething || unknown.isPresent();
  }

  /** Returns whether a change was made, or found made. */
  public boolean anyCertain() {
    return changedSomething;
  }

  /** Returns the sentence of a step that may or may not have taken effect. */
  public Optional<String> unknown() {
    return unknown;
  }

  /** Returns the sentence about changes that stay, for an operation that ends early. */
  public String whatStays() {
    if (unknown.isEmpty()) {
      return changedSomething ? "What was done before stays." : "Nothing was changed.";
    }
    return (changedSomething ? "What was done before stays. " : "")
        + unknown.map(Effects::notKnown).orElse("");
  }

  /** Returns the sentence about steps that may or may not have taken effect. */
  public static String notKnown(String steps) {
    return "Whether this took effect is not known: " + steps + ".";
  }
}
