package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why the API server gave no answer. Where no connection came about, nothing happened. Where one
 * broke, a write may have happened.
 */
final class ApiSilence {
  private static final int LONGEST = 300;

  private ApiSilence() {}

  static Failure failure(ApiCall call, Throwable e) {
    Optional<Failure> told = cause(Failure.class, e);
    if (told.isPresent()) {
      return told.get();
    }
    if (has(InterruptedException.class, e)) {
      return interrupted(call, e);
    }
    if (has(GeneralSecurityException.class, e) && has(SSLException.class, e)) {
      return new Failure.Fault(
          "%s: the certificate of the API server does not fit (%s); look at the server and the"
                  .formatted(call.notDone(), words(e))
              + " certificate-authority that the configuration names",
          e);
    }
    return noWay(e)
        .<Failure>map(
            why ->
                new Failure.Unreached(
                    call.notDone() + ": the API server cannot be reached: " + why, e))
        .orElseGet(() -> call.unanswered(broken(e), e));
  }

  private static Failure interrupted(ApiCall call, Throwable e) {
    String why = "Quorate was interrupted before the answer";
    return call.writes()
        ? call.unanswered(why, e)
        : new Failure.Transient(call.notDone() + ": " + why, e);
  }

  /** The reason why no connection was made; empty where a connection was made. */
  private static Optional<String> noWay(Throwable e) {
    if (has(UnknownHostException.class, e) || has(UnresolvedAddressException.class, e)) {
      return Optional.of("its name has no address");
    }
    if (has(NoRouteToHostException.class, e)) {
      return Optional.of("there is no route to it");
    }
    if (has(HttpConnectTimeoutException.class, e)) {
      return Optional.of("it did not take the connection in time");
    }
    if (has(ConnectException.class, e)) {
      return Optional.of("it takes no connections there");
    }
    return Optional.empty();
  }

  private static String broken(Throwable e) {
    if (has(JsonProcessingException.class, e)) {
      return "the answer is none of an API server";
    }
    return has(HttpTimeoutException.class, e) || words(e).contains("timed out")
        ? "the API server did not answer in time"
        : "the connection to the API server broke before the answer (" + words(e) + ")";
  }

  private static String words(Throwable e) {
    Throwable last = e;
    for (@Nullable Throwable each = e; each != null; each = each.getCause()) {
      last = each;
    }
    String said = last.getMessage();
    return CleanText.line(
        said == null || said.isBlank() ? last.getClass().getSimpleName() : said, LONGEST);
  }

  private static boolean has(Class<? extends Throwable> kind, Throwable e) {
    return cause(kind, e).isPresent();
  }

  private static <T extends Throwable> Optional<T> cause(Class<T> kind, Throwable e) {
    for (@Nullable Throwable each = e; each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return Optional.of(kind.cast(each));
      }
    }
    return Optional.empty();
  }
}
