package io.quorate.etcd;

import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
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
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the pages that members serve over HTTP or HTTPS, with the TLS files of their client URLs.
 * The CAs that the Java platform trusts are read at the first https URL, because reading them takes
 * longer than a look at a cluster without TLS.
 */
final class Pages implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /**
   * The client for http URLs of all clusters: each client has a thread that selects, and looks at
   * forty clusters do not need forty.
   */
  private static final HttpClient PLAIN = client(new NoTls());

  private final Optional<TlsMaterial> tls;
  private @Nullable Secured secured;

  Pages(Optional<TlsMaterial> tls) {
    this.tls = tls;
  }

  /** Client and handshake for https URLs. */
  private record Secured(HttpClient http, Handshake handshake) {}

  private static HttpClient client(SSLContext context) {
    return HttpClient.newBuilder()
        .connectTimeout(CONNECT)
        .proxy(HttpClient.Builder.NO_PROXY)
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(context)
        .build();
  }

  private synchronized Secured secured() {
    Secured known = secured;
    if (known == null) {
      SSLContext context = tls.orElseGet(TlsMaterial::ofPlatform).forHttp();
      known = new Secured(client(context), new Handshake(context));
      secured = known;
    }
    return known;
  }

  private static boolean isSecured(URI page) {
    return "https".equals(page.getScheme());
  }

  /**
   * Fetches a page, whatever its HTTP status. Throws a {@link Failure} when no answer arrives
   * within 3 s.
   */
  HttpResponse<String> fetch(URI page, Asked asked) {
    HttpClient http = isSecured(page) ? secured().http() : PLAIN;
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    try {
      // A time-out set on the request would end with the headers; the wait here covers the body
      // too.
      return answer.get(Rpc.SHORT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Failure.Transient(asked.silent(page.getPath() + " did not come in time"), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient(asked.silent("the attempt was interrupted"), e);
    } catch (ExecutionException e) {
      throw unread(page, asked, Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      answer.cancel(true);
    }
  }

  @Override
  public synchronized void close() {
    if (secured != null) {
      secured.http().shutdownNow();
    }
  }

  private Failure unread(URI page, Asked asked, Throwable cause) {
    Optional<TlsFailure> tls = TlsTrouble.in(cause).or(() -> unexplained(page, cause));
    if (tls.isPresent()) {
      return asked.shutOut(tls.get(), cause);
    }
    String why =
        cause instanceof IOException && cause.getMessage() != null
            ? cause.getMessage()
            : cause.getClass().getSimpleName();
    return new Failure.Transient(asked.silent(page.getPath() + " cannot be read: " + why), cause);
  }

  /** Why TLS may have broken a connection that ended right after the handshake. */
  private Optional<TlsFailure> unexplained(URI page, Throwable cause) {
    boolean connected = cause instanceof IOException && !(cause instanceof ConnectException);
    return connected && isSecured(page) ? secured().handshake().trouble(page) : Optional.empty();
  }
}
