package io.quorate.command;

import java.util.Locale;

/** Forms of an answer. */
public enum Output {
  TEXT,
  JSON,
  /** Text of {@code quorate report}, whose text is Markdown; no other verb has this form. */
  MARKDOWN;

  /** The value of the option. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
