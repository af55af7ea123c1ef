package io.quorate.slack;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Messages and files of an operation that stand in the channel already.
 *
 * @param keys keys of the messages and files
 * @param links finds the address of a message by its key, for a link from another message; empty
 *     where the message does not stand, or Slack does not tell its address
 */
record Standing(Set<String> keys, Function<String, Optional<String>> links) {
  /** Nothing stands, or nothing can be linked. */
  static Standing of(Set<String> keys) {
    return new Standing(keys, key -> Optional.empty());
  }

  Optional<String> link(String key) {
    return keys.contains(key) ? links.apply(key) : Optional.empty();
  }
}
