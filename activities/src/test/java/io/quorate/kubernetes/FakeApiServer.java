package io.quorate.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * An HTTP server that gives the answers that a test wants and keeps what was asked. It knows
 * nothing of Kubernetes: what an API server does is tried on a real one.
 */
final class FakeApiServer implements AutoCloseable {
  private static final int TEMPORARY_REDIRECT = 307;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile Function<Request, Answer> answer = any -> new Answer(200, "{}");

  FakeApiServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  /** A request as it came over the wire. */
  record Request(String method, String uri, String type, String authorization, String body) {}

  /** What is answered: a status with a body, or nothing at all. */
  record Answer(int code, String body) {
    /** Closes the connection without an answer. */
    static final Answer DROPPED = new Answer(0, "");

    /** Keeps the connection open and does not answer. */
    static final Answer SILENT = new Answer(-1, "");

    /** An answer in the form of an API server. */
    static Answer status(int code, String reason, String message, String details) {
      String body =
          "{'kind':'Status','apiVersion':'v1','status':'Failure','reason':'%s','message':'%s',"
              + "'details':{%s},'code':%d}";
      return new Answer(
          code,
          body.formatted(reason, message, details, code).replace('\'', '"').replace('^', '\''));
    }
  }

  void answers(Answer next) {
    answers(any -> next);
  }

  void answers(Function<Request, Answer> next) {
    answer = next;
    requests.clear();
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A kubeconfig with a context that leads here. */
  ApiSource source(Path folder) throws IOException {
    return source(folder, url());
  }

  static ApiSource source(Path folder, String url) throws IOException {
    Path file = folder.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: here, cluster: {server: "%s"}}]
        users: [{name: me, user: {token: secret}}]
        contexts: [{name: fake, context: {cluster: here, user: me}}]
        """
            .formatted(url));
    return new ApiSource.Kubeconfig(file, "fake");
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      var headers = exchange.getRequestHeaders();
      var request =
          new Request(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              String.valueOf(headers.getFirst("Content-Type")),
              String.valueOf(headers.getFirst("Authorization")),
              new String(body, StandardCharsets.UTF_8));
      requests.add(request);
      give(answer.apply(request), exchange);
    }
  }

  private void give(Answer given, HttpExchange exchange) throws IOException {
    if (given.equals(Answer.SILENT)) {
      awaitEnd();
    } else if (!given.equals(Answer.DROPPED)) {
      byte[] bytes = given.body().getBytes(StandardCharsets.UTF_8);
      if (given.code() == TEMPORARY_REDIRECT) {
        exchange.getResponseHeaders().add("Location", url() + "/elsewhere");
      }
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(given.code(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    threads.shutdownNow();
    server.stop(0);
  }
}
