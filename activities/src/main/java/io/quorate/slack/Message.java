package io.quorate.slack;

import com.slack.api.model.block.LayoutBlock;
import java.util.List;
import java.util.Optional;

/**
 * One message as it should stand in the channel.
 *
 * @param key its subject, stable: {@code question.<id>}, {@code step.<round>.<n>}, {@code
 *     phase.<...>}
 * @param threadOf key of the message whose thread it belongs to; empty: the channel itself
 * @param text shown by phones and screen readers; all there is when there are no blocks
 * @param attachment a file in its thread for what the message has no room for
 */
record Message(
    String key,
    Optional<String> threadOf,
    String text,
    List<LayoutBlock> blocks,
    Optional<Attachment> attachment) {
  Message {
    blocks = List.copyOf(blocks);
  }

  static Message line(String key, Optional<String> threadOf, String text) {
    return new Message(key, threadOf, text, List.of(), Optional.empty());
  }
}
