package io.quorate.lab.slack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** The methods of Slack's Web API that Quorate calls, on the emulated workspace. */
final class WebApi {
  private static final int UNAVAILABLE = 503;
  private static final int TOO_MANY = 429;
  private static final int NOT_FOUND = 404;

  private final ObjectMapper json = new ObjectMapper();
  private final Workspace workspace;
  private final ResponseUrls responses;
  private final FilesApi files;
  private final Faults faults;
  private final SlackTokens tokens;
  private final Admission admission;

  WebApi(
      Workspace workspace,
      ResponseUrls responses,
      Faults faults,
      SlackTokens tokens,
      Admission admission) {
    this.workspace = workspace;
    this.responses = responses;
    this.files = new FilesApi(workspace);
    this.faults = faults;
    this.tokens = tokens;
    this.admission = admission;
  }

  void call(Context ctx) {
    if (faults.isDown()) {
      ctx.status(UNAVAILABLE).result("down");
      return;
    }
    String method = ctx.pathParam("method");
    Optional<Faults.Fault> fault = faults.take(method);
    if (fault.isEmpty()) {
      answer(ctx, method);
      return;
    }
    switch (fault.get()) {
      case Faults.Fault.ForeignPage page ->
          ctx.contentType("text/html").result("<html><body>Please log in.</body></html>");
      case Faults.Fault.EmptyAnswer empty -> ctx.contentType("application/json").result("");
      case Faults.Fault.TooMany tooMany ->
          ctx.status(TOO_MANY)
              .header("Retry-After", String.valueOf(tooMany.retryAfter().toSeconds()))
              .contentType("application/json")
              .result("{\"ok\":false,\"error\":\"ratelimited\"}");
      case Faults.Fault.Held held -> {
        held.hold().pass(Hold.At.REQUEST);
        answer(ctx, method);
        held.hold().pass(Hold.At.ANSWER);
      }
      case Faults.Fault.Refused refused -> send(ctx, error(refused.error()));
      case Faults.Fault.AnswerLost lost -> {
        answer(ctx, method);
        ServletContextRequest.getServletContextRequest(ctx.req())
            .getConnectionMetaData()
            .getConnection()
            .getEndPoint()
            .close(new IOException("the answer is lost: " + lost));
      }
    }
  }

  private void answer(Context ctx, String method) {
    switch (method) {
      case "upload" -> files.content(query(ctx, "file"), ctx.body());
      case "response_url" -> respond(ctx);
      default -> answerToApp(ctx, method);
    }
  }

  private void respond(Context ctx) {
    boolean taken = responses.take(query(ctx, "id"), parsed(ctx.body()));
    ctx.status(taken ? 200 : NOT_FOUND).result(taken ? "ok" : "expired_url");
  }

  private void answerToApp(Context ctx, String method) {
    String expected = method.equals("apps.connections.open") ? tokens.app() : tokens.bot();
    if (!expected.equals(token(ctx))) {
      send(ctx, error("invalid_auth"));
      return;
    }
    ctx.header("x-oauth-scopes", String.join(",", new TreeSet<>(admission.scopes())));
    send(
        ctx,
        switch (method) {
          case "auth.test" ->
              ok().put("team_id", "T1").put("user_id", "UBOT").put("user", "quorate");
          case "apps.connections.open" ->
              ok().put("url", "ws://" + ctx.host() + "/socket?ticket=" + tokens.app());
          case "conversations.list" -> channels();
          case "conversations.info" -> channel(ctx);
          case "users.info" -> user(form(ctx, "user"));
          case "usergroups.list" -> userGroups();
          case "conversations.history" -> history(ctx);
          case "conversations.replies" -> replies(ctx);
          case "chat.postMessage" -> post(ctx);
          case "chat.update" -> update(ctx);
          case "chat.postEphemeral" -> whisper(ctx);
          case "files.getUploadURLExternal" ->
              files.url(Objects.requireNonNull(ctx.host()), form(ctx, "filename"));
          case "files.completeUploadExternal" ->
              files.complete(parsed(form(ctx, "files")), present(form(ctx, "thread_ts")));
          case "views.open" -> open(ctx);
          case "views.update" -> change(ctx);
          case "chat.getPermalink" -> permalink(ctx);
          default -> error("unknown_method");
        });
  }

  private static String token(Context ctx) {
    String header = Objects.requireNonNullElse(ctx.header("Authorization"), "");
    return header.startsWith("Bearer ")
        ? header.substring("Bearer ".length())
        : Objects.requireNonNullElse(ctx.formParam("token"), "");
  }

  private JsonNode userGroups() {
    ObjectNode answer = ok();
    ArrayNode groups = answer.putArray("usergroups");
    workspace
        .userGroups()
        .forEach(id -> groups.addObject().put("id", id).put("is_usergroup", true));
    return answer;
  }

  private JsonNode channels() {
    ObjectNode answer = ok();
    ArrayNode channels = answer.putArray("channels");
    if (!admission.isArchived()) {
      described(channels.addObject());
    }
    answer.putObject("response_metadata").put("next_cursor", "");
    return answer;
  }

  private JsonNode channel(Context ctx) {
    ObjectNode answer = ok();
    described(answer.putObject("channel"));
    return isOurChannel(ctx) ? answer : error("channel_not_found");
  }

  private void described(ObjectNode channel) {
    channel
        .put("id", Workspace.CHANNEL_ID)
        .put("name", Workspace.CHANNEL_NAME)
        .put("is_channel", true)
        .put("is_archived", admission.isArchived())
        .put("is_member", admission.isMember());
  }

  private JsonNode user(String id) {
    Optional<Person> found =
        Person.ALL.stream().filter(person -> person.userId().equals(id)).findFirst();
    if (found.isEmpty()) {
      return error("user_not_found");
    }
    ObjectNode answer = ok();
    answer
        .putObject("user")
        .put("id", id)
        .put("team_id", found.get().teamId())
        .put("name", found.get().name())
        .put("deleted", admission.isDeactivated(found.get()))
        .put("is_restricted", admission.isGuest(found.get()));
    return answer;
  }

  private JsonNode post(Context ctx) {
    JsonNode blocks = parsed(form(ctx, "blocks"));
    if (!isOurChannel(ctx)) {
      return error("channel_not_found");
    }
    Optional<String> wrong = BlockLimits.error(blocks);
    if (wrong.isPresent()) {
      return error(wrong.get());
    }
    ChannelMessage message =
        workspace.post(
            new Workspace.Draft(
                present(form(ctx, "thread_ts")),
                isTrue(form(ctx, "reply_broadcast")),
                form(ctx, "text"),
                blocks,
                parsed(form(ctx, "metadata")),
                faults.isForgettingClientIds() ? "" : form(ctx, "client_msg_id")));
    return written(message);
  }

  private JsonNode update(Context ctx) {
    JsonNode blocks = parsed(form(ctx, "blocks"));
    Optional<String> wrong = BlockLimits.error(blocks);
    if (wrong.isPresent()) {
      return error(wrong.get());
    }
    return workspace
        .edit(form(ctx, "ts"), form(ctx, "text"), blocks, parsed(form(ctx, "metadata")))
        .map(this::written)
        .orElseGet(() -> error("message_not_found"));
  }

  private JsonNode written(ChannelMessage message) {
    ObjectNode answer = ok().put("channel", message.channel()).put("ts", message.ts());
    answer.put("text", message.text());
    answer.set("message", wire(message, true));
    return answer;
  }

  private JsonNode whisper(Context ctx) {
    Optional<String> thread = present(form(ctx, "thread_ts"));
    Whisper whisper = workspace.whisper(Person.of(form(ctx, "user")), thread, form(ctx, "text"));
    return ok().put("message_ts", whisper.ts());
  }

  private JsonNode open(Context ctx) {
    JsonNode view = parsed(form(ctx, "view"));
    return workspace
        .open(form(ctx, "trigger_id"), view)
        .<JsonNode>map(
            dialog -> {
              ObjectNode answer = ok();
              answer.set("view", ((ObjectNode) view.deepCopy()).put("id", dialog.id()));
              return answer;
            })
        .orElseGet(() -> error("expired_trigger_id"));
  }

  private JsonNode change(Context ctx) {
    return workspace
        .update(form(ctx, "view_id"), parsed(form(ctx, "view")))
        .<JsonNode>map(dialog -> ok())
        .orElseGet(() -> error("not_found"));
  }

  private JsonNode permalink(Context ctx) {
    String ts = form(ctx, "message_ts");
    boolean known = workspace.messages().stream().anyMatch(message -> message.ts().equals(ts));
    return known
        ? ok().put("channel", Workspace.CHANNEL_ID)
            .put(
                "permalink",
                "https://playground.slack.com/archives/"
                    + Workspace.CHANNEL_ID
                    + "/p"
                    + ts.replace(".", ""))
        : error("message_not_found");
  }

  /**
   * Returns the channel's messages, newest first, with replies only where they were broadcast, as
   * Slack does.
   */
  private JsonNode history(Context ctx) {
    String oldest = form(ctx, "oldest");
    String latest = form(ctx, "latest");
    List<ChannelMessage> found =
        workspace.messages().stream()
            .filter(ChannelMessage::isInChannel)
            .filter(message -> oldest.isEmpty() || message.ts().compareTo(oldest) >= 0)
            .filter(message -> latest.isEmpty() || message.ts().compareTo(latest) <= 0)
            .toList();
    return listed(ctx, found.reversed());
  }

  private JsonNode replies(Context ctx) {
    String ts = form(ctx, "ts");
    return listed(
        ctx,
        workspace.messages().stream()
            .filter(m -> m.ts().equals(ts) || m.threadTs().filter(ts::equals).isPresent())
            .toList());
  }

  private JsonNode listed(Context ctx, List<ChannelMessage> found) {
    if (!isOurChannel(ctx)) {
      return error("channel_not_found");
    }
    boolean metadata = isTrue(form(ctx, "include_all_metadata"));
    int limit = Integer.parseInt(form(ctx, "limit").isEmpty() ? "100" : form(ctx, "limit"));
    int from = Integer.parseInt(form(ctx, "cursor").isEmpty() ? "0" : form(ctx, "cursor"));
    int to = Math.min(found.size(), from + limit);
    ObjectNode answer = ok();
    ArrayNode messages = answer.putArray("messages");
    found.subList(Math.min(from, to), to).forEach(m -> messages.add(wire(m, metadata)));
    answer.put("has_more", to < found.size());
    answer
        .putObject("response_metadata")
        .put("next_cursor", to < found.size() ? String.valueOf(to) : "");
    return answer;
  }

  private ObjectNode wire(ChannelMessage message, boolean withMetadata) {
    ObjectNode wire = json.createObjectNode().put("type", "message").put("user", "UBOT");
    wire.put("ts", message.ts()).put("text", message.text());
    message.threadTs().ifPresent(ts -> wire.put("thread_ts", ts));
    if (message.place() == ChannelMessage.Place.THREAD_AND_CHANNEL) {
      wire.put("subtype", "thread_broadcast");
    }
    if (message.blocks().isArray()) {
      wire.set("blocks", message.blocks());
    }
    if (!message.files().isEmpty()) {
      ArrayNode shared = wire.putArray("files");
      message.files().forEach(f -> shared.addObject().put("id", f.id()).put("name", f.name()));
    }
    if (withMetadata && message.metadata().isObject()) {
      wire.set("metadata", message.metadata());
    }
    return wire;
  }

  private static boolean isOurChannel(Context ctx) {
    String channel = form(ctx, "channel");
    return channel.equals(Workspace.CHANNEL_ID) || channel.equals("#" + Workspace.CHANNEL_NAME);
  }

  private static boolean isTrue(String field) {
    return List.of("1", "true").contains(field);
  }

  private static String query(Context ctx, String field) {
    return Objects.requireNonNullElse(ctx.queryParam(field), "");
  }

  private static Optional<String> present(String text) {
    return Optional.of(text).filter(known -> !known.isEmpty());
  }

  private static String form(Context ctx, String field) {
    return Objects.requireNonNullElse(ctx.formParam(field), "");
  }

  private JsonNode parsed(String text) {
    try {
      return text.isEmpty() ? MissingNode.getInstance() : json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + text, e);
    }
  }

  private ObjectNode ok() {
    return json.createObjectNode().put("ok", true);
  }

  private ObjectNode error(String error) {
    return json.createObjectNode().put("ok", false).put("error", error);
  }

  private static void send(Context ctx, JsonNode answer) {
    ctx.contentType("application/json; charset=utf-8").result(answer.toString());
  }
}
