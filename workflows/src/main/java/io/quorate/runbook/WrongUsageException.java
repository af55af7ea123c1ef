package io.quorate.runbook;

/**
 * A runbook, an option or a value that a person named and that does not exist or does not fit. The
 * message is a sentence for that person, the same at every door.
 */
public final class WrongUsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  WrongUsageException(String sentence) {
    super(sentence);
  }

  /** The sentence for the person. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
