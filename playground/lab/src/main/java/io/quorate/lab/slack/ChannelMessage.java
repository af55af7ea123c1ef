package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A message in the emulated channel.
 *
 * @param ts Slack's id of the message within the channel
 * @param place where people see the message
 * @param edits how often the message was changed
 */
public record ChannelMessage(
    String channel,
    String ts,
    Optional<String> threadTs,
    Place place,
    String text,
    JsonNode blocks,
    JsonNode metadata,
    String clientMsgId,
    int edits,
    List<SharedFile> files) {
  public ChannelMessage {
    files = List.copyOf(files);
  }

  /** Where people see a message. */
  public enum Place {
    CHANNEL,
    THREAD,
    /** A reply in a thread that was broadcast to the channel. */
    THREAD_AND_CHANNEL
  }

  /** Returns whether people see the message without opening a thread. */
  public boolean isInChannel() {
    return place != Place.THREAD;
  }

  /** A text file that was shared. */
  public record SharedFile(String id, String name, String text) {}

  ChannelMessage edited(String newText, JsonNode newBlocks, JsonNode newMetadata) {
    JsonNode kept = newMetadata.isMissingNode() ? metadata : newMetadata;
    return new ChannelMessage(
        channel, ts, threadTs, place, newText, newBlocks, kept, clientMsgId, edits + 1, files);
  }

  /** Returns whether the text or the blocks mention this person. */
  boolean mentions(Person person) {
    String mention = "<@" + person.userId() + ">";
    return text.contains(mention) || blocks.toString().contains(mention);
  }

  /** Returns whether the text or the blocks mention the user group of this id. */
  boolean mentions(String userGroup) {
    String mention = "<!subteam^" + userGroup + ">";
    return text.contains(mention) || blocks.toString().contains(mention);
  }

  /** Returns the action ids of the message's present buttons. */
  public List<String> buttons() {
    return blocks.findValuesAsText("action_id");
  }

  /** Returns the value of this button; empty when the message has no such button. */
  public Optional<String> valueOf(String actionId) {
    return button(actionId).map(button -> button.path("value").asText());
  }

  Optional<JsonNode> button(String actionId) {
    return StreamSupport.stream(blocks.spliterator(), false)
        .flatMap(block -> StreamSupport.stream(block.path("elements").spliterator(), false))
        .filter(element -> element.path("action_id").asText().equals(actionId))
        .findFirst();
  }
}
