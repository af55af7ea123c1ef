package io.quorate.slack;

import io.quorate.port.StateVersion;
import java.util.Optional;

/**
 * Location and content of a message when it was last written.
 *
 * @param channel Slack's id of the channel, never its name
 * @param ts Slack's id of a message within a channel, or Slack's id of a file
 * @param content digest of the written content
 * @param version version of the state that the message was written from
 */
record Place(String channel, String ts, String content, StateVersion version) {
  private static final int PARTS = 4;
  private static final StateVersion OLDEST = new StateVersion(0, 0);

  String text() {
    return channel + ":" + ts + ":" + content + ":" + version.text();
  }

  static Optional<Place> parse(String text) {
    String[] parts = text.split(":", -1);
    return parts.length == PARTS
        ? Optional.of(of(parts[0], parts[1], parts[2], parts[3]))
        : Optional.empty();
  }

  /**
   * The place of a message from its metadata; a version that cannot be read counts as the oldest.
   */
  static Place of(String channel, String ts, String content, String version) {
    return new Place(channel, ts, content, StateVersion.parse(version).orElse(OLDEST));
  }
}
