package io.quorate.slack;

import com.slack.api.model.block.LayoutBlock;
import java.util.List;
import java.util.Optional;

/**
 * One message as it should stand in the channel.
 *
 * @param key stable name of its subject: {@code question.<id>}, {@code step.<round>.<n>}, {@code
 *     phase.<...>}, {@code notice.<topic>}; without spaces
 * @param threadOf key of the message in whose thread this message stands; empty: the channel itself
 * @param text text that phones and screen readers show; the whole message when there are no blocks
 * @param attachment a file in the message's thread, for what the message has no room for
 * @param manner how the message is brought into the channel
 * @param wakes people whom the message mentions when it is posted; empty when nobody has to act on
 *     it
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

  /** How a message is brought into the channel. */
  enum Manner {
    /** The message is posted, and edited when it changes. */
    POSTED,
    /**
     * The message is posted in its thread and shown in the channel as well, where people see it;
     * later it is edited.
     */
    BROADCAST,
    /** The message is edited where it stands and never posted: it takes back what was said. */
    EDITED_ONLY
  }

  static Message line(String key, Optional<String> threadOf, String text) {
    return line(key, threadOf, text, Manner.POSTED);
  }

  static Message line(String key, Optional<String> threadOf, String text, Manner manner) {
    return new Message(key, threadOf, text, List.of(), Optional.empty(), manner, Optional.empty());
  }

  /** Returns the message with blocks in place of its text. */
  Message with(List<LayoutBlock> others) {
    return new Message(key, threadOf, text, others, attachment, manner, wakes);
  }

  /** Returns the message with a mention of these people when it is posted. */
  Message waking(Audience audience) {
    return new Message(key, threadOf, text, blocks, attachment, manner, Optional.of(audience));
  }

  /** Returns the message without a mention. */
  Message wakingNobody() {
    return new Message(key, threadOf, text, blocks, attachment, manner, Optional.empty());
  }

  /** Whether the message is a Slack message of its own and never shares one with other lines. */
  boolean isAlone() {
    return manner == Manner.BROADCAST || wakes.isPresent() || !blocks.isEmpty();
  }
}
