package io.quorate.lab.tools;

/** Signals that a source does not have the tool; the message is one line that says why. */
final class NotHere extends Exception {

  private static final long serialVersionUID = 1L;

  NotHere(String because) {
    super(because.lines().findFirst().orElse(because));
  }

  String because() {
    return String.valueOf(super.getMessage());
  }
}
