package io.quorate.command;

import io.quorate.wire.ErrorJson;
import io.quorate.wire.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** Client of the gateway's API. A request that the gateway cannot answer ends the verb. */
final class GatewayClient {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /**
   * Time limit of an answer: a start looks at the cluster first, and a dead member takes its whole
   * time-out.
   */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final GatewayAccess access;
  private final HttpClient http;

  /**
   * Creates a client; connects to nothing yet.
   *
   * @param trusting TLS that trusts the CA in a file
   */
  GatewayClient(GatewayAccess access, Function<Path, SSLContext> trusting) {
    this.access = access;
    HttpClient.Builder builder =
        HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
    if (!"https".equals(access.address().getScheme())) {
      builder.sslContext(withoutTrust());
    } else {
      access.ca().map(trusting).ifPresent(builder::sslContext);
    }
    this.http = builder.build();
  }

  /**
   * Returns a TLS context that trusts nobody, for a gateway without TLS: reading the certificates
   * that the Java platform trusts would take longer than the gateway takes to answer.
   */
  private static SSLContext withoutTrust() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("this Java has no TLS", missing);
    }
  }

  /** Status and body of an answer; only for statuses that the caller can go on with. */
  record Reply(int status, String body) {
    <T> T as(Class<T> record) {
      return Json.read(body, record)
          .orElseThrow(
              () -> VerbFailure.fault("the gateway's answer is not what was expected: " + body));
    }
  }

  Reply get(String path) {
    return send(request(path).GET().build());
  }

  /** Gets an answer within this time; a later one counts as none. */
  Reply getWithin(Duration most, String path) {
    return send(request(path).timeout(most).GET().build());
  }

  Reply post(String path, Object body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Json.text(body)))
            .build());
  }

  /** URL-encodes one path segment. */
  static String segment(String word) {
    return URLEncoder.encode(word.strip(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(access.address() + path))
            .timeout(ANSWER)
            .header("Accept", "application/json");
    access.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private Reply send(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return judged(new Reply(response.statusCode(), response.body()));
    } catch (IOException unreachable) {
      throw VerbFailure.unreachable(
          "the gateway at "
              + where()
              + " cannot be reached; "
              + advice(unreachable)
              + reason(unreachable));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw VerbFailure.unreachable("interrupted while waiting for the gateway");
    }
  }

  /** The address as people write it: on this machine without a scheme, elsewhere as a URL. */
  private String where() {
    URI address = access.address();
    return "http".equals(address.getScheme()) ? address.getRawAuthority() : address.toString();
  }

  private String advice(IOException unreachable) {
    if (unreachable instanceof SSLException) {
      return "look at its certificate; a CA of your own is named in $" + GatewayAccess.CA;
    }
    return switch (access.named()) {
      case BY_CONFIGURATION -> "start it with: quorate serve";
      case BY_ENVIRONMENT -> "is $" + GatewayAccess.ADDRESS + " right, and the gateway running?";
    };
  }

  private static String reason(IOException unreachable) {
    return unreachable instanceof ConnectException
        ? ""
        : " ("
            + unreachable.getClass().getSimpleName()
            + Optional.ofNullable(unreachable.getMessage()).map(m -> ": " + m).orElse("")
            + ")";
  }

  private Reply judged(Reply reply) {
    String said =
        Json.read(reply.body(), ErrorJson.class)
            .map(ErrorJson::error)
            .filter(error -> error != null)
            .orElse("the gateway at " + where() + " answered with status " + reply.status());
    return switch (reply.status()) {
      case 200, 201, 202, 409 -> reply;
      case 401 -> throw stranger();
      case 403 -> throw VerbFailure.refused(said);
      case 502, 503, 504 -> throw VerbFailure.unreachable(said);
      case 500 -> throw VerbFailure.fault(said);
      default -> throw VerbFailure.wrongUsage(said);
    };
  }

  /** Returns the refusal of a gateway that does not know who asks. */
  private VerbFailure stranger() {
    return access.token().isPresent()
        ? VerbFailure.refused(
            "the gateway at "
                + where()
                + " does not take this token: it was taken back, or is another gateway's; whoever"
                + " runs the gateway makes a new one with: quorate token create NAME")
        : VerbFailure.wrongUsage(
            "the gateway at "
                + where()
                + " wants to know who asks: put your token into $"
                + GatewayAccess.TOKEN
                + ", or name its file with --token-file FILE");
  }
}
