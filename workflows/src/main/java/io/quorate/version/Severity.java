package io.quorate.version;

import java.util.Locale;

/** Severity of a defect: what may be done in spite of it. The most severe comes first. */
public enum Severity {
  /** Refused: no approval makes it good. */
  REFUSED,
  /** Allowed when a person names the advisory ({@code --accept}), which raises the approval. */
  ACCEPTABLE,
  /** Allowed, with a warning to the approver. */
  WARNING;

  /** The name in the file: {@code refused}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
