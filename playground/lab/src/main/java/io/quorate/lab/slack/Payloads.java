package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.UUID;

/** Payloads that Slack delivers to the app for clicks and dialogs, in Slack's form. */
final class Payloads {
  private final ObjectMapper json = new ObjectMapper();

  ObjectNode button(ChannelMessage message, JsonNode button, Person by, String ticket) {
    ObjectNode payload = by("block_actions", by).put("trigger_id", ticket);
    ObjectNode container = payload.putObject("container").put("type", "message");
    container.put("message_ts", message.ts()).put("channel_id", message.channel());
    message.threadTs().ifPresent(ts -> container.put("thread_ts", ts));
    payload.putObject("channel").put("id", message.channel()).put("name", Workspace.CHANNEL_NAME);
    payload.putObject("message").put("ts", message.ts()).put("text", message.text());
    payload
        .putArray("actions")
        .addObject()
        .put("type", "button")
        .put("action_id", button.path("action_id").asText())
        .put("value", button.path("value").asText())
        .put("action_ts", UUID.randomUUID().toString());
    return payload;
  }

  ObjectNode submission(Dialog dialog, Map<String, String> typed) {
    ObjectNode payload = by("view_submission", dialog.person());
    ObjectNode view = dialog.view().deepCopy();
    ObjectNode values = view.put("id", dialog.id()).putObject("state").putObject("values");
    for (JsonNode block : view.path("blocks")) {
      if (block.path("type").asText().equals("input")) {
        String action = block.path("element").path("action_id").asText();
        String words = typed.getOrDefault(action, "");
        // Slack sends null for a field that was left empty.
        values
            .putObject(block.path("block_id").asText())
            .putObject(action)
            .put("type", "plain_text_input")
            .put("value", words.isEmpty() ? null : words);
      }
    }
    payload.set("view", view);
    return payload;
  }

  private ObjectNode by(String type, Person by) {
    ObjectNode payload = json.createObjectNode().put("type", type).put("api_app_id", "A1");
    payload.putObject("team").put("id", "T1").put("domain", "playground");
    payload
        .putObject("user")
        .put("id", by.userId())
        .put("username", by.name())
        .put("name", by.name())
        .put("team_id", by.teamId());
    return payload;
  }
}
