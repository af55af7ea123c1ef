package io.quorate.etcd;

import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the pages that members serve over HTTP or HTTPS, with the TLS files of their client URLs,
 * compressed where the member can. A connection is kept for some seconds only: a page is wanted
 * every few minutes, and the descriptors are for the channels of gRPC. A later handshake resumes
 * the session. No thread and no client belongs to a cluster.
 *
 * <p>The CAs that the Java platform trusts are read at the first https URL, because reading them
 * takes longer than a look at a cluster without TLS.
 */
final class Pages {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** Most bytes of a page that is read as a text; all of etcd's have less than 10 kB. */
  private static final int MOST_TEXT = 1 << 20;

  private final Optional<TlsMaterial> tls;
  private @Nullable Secured secured;

  Pages(Optional<TlsMaterial> tls) {
    this.tls = tls;
  }

  /** Sockets and handshake for https URLs. */
  private record Secured(SSLSocketFactory sockets, Handshake handshake) {}

  /** Reader of the body of a page. */
  interface Body<T> {
    T read(InputStream body) throws IOException;
  }

  /**
   * Answer of a member.
   *
   * @param cluster the id of its cluster, which peer URLs tell
   * @param date its clock, to a second
   */
  record Page<T>(int status, Optional<String> cluster, Optional<Instant> date, T body) {}

  private synchronized Secured secured() {
    Secured known = secured;
    if (known == null) {
      SSLContext context = tls.orElseGet(TlsMaterial::ofPlatform).forHttp();
      known = new Secured(context.getSocketFactory(), new Handshake(context));
      secured = known;
    }
    return known;
  }

  private static boolean isSecured(URI page) {
    return "https".equals(page.getScheme());
  }

  /** Fetches a page as a text, as {@link #fetch(URI, Asked, Body)} does. */
  Page<String> fetch(URI page, Asked asked) {
    return fetch(
        page, asked, body -> new String(body.readNBytes(MOST_TEXT), StandardCharsets.UTF_8));
  }

  /**
   * Fetches a page, whatever its HTTP status. Throws a {@link Failure} when no answer arrives
   * within 3 s.
   *
   * @param body reads the body of the page, whatever it is, to its end
   */
  <T> Page<T> fetch(URI page, Asked asked, Body<T> body) {
    FutureTask<Page<T>> answer = new FutureTask<>(() -> read(page, body));
    Thread.startVirtualThread(answer);
    try {
      // The time-outs of the connection hold for one read each; this wait limits the whole page.
      return answer.get(Rpc.SHORT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Failure.Transient(asked.silent(page.getPath() + " did not come in time"), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient(asked.silent("the attempt was interrupted"), e);
    } catch (ExecutionException e) {
      throw unread(page, asked, Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      // An interrupt ends the reads of a virtual thread, and closes their connection.
      answer.cancel(true);
    }
  }

  private <T> Page<T> read(URI page, Body<T> body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(secured().sockets());
    }
    connection.setConnectTimeout((int) CONNECT.toMillis());
    connection.setReadTimeout((int) Rpc.SHORT.toMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept-Encoding", "gzip");
    int status = connection.getResponseCode();
    try (InputStream content = content(connection, status)) {
      return new Page<>(
          status,
          Optional.ofNullable(connection.getHeaderField(PeerPages.CLUSTER)),
          Optional.of(Instant.ofEpochMilli(connection.getDate()))
              .filter(date -> date.isAfter(Instant.EPOCH)),
          body.read(content));
    }
  }

  /**
   * Returns the body. {@code HttpURLConnection} has a separate stream for a status of 400 and
   * above, and null where the body is empty.
   */
  private static InputStream content(HttpURLConnection connection, int status) throws IOException {
    InputStream raw =
        status < HttpURLConnection.HTTP_BAD_REQUEST
            ? connection.getInputStream()
            : Objects.requireNonNullElseGet(
                connection.getErrorStream(), InputStream::nullInputStream);
    return "gzip".equals(connection.getContentEncoding()) ? new GZIPInputStream(raw) : raw;
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
