package io.quorate.lab.slack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The web page people use in place of Slack's client, and the requests of that page. */
final class Page {
  private static final Duration LISTEN = Duration.ofSeconds(15);
  private static final Duration SLACKS_PATIENCE = Duration.ofSeconds(3);
  private static final int BAD_REQUEST = 400;

  private final ObjectMapper json = new ObjectMapper();
  private final SlackEmulator emulator;
  private final Workspace workspace;

  Page(SlackEmulator emulator, Workspace workspace) {
    this.emulator = emulator;
    this.workspace = workspace;
  }

  void routes(RoutesConfig routes) {
    routes.get("/", ctx -> ctx.html(html()));
    routes.get("/page/state", this::state);
    routes.post("/page/click", ctx -> act(ctx, this::click));
    routes.post("/page/submit", ctx -> act(ctx, this::submit));
    routes.post("/page/dismiss", ctx -> act(ctx, this::dismiss));
    routes.exception(
        IllegalArgumentException.class,
        (e, ctx) -> ctx.status(BAD_REQUEST).result(String.valueOf(e.getMessage())));
  }

  private interface Act {
    CompletableFuture<Boolean> run(Person person, JsonNode request);
  }

  private static String html() {
    try (InputStream page = Page.class.getResourceAsStream("page.html")) {
      return new String(
          Objects.requireNonNull(page, "page.html is not on the class path").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers when something is newer than the version the page has, or after 15 s. */
  private void state(Context ctx) throws InterruptedException {
    long seen = Long.parseLong(Objects.requireNonNullElse(ctx.queryParam("since"), "-1"));
    Person person = Person.of(Objects.requireNonNullElse(ctx.queryParam("user"), "U1"));
    ObjectNode state = json.createObjectNode().put("version", workspace.awaitAfter(seen, LISTEN));
    state.put("channel", emulator.channel());
    var people = state.putArray("people");
    Person.ALL.forEach(
        one ->
            people
                .addObject()
                .put("id", one.userId())
                .put("name", one.name())
                .put("team", one.teamId()));
    var messages = state.putArray("messages");
    workspace.messages().forEach(message -> messages.add(wire(message)));
    var whispers = state.putArray("whispers");
    workspace.whispers().stream()
        .filter(whisper -> whisper.to().equals(person))
        .forEach(whisper -> whispers.add(wire(whisper)));
    workspace
        .dialog(person)
        .ifPresent(
            dialog -> {
              state.set("dialog", dialog.view());
              state.set("errors", json.valueToTree(dialog.errors()));
            });
    ctx.contentType("application/json; charset=utf-8").result(state.toString());
  }

  private ObjectNode wire(ChannelMessage message) {
    ObjectNode wire = json.createObjectNode().put("ts", message.ts()).put("text", message.text());
    wire.put("thread", message.threadTs().orElse("")).put("edits", message.edits());
    wire.put("inChannel", message.isInChannel());
    wire.set("blocks", message.blocks().isArray() ? message.blocks() : json.createArrayNode());
    return wire;
  }

  private ObjectNode wire(Whisper whisper) {
    return json.createObjectNode()
        .put("ts", whisper.ts())
        .put("text", whisper.text())
        .put("thread", whisper.threadTs().orElse(""));
  }

  private void act(Context ctx, Act act) throws JsonProcessingException {
    JsonNode request = json.readTree(ctx.body());
    Person person = Person.of(request.path("user").asText());
    ctx.future(
        () ->
            act.run(person, request)
                .completeOnTimeout(false, SLACKS_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(
                    done -> ctx.result(done ? "" : "The app did not answer. Nothing happened.")));
  }

  private CompletableFuture<Boolean> click(Person person, JsonNode request) {
    String ts = request.path("ts").asText();
    Optional<ChannelMessage> message =
        workspace.messages().stream().filter(known -> known.ts().equals(ts)).findFirst();
    return emulator.click(
        message.orElseThrow(() -> new IllegalArgumentException("no message " + ts)),
        request.path("action").asText(),
        person);
  }

  private CompletableFuture<Boolean> submit(Person person, JsonNode request) {
    Map<String, String> typed = new HashMap<>();
    request.path("typed").properties().forEach(e -> typed.put(e.getKey(), e.getValue().asText()));
    return emulator.submit(person, typed);
  }

  private CompletableFuture<Boolean> dismiss(Person person, JsonNode request) {
    emulator.dismiss(person);
    return CompletableFuture.completedFuture(true);
  }
}
