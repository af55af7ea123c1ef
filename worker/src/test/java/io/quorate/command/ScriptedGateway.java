package io.quorate.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gateway that answers what the test wrote down, and keeps what it was asked. */
final class ScriptedGateway implements AutoCloseable {
  final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  final List<String> asked = new CopyOnWriteArrayList<>();

  /** What each request showed; empty where it showed nothing. */
  final List<String> shown = new CopyOnWriteArrayList<>();

  private final HttpServer server;

  record Reply(int status, String body) {}

  private ScriptedGateway(HttpServer server) {
    this.server = server;
  }

  static ScriptedGateway open() throws IOException {
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ScriptedGateway gateway = new ScriptedGateway(HttpServer.create(anywhere, 0));
    gateway.server.createContext("/", gateway::answer);
    gateway.server.start();
    return gateway;
  }

  /** A desk whose configuration names this gateway. */
  Desk desk(Path directory) {
    int port = server.getAddress().getPort();
    return new Desk(directory).configure("gateway: {listen: \"127.0.0.1:" + port + "\"}\n");
  }

  /** The URL of this gateway. */
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
    shown.add(
        Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), ""));
    Reply reply = replies.remove();
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
