package io.quorate.slack;

import com.slack.api.model.block.LayoutBlock;
import java.util.List;
import java.util.Optional;

/**
 * One message as it should stand in the channel.
 *
 * @param key its subject, stable: {@code question.<id>}, {@code step.<round>.<n>}, {@code
 *     phase.<...>}, {@code notice.<topic>}; without spaces
 * @param threadOf key of the message whose thread it belongs to; empty: the channel itself
 * @param text shown by phones and screen readers; all there is when there are no blocks
 * @param attachment a file in its thread for what the message has no room for
 * @param manner how it is brought
 * @param wakes whom it mentions when it is posted; empty when nobody has to act on it
 */
record Message(
    String key,
    Optional<String> threadOf,
    String text,
    List<LayoutBlock> blocks,
    Optional<Attachment> attachment,
    Manner manner,
    Optional<Audience> wakes) {
  Message {
    blocks = List.copyOf(blocks);
  }

  /** How a message is brought. */
  enum Manner {
    /** Posted, and edited when it changes. */
    POSTED,
    /** Posted in its thread and shown in the channel as well, where people see it; then edited. */
    BROADCAST,
    /** Edited where it stands, and posted nowhere: it takes back what was said. */
    EDITED_ONLY
  }

  static Message line(String key, Optional<String> threadOf, String text) {
    return line(key, threadOf, text, Manner.POSTED);
  }

  static Message line(String key, Optional<String> threadOf, String text, Manner manner) {
    return new Message(key, threadOf, text, List.of(), Optional.empty(), manner, Optional.empty());
  }

  /** The message with a mention of these people when it is posted. */
  Message waking(Audience audience) {
    return new Message(key, threadOf, text, blocks, attachment, manner, Optional.of(audience));
  }

  /** Whether it is a Slack message of its own, never one of several lines. */
  boolean isAlone() {
    return manner == Manner.BROADCAST || wakes.isPresent();
  }
}
