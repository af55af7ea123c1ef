package io.quorate.slack;

import com.slack.api.model.block.LayoutBlock;
import java.util.List;
import java.util.Optional;

/**
 * One message as it should stand in the channel.
 *
 * @param key what it is about, stable: {@code question.<id>}, {@code step.<round>.<n>}, {@code
 *     phase.<...>}
 * @param threadOf the key of the message whose thread it belongs into; empty: the channel itself
 * @param text what phones and screen readers show; all there is when there are no blocks
 * @param attachment what stands in its thread as a file because the message has no room for it
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
