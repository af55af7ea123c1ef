package io.quorate.gateway.http;

import io.javalin.Javalin;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.client.TemporalCalls;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.HostPort;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server of a worker without a gateway: {@code /metrics}, {@code /healthz} and {@code
 * /readyz}, all of them read-only. The server asks for no token. Beyond loopback the server keeps
 * the reasons of failed checks to itself, because the sentences name addresses and files.
 */
public final class MetricsListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsListener.class);

  private final Javalin http;

  private MetricsListener(Javalin http) {
    this.http = http;
  }

  /**
   * Starts to listen. Throws {@link IllegalArgumentException} with a sentence where it cannot.
   *
   * @param checks of {@code /readyz}
   */
  public static MetricsListener start(
      HostPort listen, TemporalCalls calls, List<Check> checks, PrometheusMeterRegistry registry) {
    HealthEndpoint health =
        new HealthEndpoint(calls, checks, registry, HealthEndpoint.Readers.anybody(listen));
    Javalin http =
        Javalin.create(
            config -> {
              BoundedServer.configure(config, "/metrics, /healthz and /readyz");
              config.routes.before(guard(listen)::check);
              health.routes(config.routes);
            });
    BoundedServer.bind(http, listen, "metrics.listen");
    LOG.info("Metrics and health of the worker are on http://{}", listen);
    return new MetricsListener(http);
  }

  private static BrowserGuard guard(HostPort listen) {
    GatewayTransport clear = new GatewayTransport.Clear();
    return listen.loopback()
        ? BrowserGuard.ofLoopback(listen.host(), clear)
        : BrowserGuard.ofLogins(Optional.empty(), clear);
  }

  @Override
  public void close() {
    http.stop();
  }
}
