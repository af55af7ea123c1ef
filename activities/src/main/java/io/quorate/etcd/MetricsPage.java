package io.quorate.etcd;

import io.quorate.cluster.PeerReport;
import io.quorate.port.Failure;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads {@code /metrics} at a member's client URL, where etcd serves it on every version. */
final class MetricsPage implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private final HttpClient http;

  MetricsPage(Optional<TlsMaterial> tls) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1);
    tls.map(TlsMaterial::forHttp).ifPresent(builder::sslContext);
    this.http = builder.build();
  }

  /** What the member sees of its peers; whatever cannot be read means that it is unknown. */
  PeerReport read(Endpoint endpoint, Identity expected) {
    Asked asked = endpoint.asked("show its metrics", Kind.LOCAL_READ);
    HttpResponse<String> page = fetch(endpoint, asked);
    if (page.statusCode() != 200) {
      throw new Failure.Transient(asked.declined("HTTP status " + page.statusCode()));
    }
    PeerMetrics metrics =
        PeerMetrics.parse(page.body())
            .orElseThrow(
                () -> new Failure.Transient(asked.declined("its /metrics is no page of etcd's")));
    Exchange.require(endpoint, expected, new Identity(metrics.member(), expected.cluster()));
    return metrics.report();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private HttpResponse<String> fetch(Endpoint endpoint, Asked asked) {
    HttpRequest request = HttpRequest.newBuilder(endpoint.url().resolve("/metrics")).build();
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      // A time-out of the request would end with the headers; this one covers the page too.
      return answer.get(Rpc.SHORT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Failure.Transient(asked.silent("its metrics did not come in time"), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient(asked.silent("the attempt was interrupted"), e);
    } catch (ExecutionException e) {
      throw new Failure.Transient(asked.silent("its metrics cannot be read: " + why(e)), e);
    } finally {
      answer.cancel(true);
    }
  }

  private static String why(ExecutionException failed) {
    Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
    return cause instanceof IOException && cause.getMessage() != null
        ? cause.getMessage()
        : cause.getClass().getSimpleName();
  }
}
