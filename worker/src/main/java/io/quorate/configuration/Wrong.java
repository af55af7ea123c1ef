package io.quorate.configuration;

/** A value that cannot be read as what it should be; the message says why and what to write. */
final class Wrong extends Exception {
  private static final long serialVersionUID = 1L;

  Wrong(String sentence) {
    super(sentence);
  }
}
