package io.quorate.playground.operated;

/** How a question of an operation gets its yes. */
public enum Consent {
  /** The play gives it. */
  GIVEN,
  /** A person at another terminal gives it. */
  AWAITED
}
