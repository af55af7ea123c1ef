package io.quorate.lab.slack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
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
  private final Map<String, CompletableFuture<Boolean>> waiting = new ConcurrentHashMap<>();
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
   * Sends the payload; completes with true once the app acknowledged it, and at once with false
   * when no app is connected.
   */
  CompletableFuture<Boolean> deliver(ObjectNode payload) {
    Optional<WsContext> connection =
        connections.isEmpty()
            ? Optional.empty()
            : Optional.of(connections.get(connections.size() - 1));
    if (connection.isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    String id = UUID.randomUUID().toString();
    CompletableFuture<Boolean> acknowledged = new CompletableFuture<>();
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
      Objects.requireNonNullElseGet(waiting.remove(id), CompletableFuture<Boolean>::new)
          .complete(true);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an acknowledgement that is no JSON: " + text, e);
    }
  }

  private ObjectNode message(String type) {
    return json.createObjectNode().put("type", type);
  }
}
