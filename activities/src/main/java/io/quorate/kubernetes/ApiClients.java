package io.quorate.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.quorate.port.Failure;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The clients of API servers, one for each source; they are closed together. A client sends each
 * request once: whether it may be sent again is decided by whoever knows what it does.
 */
public final class ApiClients implements AutoCloseable {
  static final Duration CONNECT = Duration.ofSeconds(5);
  static final Duration ANSWER = Duration.ofSeconds(10);

  private static final Path MOUNTED = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private final Map<String, String> environment;
  private final Path mounted;
  private final Duration answer;
  private final Map<ApiSource, Opened> clients = new HashMap<>();
  private boolean closed;

  /**
   * Opens nothing yet.
   *
   * @param environment of this process; it is read for {@link ApiSource.InCluster} only
   */
  public ApiClients(Map<String, String> environment) {
    this(environment, MOUNTED, ANSWER);
  }

  ApiClients(Map<String, String> environment, Path mounted, Duration answer) {
    this.environment = Map.copyOf(environment);
    this.mounted = mounted;
    this.answer = answer;
  }

  /** A client, and the access that was read when the client was opened. */
  private record Opened(ApiAccess access, KubernetesClient client) {}

  /**
   * The client of a source: the same one until the files of the source say something else, such as
   * a renewed token. While they cannot be read, the client is the one before. Nothing is asked of
   * the API server.
   *
   * @throws Failure.Fault where the source cannot be used; the sentence says why
   */
  public synchronized KubernetesClient client(ApiSource source) {
    if (closed) {
      throw ApiFailures.closed();
    }
    Opened known = clients.get(source);
    try {
      ApiAccess now = access(source);
      if (known == null || !known.access().equals(now)) {
        // Requests of the client before may be under way, so it is left to the garbage collection.
        known = new Opened(now, opened(source, now));
        clients.put(source, known);
      }
    } catch (Failure.Fault unreadable) {
      if (known == null) {
        throw unreadable;
      }
    }
    return known.client();
  }

  /** Closes all clients. A script that waits for its answer in a pod sees the end of its input. */
  @Override
  public synchronized void close() {
    closed = true;
    clients.values().forEach(each -> each.client().close());
    clients.clear();
  }

  private ApiAccess access(ApiSource source) {
    return switch (source) {
      case ApiSource.Kubeconfig file -> KubeconfigFile.access(file);
      case ApiSource.InCluster here -> ofThisPod();
    };
  }

  /** Kubernetes tells a pod where the API server is in two variables, and mounts the rest. */
  private ApiAccess ofThisPod() {
    String host = environment.get("KUBERNETES_SERVICE_HOST");
    String port = environment.get("KUBERNETES_SERVICE_PORT");
    if (host == null || port == null || !Files.exists(mounted.resolve("token"))) {
      throw new Failure.Fault(
          "Quorate does not run in a pod with a service account (KUBERNETES_SERVICE_HOST or the"
              + " token is missing); name a kubeconfig and a context");
    }
    return new ApiAccess(
        "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port,
        Optional.of(ApiAccess.text(mounted.resolve("ca.crt"))),
        new ApiAccess.Identity.TokenFile(mounted.resolve("token")));
  }

  private KubernetesClient opened(ApiSource source, ApiAccess access) {
    try {
      Config config = config(access);
      return new KubernetesClientBuilder()
          .withConfig(config)
          .withHttpClientFactory(new Direct())
          .withHttpClientBuilderConsumer(
              http -> {
                http.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new Bearer(access));
                access
                    .authority()
                    .ifPresent(pem -> ApiTrust.only(pem, source.name(), config, http));
              })
          .build();
    } catch (Failure known) {
      throw known;
    } catch (RuntimeException e) {
      throw new Failure.Fault(
          "%s cannot be used: its server, certificate or key is broken".formatted(source.name()),
          e);
    }
  }

  private Config config(ApiAccess access) {
    var config =
        new ConfigBuilder(Config.empty())
            .withAutoConfigure(false)
            .withMasterUrl(access.server())
            .withUserAgent("quorate")
            .withRequestRetryBackoffLimit(0)
            .withConnectionTimeout((int) CONNECT.toMillis())
            .withRequestTimeout((int) answer.toMillis())
            // With HTTP/2 all requests share one connection, and one whose other end is gone
            // stays in use after a time-out.
            .withHttp2Disable(true);
    access.authority().ifPresent(pem -> config.withCaCertData(base64(pem)));
    if (access.identity() instanceof ApiAccess.Identity.Certificate certificate) {
      config
          .withClientCertData(base64(certificate.certificates()))
          .withClientKeyData(base64(certificate.key().pem()))
          .withClientKeyAlgo(certificate.key().algorithm());
    }
    return config.build();
  }

  private static String base64(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
  }

  /** Follows no redirect: it would send a write again, and a token to somebody else. */
  private static final class Direct extends JdkHttpClientFactory {
    @Override
    protected void additionalConfig(HttpClient.Builder builder) {
      builder.followRedirects(HttpClient.Redirect.NEVER);
    }
  }

  /** Adds the token as it is now. The client's own interceptor sends a request of 401 again. */
  private record Bearer(ApiAccess access) implements Interceptor {
    @Override
    public void before(BasicBuilder headers, HttpRequest request, RequestTags tags) {
      Optional.ofNullable(access.bearer())
          .ifPresent(token -> headers.setHeader("Authorization", "Bearer " + token));
    }
  }
}
