package io.quorate.configuration;

/** Thrown for a value that cannot be read; the message says why and what to write. */
final class Wrong extends Exception {
  private static final long serialVersionUID = 1L;

  Wrong(String sentence) {
    super(sentence);
  }
}
