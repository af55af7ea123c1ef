package io.quorate.causes;

/**
 * Attribute that a cluster shares with others.
 *
 * @param name {@code zone=b}
 * @param clusters how many clusters of the configuration have it
 */
public record SharedAttribute(String name, int clusters) {
  /** Beginning of the name of a version. */
  static final String VERSION = "version=";
}
