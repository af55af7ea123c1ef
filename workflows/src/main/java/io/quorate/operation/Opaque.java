package io.quorate.operation;

/**
 * JSON value that a workflow carries along without reading it. Only activities decode the value, so
 * a worker of another release can carry on an operation whose plan it could not have made.
 *
 * @param json one JSON value; a history stores the value itself, not its text
 */
public record Opaque(String json) {
  /** JSON value {@code null}: nothing is known or remembered. */
  public static final Opaque NOTHING = new Opaque("null");

  public boolean isNothing() {
    return equals(NOTHING);
  }
}
