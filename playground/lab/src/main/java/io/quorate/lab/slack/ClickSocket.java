package io.quorate.lab.slack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The emulated Socket Mode: hello, envelopes with clicks, acknowledgements, disconnects. */
final class ClickSocket {
  private final ObjectMapper json = new ObjectMapper();
  private final CopyOnWriteArrayList<WsContext> connections = new CopyOnWriteArrayList<>();
  private final Map<String, CompletableFuture<Answer>> waiting = new ConcurrentHashMap<>();
  private final AtomicInteger joined = new AtomicInteger();
  private final Faults faults;
  private final SlackTokens tokens;
  private final Runnable changed;

  ClickSocket(Faults faults, SlackTokens tokens, Runnable changed) {
    this.faults = faults;
    this.tokens = tokens;
    this.changed = changed;
  }

  void configure(WsConfig ws) {
    ws.onConnect(
        ctx -> {
          if (!tokens.app().equals(ctx.queryParam("ticket"))) {
            ctx.closeSession(4001, "no ticket");
            return;
          }
          connections.add(ctx);
          joined.incrementAndGet();
          ctx.send(message("hello").put("num_connections", connections.size()).toString());
          changed.run();
        });
    ws.onMessage(ctx -> acknowledged(ctx.message()));
    ws.onClose(
        ctx -> {
          connections.removeIf(known -> known.sessionId().equals(ctx.sessionId()));
          changed.run();
        });
  }

  /**
   * Answer of the app to a click or a dialog.
   *
   * @param acknowledged whether the app answered; false when none is connected
   * @param errors errors for the fields of a dialog, by block id: the dialog stays open
   */
  record Answer(boolean acknowledged, Map<String, String> errors) {}

  /**
   * Sends the payload; completes once the app acknowledged it, and at once when no app is
   * connected.
   */
  CompletableFuture<Answer> deliver(ObjectNode payload) {
    Optional<WsContext> connection =
        connections.isEmpty()
            ? Optional.empty()
            : Optional.of(connections.get(connections.size() - 1));
    if (connection.isEmpty()) {
      return CompletableFuture.completedFuture(new Answer(false, Map.of()));
    }
    String id = UUID.randomUUID().toString();
    CompletableFuture<Answer> acknowledged = new CompletableFuture<>();
    waiting.put(id, acknowledged);
    ObjectNode envelope = message("interactive").put("envelope_id", id);
    envelope.put("accepts_response_payload", true).set("payload", payload);
    connection.get().send(envelope.toString());
    if (faults.isDeliveringTwice()) {
      connection.get().send(envelope.toString());
    }
    return acknowledged;
  }

  /** Announces a disconnect, as Slack does every few hours; the connection itself stays open. */
  void disconnect(String reason) {
    for (WsContext connection : connections) {
      connection.send(message("disconnect").put("reason", reason).toString());
    }
  }

  /** Closes all connections without a disconnect message. */
  void cut() {
    connections.forEach(connection -> connection.closeSession(1001, "going away"));
    connections.clear();
  }

  int size() {
    return connections.size();
  }

  /** Returns how often an app has connected since the start. */
  int joined() {
    return joined.get();
  }

  private void acknowledged(String text) {
    try {
      JsonNode answer = json.readTree(text);
      String id = answer.path("envelope_id").asText();
      Objects.requireNonNullElseGet(waiting.remove(id), CompletableFuture<Answer>::new)
          .complete(new Answer(true, errors(answer.path("payload"))));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an acknowledgement that is no JSON: " + text, e);
    }
  }

  private static Map<String, String> errors(JsonNode payload) {
    Map<String, String> errors = new HashMap<>();
    if (payload.path("response_action").asText().equals("errors")) {
      payload
          .path("errors")
          .properties()
          .forEach(error -> errors.put(error.getKey(), error.getValue().asText()));
    }
    return errors;
  }

  private ObjectNode message(String type) {
    return json.createObjectNode().put("type", type);
  }
}
