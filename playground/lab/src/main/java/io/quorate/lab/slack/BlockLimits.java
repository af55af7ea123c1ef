package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The limits beyond which Slack refuses a message. */
final class BlockLimits {
  private static final int BLOCKS = 50;

  /**
   * Maximum text of all blocks of a message, in characters. Slack does not document the limit;
   * users found it.
   */
  private static final int ALL_BLOCKS = 13_200;

  private static final int SECTION = 3000;
  private static final int HEADER = 150;
  private static final int BUTTON = 75;
  private static final int VALUE = 2000;
  private static final int DIALOG = 300;

  private BlockLimits() {}

  /** Returns Slack's error for these blocks; empty when Slack accepts them. */
  static Optional<String> error(JsonNode blocks) {
    int all = blocks.findValues("text").stream().mapToInt(BlockLimits::characters).sum();
    return all > ALL_BLOCKS
        ? Optional.of("msg_blocks_too_long")
        : broken(blocks).map(why -> "invalid_blocks");
  }

  private static int characters(JsonNode text) {
    return text.isTextual() ? text.asText().length() : text.path("text").asText().length();
  }

  private static Optional<String> broken(JsonNode blocks) {
    if (blocks.size() > BLOCKS) {
      return Optional.of("more than " + BLOCKS + " blocks");
    }
    for (JsonNode block : blocks) {
      int limit = block.path("type").asText().equals("header") ? HEADER : SECTION;
      if (block.path("text").path("text").asText().length() > limit) {
        return Optional.of("a " + block.path("type").asText() + " is too long");
      }
      for (JsonNode element : block.path("elements")) {
        if (isTooLong(element)) {
          return Optional.of("a button is too long");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isTooLong(JsonNode element) {
    boolean button = element.path("type").asText().equals("button");
    return button
        && (element.path("text").path("text").asText().length() > BUTTON
            || element.path("value").asText().length() > VALUE
            || element.path("confirm").path("text").path("text").asText().length() > DIALOG);
  }
}
