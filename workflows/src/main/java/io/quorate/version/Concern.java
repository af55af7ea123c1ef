package io.quorate.version;

import java.util.Set;

/**
 * What speaks against using a version for something.
 *
 * @param id stable; what {@code --accept} names
 * @param sentence for people, with the version in it
 * @param source a public page, or a heading of docs/etcd.md
 */
public record Concern(String id, Severity severity, String sentence, String source) {
  /** Whether it is not to be done, given the ids that a person has accepted. */
  public boolean stops(Set<String> accepted) {
    return switch (severity) {
      case REFUSED -> true;
      case ACCEPTABLE -> !accepted.contains(id);
      case WARNING -> false;
    };
  }
}
