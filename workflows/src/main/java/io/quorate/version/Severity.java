package io.quorate.version;

import java.util.Locale;

/** What may be done all the same. Most severe first. */
public enum Severity {
  /** Nothing: no approval makes it good. */
  REFUSED,
  /** It is done when a person names the advisory ({@code --accept}); that raises the approval. */
  ACCEPTABLE,
  /** It is done, and the approver reads of it. */
  WARNING;

  /** As the file writes it: {@code refused}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
