package io.quorate.step;

/** Answer of the rules to a step at this moment. Refused and not yet are different answers. */
public sealed interface Verdict {
  Verdict PROCEED = new Proceed();

  /** No rule objects. */
  record Proceed() implements Verdict {}

  /** The effect is there already; the evidence says how that is known. */
  record AlreadyDone(String evidence) implements Verdict {}

  /** A condition has to become true first; looking again is enough. */
  record NotYet(Reason reason) implements Verdict {}

  /** The step must not run; a person has to look. */
  record Refused(Reason reason) implements Verdict {}

  /**
   * The world differs from what was approved, so the plan has to be made anew; the reason says how
   * the world differs.
   */
  record Changed(Reason reason) implements Verdict {}
}
