package io.quorate.command;

import java.util.Locale;

/** How answers are written. */
public enum Output {
  TEXT,
  JSON;

  /** As it is typed and completed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
