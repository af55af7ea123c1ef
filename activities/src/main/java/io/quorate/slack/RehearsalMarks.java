package io.quorate.slack;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.reflect.TypeToken;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.view.View;
import com.slack.api.util.json.GsonFactory;
import io.quorate.cluster.RehearsalText;
import io.quorate.operation.OperationState;
import java.util.List;

/**
 * Marks of rehearsals in Slack: every line of every text of a message and of a dialog, also on
 * buttons, begins with a mark. The marks are put on the rendered message, so that no renderer can
 * forget a mark.
 */
public final class RehearsalMarks {
  /** Longest text that Slack takes in a header. */
  private static final int HEADER_LIMIT = 150;

  /** Longest text that Slack takes in a section; longer ones keep the mark of the first line. */
  private static final int SECTION_LIMIT = 3000;

  private RehearsalMarks() {}

  /** Returns the messages of a state, marked where the state is that of a rehearsal. */
  static List<Message> on(List<Message> messages, OperationState state) {
    return state.isRehearsal() ? messages.stream().map(RehearsalMarks::marked).toList() : messages;
  }

  private static Message marked(Message plain) {
    return new Message(
        plain.key(),
        plain.threadOf(),
        RehearsalText.marked(plain.text()),
        blocks(plain.blocks()),
        plain.attachment(),
        plain.manner(),
        plain.wakes());
  }

  private static List<LayoutBlock> blocks(List<LayoutBlock> plain) {
    JsonElement tree = gson().toJsonTree(plain, new TypeToken<List<LayoutBlock>>() {}.getType());
    mark(tree, "");
    return gson().fromJson(tree, new TypeToken<List<LayoutBlock>>() {}.getType());
  }

  /** Returns the dialog with the marks. Its title has room for the word alone. */
  public static View on(View dialog) {
    JsonElement tree = gson().toJsonTree(dialog);
    mark(tree, "");
    return gson().fromJson(tree, View.class);
  }

  /**
   * Marks all texts within an element.
   *
   * @param kind the type of the object around the element
   */
  private static void mark(JsonElement element, String kind) {
    switch (element) {
      case JsonArray many -> many.forEach(one -> mark(one, kind));
      case JsonObject object when isText(object) -> {
        String text = object.get("text").getAsString();
        object.addProperty("text", marked(text, kind));
      }
      case JsonObject object -> {
        String own = object.has("type") ? object.get("type").getAsString() : kind;
        for (String name : List.copyOf(object.keySet())) {
          mark(object.get(name), own.equals("modal") && name.equals("title") ? "title" : own);
        }
      }
      default -> {
        // A name or a number, which nobody reads.
      }
    }
  }

  private static boolean isText(JsonObject object) {
    return object.has("text")
        && object.get("text").isJsonPrimitive()
        && object.has("type")
        && (object.get("type").getAsString().equals("mrkdwn")
            || object.get("type").getAsString().equals("plain_text"));
  }

  private static String marked(String text, String kind) {
    if (kind.equals("title")) {
      return RehearsalText.WORD;
    }
    if (kind.equals("header")) {
      return RehearsalText.marked(text, HEADER_LIMIT);
    }
    String all = RehearsalText.marked(text);
    return all.length() <= SECTION_LIMIT ? all : RehearsalText.MARK + text;
  }

  private static Gson gson() {
    return GsonFactory.createSnakeCase();
  }
}
