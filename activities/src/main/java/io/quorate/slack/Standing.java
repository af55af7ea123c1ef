package io.quorate.slack;

import io.quorate.head.Reach;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Messages and files of an operation that stand in the channel already, and whom they reached.
 *
 * @param keys keys of the messages and files
 * @param links finds the address of a message by its key, for a link from another message; empty
 *     where the message does not stand, or Slack does not tell its address
 * @param reach who is on it, and when the next reminder comes; empty where nothing waits
 * @param now how the cluster of a parked operation stands, in a line; empty where nobody has looked
 */
record Standing(
    Set<String> keys,
    Function<String, Optional<String>> links,
    Optional<Reach> reach,
    Optional<String> now) {
  /** Nothing stands, or nothing can be linked. */
  static Standing of(Set<String> keys) {
    return new Standing(keys, key -> Optional.empty(), Optional.empty(), Optional.empty());
  }

  Optional<String> link(String key) {
    return keys.contains(key) ? links.apply(key) : Optional.empty();
  }
}
