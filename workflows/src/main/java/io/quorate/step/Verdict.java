package io.quorate.step;

/** What the rules say to a step at this moment. Refused and not yet are different answers. */
public sealed interface Verdict {
  Verdict PROCEED = new Proceed();

  /** Nothing speaks against it. */
  record Proceed() implements Verdict {}

  /** Its effect is there already; the evidence says how that is known. */
  record AlreadyDone(String evidence) implements Verdict {}

  /** Something has to become true first; looking again is enough. */
  record NotYet(String because) implements Verdict {}

  /** It must not run; a person has to look. */
  record Refused(String because) implements Verdict {}

  /**
   * The world is not the one that was approved: the plan has to be made anew. The difference is
   * said.
   */
  record Changed(String difference) implements Verdict {}
}
