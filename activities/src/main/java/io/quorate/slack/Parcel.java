package io.quorate.slack;

import static com.slack.api.model.block.Blocks.section;
import static com.slack.api.model.block.composition.BlockCompositions.markdownText;

import com.google.gson.Gson;
import com.slack.api.model.Message.Metadata;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.util.json.GsonFactory;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sha256;
import io.quorate.port.StateVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * One Slack message: a message of ours, or several lines of one thread that are due at the same
 * time. Slack takes about one message a second in a channel and may drop more.
 *
 * @param operation id of the operation or incident that the messages belong to
 * @param version version of the state from which the messages were rendered
 */
record Parcel(String operation, StateVersion version, List<Message> messages) {
  static final String EVENT_TYPE = "quorate_message";

  /** Longest text of a parcel; Slack recommends at most 4,000 characters. */
  private static final int LONGEST = 3500;

  private static final int DIGEST_CHARACTERS = 16;

  Parcel {
    messages = List.copyOf(messages);
  }

  /**
   * Packs these lines into as few parcels as their length allows. A line that is shown in the
   * channel too, or mentions people, is a parcel of its own.
   */
  static List<Parcel> packed(String operation, StateVersion version, List<Message> lines) {
    List<Parcel> parcels = new ArrayList<>();
    List<Message> open = new ArrayList<>();
    int length = 0;
    for (Message line : lines) {
      boolean full = length + line.text().length() > LONGEST;
      if (!open.isEmpty() && (full || line.isAlone() || open.get(0).isAlone())) {
        parcels.add(new Parcel(operation, version, open));
        open = new ArrayList<>();
        length = 0;
      }
      open.add(line);
      length += line.text().length() + 1;
    }
    if (!open.isEmpty()) {
      parcels.add(new Parcel(operation, version, open));
    }
    return parcels;
  }

  List<String> keys() {
    return messages.stream().map(Message::key).toList();
  }

  String text() {
    return messages.stream().map(Message::text).collect(Collectors.joining("\n"));
  }

  String blocks() {
    return gson().toJson(layout());
  }

  private List<LayoutBlock> layout() {
    return messages.size() == 1 ? messages.get(0).blocks() : List.of();
  }

  /**
   * Returns the text before a mention: a lock screen shows the first characters, and those say what
   * is wrong.
   */
  String text(String mention) {
    return mention.isEmpty() ? text() : text() + " " + mention;
  }

  /** Returns the blocks with a mention below them: where there are blocks, Slack shows no text. */
  String blocks(String mention) {
    List<LayoutBlock> all = new ArrayList<>(layout());
    if (!mention.isEmpty() && !all.isEmpty()) {
      all.add(section(s -> s.text(markdownText(forWhom() + mention))));
    }
    return gson().toJson(all);
  }

  private String forWhom() {
    return text().contains(RehearsalText.WORD) ? RehearsalText.marked("For ") : "For ";
  }

  /** Whether the parcel is shown in the channel as well as in its thread. */
  boolean isBroadcast() {
    return messages.get(0).manner() == Message.Manner.BROADCAST;
  }

  /** People whom the parcel mentions when it is posted. */
  Optional<Audience> wakes() {
    return messages.get(0).wakes();
  }

  /** Digest of text and blocks without the mention, which a post has and an edit has not. */
  String content() {
    return Sha256.of(text() + "\n" + blocks()).substring(0, DIGEST_CHARACTERS);
  }

  /**
   * Metadata of the message: names only and never a secret, because everybody in the workspace can
   * read metadata.
   */
  Metadata metadata() {
    return Metadata.builder()
        .eventType(EVENT_TYPE)
        .eventPayload(
            Map.of(
                "operation",
                operation,
                "keys",
                String.join(" ", keys()),
                "content",
                content(),
                "version",
                version.text()))
        .build();
  }

  String metadataText() {
    return gson().toJson(metadata());
  }

  /**
   * Returns an id that is equal for two posts of the same messages, so that Slack drops the second
   * post. Slack's documents do not promise this; what we rely on is looking for the metadata before
   * a post.
   *
   * @param instead Slack's id of the deleted message that this post replaces; empty for a first
   *     post
   */
  String clientId(String instead) {
    String name = operation + "\n" + String.join(" ", keys()) + "\n" + instead;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static Gson gson() {
    return GsonFactory.createSnakeCase();
  }
}
