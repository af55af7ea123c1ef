package io.quorate.lab.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The pager of a team: a webhook that Alertmanager calls, on 127.0.0.1. */
public final class Pager implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final List<Page> pages = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /**
   * Call of the webhook.
   *
   * @param status {@code firing} or {@code resolved}
   */
  public record Page(Instant at, String status, List<Told> alerts) {
    public Page {
      alerts = List.copyOf(alerts);
    }
  }

  /** An alert of a page. */
  public record Told(String status, String name, String cluster, String summary) {}

  private Pager(HttpServer server) {
    this.server = server;
  }

  /** Starts a pager on a free port. */
  public static Pager start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Pager pager = new Pager(server);
    server.createContext("/", pager::page);
    server.start();
    return pager;
  }

  private void page(HttpExchange call) throws IOException {
    try (call;
        InputStream body = call.getRequestBody()) {
      JsonNode group = json.readTree(body);
      List<Told> alerts = new ArrayList<>();
      group.path("alerts").forEach(alert -> alerts.add(told(alert)));
      pages.add(new Page(Instant.now(), group.path("status").asText(), alerts));
      call.sendResponseHeaders(200, -1);
    }
  }

  private static Told told(JsonNode alert) {
    JsonNode labels = alert.path("labels");
    return new Told(
        alert.path("status").asText(),
        labels.path("alertname").asText(),
        labels.path("cluster").asText(),
        alert.path("annotations").path("summary").asText());
  }

  /** Returns the address for Alertmanager. */
  public URI webhook() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  /** Returns all calls, oldest first. */
  public List<Page> pages() {
    return List.copyOf(pages);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
