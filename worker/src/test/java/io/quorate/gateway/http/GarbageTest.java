package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in, the answer is a 4xx with a sentence. */
class GarbageTest {
  private static RunningGateway gateway;

  @BeforeAll
  @BeforeContainer
  static void start() {
    gateway = RunningGateway.start();
  }

  @AfterAll
  @AfterContainer
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "4",
        "\"4\"",
        "[]",
        "{}",
        "{\"version\":\"4\"}",
        "{\"version\":4,\"alerts\":[]}",
        "{\"version\":\"5\",\"alerts\":[]}",
        "{\"version\":\"4\",\"alerts\":null}",
        "{\"version\":\"4\",\"alerts\":{}}",
        "{\"version\":\"4\",\"alerts\":[null]}",
        "{\"version\":\"4\",\"alerts\":[[]]}",
        "{\"version\":\"4\",\"alerts\":[{}]}",
        "{\"version\":\"4\",\"alerts\":[{\"labels\":{}}]}",
        "{\"version\":\"4\",\"alerts\":[{\"labels\":{\"a\":1},\"status\":\"firing\"}]}",
        "{\"version\":\"4\",\"alerts\":[{\"labels\":{},\"status\":\"maybe\"}]}",
        "{\"version\":\"4\",\"alerts\":[{\"labels\":{},\"status\":\"firing\",\"fingerprint\":\"f\"}]}",
        "{\"version\":\"4\",\"alerts\":[{\"labels\":{},\"status\":\"firing\",\"fingerprint\":\"f\",\"startsAt\":\"now\"}]}",
        "{\"version\":\"4\",\"alerts\":[{\"labels\":{},\"status\":\"firing\",\"fingerprint\":\"\",\"startsAt\":\"2026-03-01T03:02:11Z\"}]}",
        "{\"version\":\"4\",\"alerts\":[]} and more",
        "{\"version\":\"4\",\"alerts\":[",
        "payload=%7B%7D",
        "<xml/>",
        "\u0000\u0001\u0002",
        "{\"version\":\"4\",\"truncatedAlerts\":1e999999999999,\"alerts\":3}",
      })
  void aBodyThatIsNoAlertmanagerPayloadIsRefusedWithASentence(String body) {
    var reply = gateway.post("/alerts/alertmanager", body);
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.json().path("error").asText()).isNotBlank().doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/alerts/alertmanager",
        "/api/clusters/payments/operations",
        "/api/operations/payments/approve",
        "/api/operations/payments/pause"
      })
  void hugeAndDeepAndBinaryBodiesAreRefused(String path) {
    assertThat(gateway.post(path, new byte[9 << 20]).status()).isEqualTo(413);
    assertThat(gateway.post(path, "[".repeat(50_000)).status()).isEqualTo(400);
    assertThat(gateway.post(path, "{\"a\":".repeat(10_000)).status()).isEqualTo(400);
    assertThat(gateway.post(path, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0, 1}).status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /%zz HTTP/1.1",
        "GET /%2e%2e%2f HTTP/1.1",
        "GET /api/operations/%ff%fe HTTP/1.1",
        "GET /api/operations?cluster=%zz HTTP/1.1",
        "GET /api/operations/a%2Fb HTTP/1.1",
        "GET /api/operations/%00 HTTP/1.1",
        "GET /nothing HTTP/1.1",
        "DELETE /api/operations HTTP/1.1",
        "PUT /alerts/alertmanager HTTP/1.1",
        "GET /alerts/alertmanager HTTP/1.1",
        "TRACE / HTTP/1.1",
        "BREW / HTTP/1.1",
        "CONNECT x:1 HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "GARBAGE",
        "GET / HTTP/9.9",
      })
  void strangeRequestLinesAreRefused(String line) throws IOException {
    int status =
        gateway.raw(
            (line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
    assertThat(status).isBetween(400, 505).isNotEqualTo(500).isNotEqualTo(503);
  }

  @Property(tries = 150)
  void noBytesBringTheGatewayDown(@ForAll("paths") String path, @ForAll byte[] body) {
    var reply = gateway.post(path, body);
    assertThat(reply.status()).as(reply.text()).isBetween(400, 499);
  }

  @Property(tries = 150)
  void noNameBringsTheGatewayDown(@ForAll("names") String name) throws IOException {
    int status =
        gateway.raw(
            ("GET /api/operations/"
                    + name
                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
    assertThat(status).isNotEqualTo(500).isLessThan(502);
  }

  /** Jetty lets such an escape through after a semicolon. */
  @Example
  void refusesABrokenEscapeInAPath() throws IOException {
    String request =
        "GET /api/operations/;a% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    assertThat(gateway.raw(request.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(400);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(
        List.of(
            "/alerts/alertmanager",
            "/api/clusters/payments/operations",
            "/api/operations/payments/approve",
            "/api/operations/payments/reject",
            "/api/operations/payments/abort"));
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withCharRange('!', '\u00ff').ofMinLength(1).ofMaxLength(40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example:80", "localhost.evil", ""})
  void aNameThatWasMadeToPointHereIsNotAnswered(String host) throws IOException {
    String head = "GET /api/operations HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
    assertThat(gateway.raw(head.getBytes(StandardCharsets.ISO_8859_1))).isBetween(400, 403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/operations/payments/approve", "/alerts/alertmanager"})
  @Tag("attack-27")
  void pagesOfOtherSitesChangeNothing(String path) {
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString("{}");
    assertThat(
            gateway
                .send(gateway.request(path).header("Origin", "https://evil.example").POST(body))
                .status())
        .isEqualTo(403);
    assertThat(gateway.send(gateway.request(path).header("Origin", "null").POST(body)).status())
        .isEqualTo(403);
    assertThat(
            gateway
                .send(gateway.request(path).header("Sec-Fetch-Site", "cross-site").POST(body))
                .status())
        .isEqualTo(403);
    assertThat(
            gateway
                .send(gateway.request(path).header("Content-Type", "text/plain").POST(body))
                .status())
        .isEqualTo(400);
  }
}
