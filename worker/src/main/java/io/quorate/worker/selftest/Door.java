package io.quorate.worker.selftest;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.SelfTestConfiguration;
import io.quorate.token.Token;
import io.quorate.wire.Json;
import io.quorate.wire.ReportsJson;
import io.quorate.wire.RequestJson;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import io.quorate.wire.TimelineJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Door of a gateway as Alertmanager and an approver use it. An answer other than 200 is thrown as
 * an {@link IllegalStateException} with what the gateway said.
 */
public final class Door implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int OK = 200;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final URI gateway;
  private final Token approver;
  private final Token sender;

  /**
   * Creates a door.
   *
   * @param approver token of the approver
   * @param sender token of whoever sends alerts
   */
  public Door(int port, Token approver, Token sender) {
    this.gateway = URI.create("http://127.0.0.1:" + port);
    this.approver = approver;
    this.sender = sender;
  }

  /** Sends an alert about the cluster; returns what the webhook answered. */
  String alert(Instant since) {
    Map<String, Object> alert =
        Map.of(
            "status",
            "firing",
            "labels",
            SelfTestConfiguration.LABELS,
            "fingerprint",
            "selftest",
            "startsAt",
            since.toString());
    return sent(
        post(
            "/alerts/alertmanager",
            sender,
            Json.text(Map.of("version", "4", "alerts", List.of(alert)))));
  }

  /** Returns the incidents of the cluster, the newest first. */
  List<ReportsJson.RowJson> incidents() {
    return read("/api/incidents?cluster=" + ClusterKey.SELF_TEST, ReportsJson.class).incidents();
  }

  /** Returns the newest operation of the cluster. */
  ShowJson operation() {
    return read("/api/operations/" + ClusterKey.SELF_TEST, ShowJson.class);
  }

  /** Returns the timeline of an operation. */
  TimelineJson timeline(String operation) {
    return read("/api/operations/" + operation + "/timeline", TimelineJson.class);
  }

  /** Says yes to a question; said again, it counts once. */
  RequestJson.Answer approve(String operation, ApprovalJson question) {
    String yes =
        Json.text(
            Map.of("id", question.id(), "digest", question.digest(), "question", question.id()));
    return parsed(
        sent(post("/api/operations/" + operation + "/approve", approver, yes)),
        RequestJson.Answer.class);
  }

  private <T> T read(String path, Class<T> kind) {
    return parsed(sent(request(path, approver).GET()), kind);
  }

  private static <T> T parsed(String text, Class<T> kind) {
    return Json.read(text, kind)
        .orElseThrow(() -> new IllegalStateException("this cannot be read: " + text));
  }

  private HttpRequest.Builder post(String path, Token token, String body) {
    return request(path, token).POST(BodyPublishers.ofString(body));
  }

  private HttpRequest.Builder request(String path, Token token) {
    return HttpRequest.newBuilder(gateway.resolve(path))
        .timeout(LIMIT)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token.text());
  }

  private String sent(HttpRequest.Builder request) {
    try {
      var answer = http.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
      }
      return answer.body();
    } catch (IOException unanswered) {
      throw new UncheckedIOException(unanswered);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the worker is stopping", stopped);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
