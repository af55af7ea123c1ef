package io.quorate.slack;

import java.util.Optional;

/**
 * Where a message stands, and what it said when it was last written.
 *
 * @param channel Slack's id of it, never its name
 * @param ts Slack's id of a message within a channel
 * @param content the digest of what was written
 */
record Place(String channel, String ts, String content) {
  private static final int PARTS = 3;

  String text() {
    return channel + ":" + ts + ":" + content;
  }

  static Optional<Place> parse(String text) {
    String[] parts = text.split(":", -1);
    return parts.length == PARTS
        ? Optional.of(new Place(parts[0], parts[1], parts[2]))
        : Optional.empty();
  }
}
