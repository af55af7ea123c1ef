package io.quorate.lab.machine;

/** A wait has spent its limit. The message says what was waited for, and how long. */
public final class NotInTimeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NotInTimeException(String message) {
    super(message);
  }
}
