package io.quorate.cluster;

import java.util.regex.Pattern;

/**
 * Where a member is to run, on a platform that chooses the machine of a member itself: one node, or
 * any node of one failure domain.
 *
 * @param name as the platform has it, at most 253 characters of a name of Kubernetes
 */
public record Destination(Kind kind, String name) {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([-_.A-Za-z0-9]{0,251}[A-Za-z0-9])?");

  /** Kinds of destinations. Names are stored: they are only added to. */
  public enum Kind {
    NODE,
    ZONE
  }

  public Destination {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no name of a %s".formatted(CleanText.line(name, 60), word(kind)));
    }
  }

  public static Destination node(String name) {
    return new Destination(Kind.NODE, name);
  }

  public static Destination zone(String name) {
    return new Destination(Kind.ZONE, name);
  }

  private static String word(Kind kind) {
    return StableName.of(kind);
  }

  /** Returns the destination in words: {@code node worker-2}. */
  public String words() {
    return word(kind) + " " + name;
  }

  /** Returns where a member is that has arrived: {@code on node worker-2}. */
  public String where() {
    return (kind == Kind.NODE ? "on " : "in ") + words();
  }

  @Override
  public String toString() {
    return words();
  }
}
