package io.quorate.version;

import java.util.Set;

/**
 * An objection to using a version.
 *
 * @param id stable; what {@code --accept} names
 * @param sentence for people, with the version in it
 * @param source a public page, or a heading of docs/etcd.md
 */
public record Concern(String id, Severity severity, String sentence, String source) {
  /** Whether the concern forbids the use, given the ids that a person has accepted. */
  public boolean stops(Set<String> accepted) {
    return switch (severity) {
      case REFUSED -> true;
      case ACCEPTABLE -> !accepted.contains(id);
      case WARNING -> false;
    };
  }
}
