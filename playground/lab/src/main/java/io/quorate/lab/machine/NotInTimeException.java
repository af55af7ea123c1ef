package io.quorate.lab.machine;

/** Signals that a wait spent its limit; the message says what was waited for, and how long. */
public final class NotInTimeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NotInTimeException(String message) {
    super(message);
  }
}
