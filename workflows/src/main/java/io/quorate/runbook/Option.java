package io.quorate.runbook;

/**
 * An option of a runbook, as the command line and the API offer it.
 *
 * @param name without dashes: {@code data-is-lost}
 * @param value placeholder for the value in help texts: {@code NAME}; empty for a flag
 */
public record Option(String name, Kind kind, String value, String sentence) {
  /** Kinds of value that an option takes. */
  public enum Kind {
    FLAG,
    TEXT,
    /** Names of members, one or more; they are checked against the configuration. */
    MEMBERS
  }

  public static Option flag(String name, String sentence) {
    return new Option(name, Kind.FLAG, "", sentence);
  }

  /** An option that takes one value. */
  public static Option text(String name, String value, String sentence) {
    return new Option(name, Kind.TEXT, value, sentence);
  }

  public static Option members(String name, String sentence) {
    return new Option(name, Kind.MEMBERS, "NAME", sentence);
  }
}
