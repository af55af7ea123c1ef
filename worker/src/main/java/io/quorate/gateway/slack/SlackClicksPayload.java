package io.quorate.gateway.slack;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.slack.api.socket_mode.request.InteractiveEnvelope;
import io.quorate.approval.Question;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sha256;
import io.quorate.slack.ButtonValue;
import io.quorate.slack.SlackVerb;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Payload of a pressed button or a submitted dialog. Missing fields are empty. */
final class SlackClicksPayload {
  static final String REASON_CALLBACK = "quorate.reason";
  static final String REASON_INPUT = "reason";
  static final String NAME_CALLBACK = "quorate.name";
  static final String NAME_INPUT = "name";

  /** Kinds of payloads that Quorate handles. */
  enum Kind {
    APPROVE,
    REJECT,
    EVIDENCE,
    /** A link to the page is wanted. */
    PAGE,
    /** The dialog that asked for a reason was submitted. */
    REASON,
    /** The dialog that asked for the name of the cluster was submitted. */
    NAME,
    /** A verb was asked for, by its button or in its dialog. */
    VERB,
    FOREIGN
  }

  private static final int NAME_CHARACTERS = 8;

  /** Number of words behind the value in a dialog's memory: channel, thread and message. */
  private static final int PLACE_PARTS = 3;

  private final JsonObject json;

  SlackClicksPayload(InteractiveEnvelope envelope) {
    JsonElement payload = envelope.getPayload();
    this.json =
        payload != null && payload.isJsonObject() ? payload.getAsJsonObject() : new JsonObject();
  }

  Kind kind() {
    if (isDialog()) {
      return switch (text("view", "callback_id")) {
        case REASON_CALLBACK -> Kind.REASON;
        case NAME_CALLBACK -> Kind.NAME;
        default -> verb().isPresent() ? Kind.VERB : Kind.FOREIGN;
      };
    }
    return switch (action("action_id")) {
      case ButtonValue.APPROVE -> Kind.APPROVE;
      case ButtonValue.REJECT -> Kind.REJECT;
      case ButtonValue.EVIDENCE -> Kind.EVIDENCE;
      case ButtonValue.PAGE -> Kind.PAGE;
      default -> verb().isPresent() ? Kind.VERB : Kind.FOREIGN;
    };
  }

  /** Returns the verb of the button or of the dialog; empty for any other. */
  Optional<SlackVerb> verb() {
    return SlackVerb.of(isDialog() ? text("view", "callback_id") : action("action_id"));
  }

  /** Returns whether a dialog has to ask for more before the click means anything. */
  boolean opensDialog() {
    return !isDialog() && verb().filter(SlackVerb::takesReason).isPresent();
  }

  /**
   * Returns the person with their own team, so that a member of another workspace does not look
   * like an approver.
   */
  SlackPerson person() {
    String team = text("user", "team_id");
    String name = text("user", "username");
    return new SlackPerson(
        team.isEmpty() ? text("team", "id") : team,
        text("user", "id"),
        name.isEmpty() ? text("user", "name") : name);
  }

  /**
   * Returns the id of the click, equal for every delivery of it. A dialog that stays open after a
   * wrong name is submitted again with another name, which is another click.
   */
  String clickId() {
    String what =
        isDialog()
            ? text("view", "id") + typed(NAME_INPUT).map(SlackClicksPayload::brief).orElse("")
            : text("container", "message_ts")
                + "."
                + action("action_id")
                + "."
                + action("action_ts");
    return "slack." + person().identity() + "." + what;
  }

  /**
   * Returns when the message of the button was posted, also of a button that opened a dialog: the
   * id of a message begins with the second.
   */
  Optional<Instant> posted() {
    return Optional.of(isDialog() ? remembered(1) : text("container", "message_ts"))
        .filter(ts -> ts.matches("\\d{1,12}\\.\\d+"))
        .map(ts -> Instant.ofEpochSecond(Long.parseLong(ts.substring(0, ts.indexOf('.')))));
  }

  private static String brief(String name) {
    return "." + Sha256.of(name).substring(0, NAME_CHARACTERS);
  }

  /** Returns what is wrong in the submitted dialog, by the field; the dialog stays open then. */
  Map<String, String> errors() {
    Map<String, String> errors = new HashMap<>();
    wrongName().ifPresent(wrong -> errors.put(NAME_INPUT, wrong));
    if (isDialog()
        && verb().filter(SlackVerb::needsReason).isPresent()
        && typed(REASON_INPUT).map(CleanText::line).filter(words -> !words.isEmpty()).isEmpty()) {
      errors.put(REASON_INPUT, "Give a reason: a step cannot be skipped without one.");
    }
    return errors;
  }

  /**
   * Returns what is wrong with the name that was typed; empty where the name is right, or none has
   * to be typed.
   */
  Optional<String> wrongName() {
    return kind() == Kind.NAME
        ? value()
            .flatMap(ButtonValue::typed)
            .filter(name -> !typed(NAME_INPUT).equals(Optional.of(name)))
            .map(name -> Question.otherName(typed(NAME_INPUT).orElse("")))
        : Optional.empty();
  }

  /** Whether the message, or the dialog that it opened, is about a rehearsal, and says so. */
  boolean isRehearsal() {
    String words = isDialog() ? title() : text("message", "text");
    return words.contains(RehearsalText.WORD);
  }

  private String title() {
    JsonElement view = json.get("view");
    JsonElement title =
        view != null && view.isJsonObject() ? view.getAsJsonObject().get("title") : null;
    return title == null ? "" : title.toString();
  }

  Optional<ButtonValue> value() {
    if (!isDialog()) {
      return ButtonValue.parse(action("value"));
    }
    List<String> parts = memory();
    return parts.size() > PLACE_PARTS
        ? ButtonValue.parse(String.join(" ", parts.subList(0, parts.size() - PLACE_PARTS)))
        : Optional.empty();
  }

  /** Returns what was typed into this input of the dialog; empty where nothing was. */
  Optional<String> typed(String actionId) {
    JsonObject values = object(object(object(json, "view"), "state"), "values");
    return values.entrySet().stream()
        .map(Map.Entry::getValue)
        .filter(JsonElement::isJsonObject)
        .map(block -> string(object(block.getAsJsonObject(), actionId), "value").strip())
        .filter(words -> !words.isEmpty())
        .findFirst();
  }

  /** Returns a URL that accepts an answer for the person, five times within 30 minutes. */
  Optional<String> responseUrl() {
    return Optional.of(string(json, "response_url")).filter(url -> !url.isEmpty());
  }

  String triggerId() {
    return string(json, "trigger_id");
  }

  String channel() {
    return isDialog() ? remembered(PLACE_PARTS) : text("channel", "id");
  }

  /** Returns the thread of the button; empty for a question in the channel itself. */
  Optional<String> thread() {
    String ts = isDialog() ? remembered(2).replace("-", "") : text("container", "thread_ts");
    return Optional.of(ts).filter(known -> !known.isEmpty());
  }

  /** Returns the text by which a dialog remembers the click that opened it. */
  String memory(ButtonValue value) {
    return "%s %s %s %s"
        .formatted(value.text(), channel(), thread().orElse("-"), text("container", "message_ts"));
  }

  String describe() {
    return string(json, "type") + " " + action("action_id") + text("view", "callback_id");
  }

  private List<String> memory() {
    return List.of(text("view", "private_metadata").split(" ", -1));
  }

  /** Returns a word of the dialog's memory, counted from its end. */
  private String remembered(int fromTheEnd) {
    List<String> parts = memory();
    return parts.size() > PLACE_PARTS ? parts.get(parts.size() - fromTheEnd) : "";
  }

  private boolean isDialog() {
    return string(json, "type").equals("view_submission");
  }

  private String action(String field) {
    JsonElement actions = json.get("actions");
    return actions != null && actions.isJsonArray() && !actions.getAsJsonArray().isEmpty()
        ? string(actions.getAsJsonArray().get(0).getAsJsonObject(), field)
        : "";
  }

  private String text(String parent, String field) {
    return string(object(json, parent), field);
  }

  private static JsonObject object(JsonObject parent, String field) {
    JsonElement child = parent.get(field);
    return child != null && child.isJsonObject() ? child.getAsJsonObject() : new JsonObject();
  }

  private static String string(JsonObject parent, String field) {
    JsonElement child = parent.get(field);
    return child != null && child.isJsonPrimitive() ? child.getAsString() : "";
  }
}
