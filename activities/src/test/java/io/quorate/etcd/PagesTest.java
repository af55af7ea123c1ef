package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PagesTest {
  private final Pages pages = new Pages(Optional.empty());
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aPageIsAskedForInCompressedForm() {
    server.createContext("/metrics", PagesTest::compressed);
    assertThat(fetch("/metrics").body()).isEqualTo("gzip");
  }

  private static void compressed(HttpExchange exchange) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream to = new GZIPOutputStream(bytes)) {
      to.write(
          exchange
              .getRequestHeaders()
              .getFirst("Accept-Encoding")
              .getBytes(StandardCharsets.UTF_8));
    }
    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    answer(exchange, 200, bytes.toByteArray());
  }

  @Test
  void theAnswerTellsTheClockOfTheMember() {
    server.createContext("/version", exchange -> answer(exchange, 200, new byte[] {'1'}));
    Instant before = Instant.now().minus(Duration.ofSeconds(1));
    assertThat(fetch("/version").date().orElseThrow()).isBetween(before, Instant.now());
  }

  @Test
  void aPageOfAnErrorIsAPageToo() {
    server.createContext("/wrong", exchange -> answer(exchange, 500, new byte[] {'x'}));
    server.createContext("/empty", exchange -> answer(exchange, 404, new byte[0]));
    assertThat(fetch("/wrong")).extracting("status", "body").containsExactly(500, "x");
    assertThat(fetch("/empty")).extracting("status", "body").containsExactly(404, "");
  }

  @Test
  void aRedirectionIsNotFollowed() {
    server.createContext(
        "/moved",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "http://192.0.2.1/");
          answer(exchange, 302, new byte[0]);
        });
    assertThat(fetch("/moved").status()).isEqualTo(302);
  }

  @Test
  void aPageThatDoesNotComeIsGivenUpAfterThreeSeconds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      long begun = System.nanoTime();
      assertThatThrownBy(() -> fetch(silent.getLocalPort(), "/metrics"))
          .isInstanceOf(Failure.Transient.class)
          .hasMessageContaining("/metrics did not come in time");
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(6));
    }
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Pages.Page<String> fetch(String path) {
    return fetch(server.getAddress().getPort(), path);
  }

  private Pages.Page<String> fetch(int port, String path) {
    URI page = URI.create("http://127.0.0.1:" + port + path);
    MemberName member = new MemberName("etcd-0");
    return pages.fetch(page, new Asked(member, page, "show a page", Kind.LOCAL_READ));
  }
}
