package io.quorate.operation;

/**
 * A JSON value that a workflow carries along without reading it. Only activities decode it, so a
 * worker of another release can carry on an operation whose plan it could not have made.
 *
 * @param json one JSON value; stands in a history as that value, not as text
 */
public record Opaque(String json) {
  /** The JSON value {@code null}: nothing is known, nothing is remembered. */
  public static final Opaque NOTHING = new Opaque("null");

  public boolean isNothing() {
    return equals(NOTHING);
  }
}
