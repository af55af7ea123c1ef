package io.quorate.command;

import java.util.Locale;

/** Forms of an answer. */
public enum Output {
  TEXT,
  JSON;

  /** The value of the option. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
