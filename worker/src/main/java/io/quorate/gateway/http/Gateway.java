package io.quorate.gateway.http;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.client.Heads;
import io.quorate.client.OperationsWatch;
import io.quorate.client.QuorateClient;
import io.quorate.client.ReportArchive;
import io.quorate.client.ReportPlaces;
import io.quorate.client.WaitingMatters;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.Derived;
import io.quorate.configuration.GatewaySettings;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.HostPort;
import io.quorate.gateway.FreshLook;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.gateway.LoginLinks;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.operation.Request;
import io.quorate.port.KeptReports;
import io.quorate.reminder.Reminders;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gateway: one HTTP server in front of the operations and incidents. */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final Javalin http;
  private final OperationsWatch watch;

  /**
   * Dependencies of the gateway.
   *
   * @param current configuration, whose clusters come, change and go
   * @param looks looks at clusters as they are now
   * @param links that log people in from Slack
   * @param temporalPage the list of workflows of the namespace on Temporal's own page: {@code
   *     http://127.0.0.1:8233/namespaces/default/workflows}
   * @param checks the checks of {@code /readyz}
   * @param tls what the gateway shows of itself, where it has a certificate of its own
   * @param reports reports that were kept beside the snapshots
   */
  public record Parts(
      Supplier<Configuration> current,
      QuorateClient client,
      People people,
      Assessor assessor,
      FreshLook looks,
      LoginLinks links,
      PrometheusMeterRegistry registry,
      List<Check> checks,
      Optional<String> temporalPage,
      InstantSource clock,
      Optional<SSLContext> tls,
      KeptReports reports) {
    Configuration configuration() {
      return current.get();
    }
  }

  private Gateway(Javalin http, OperationsWatch watch) {
    this.http = http;
    this.watch = watch;
  }

  /**
   * Starts the gateway. Throws {@link IllegalArgumentException} with a sentence when it must not or
   * cannot listen where the configuration says. What is wrong with the file of the tokens is logged
   * and stops nothing: it locks out whom it is about, and {@code serve} has a worker to start.
   */
  public static Gateway start(Parts parts) {
    GatewaySettings settings = parts.configuration().gateway();
    HostPort listen = settings.listen();
    requireSafe(parts);
    OperationsWatch watch = parts.client().watch(parts.clock());
    new GatewayMetrics(parts.registry())
        .watching(watch, parts.configuration().metrics().ofEveryCluster());
    Optional<Logins> logins =
        settings
            .tokens()
            .map(file -> new Logins(file, parts.links(), parts.people(), parts.clock()));
    logins.ifPresent(Logins::look);
    Authentication door = door(parts, logins);
    Javalin http =
        Javalin.create(
            config -> {
              BoundedServer.configure(config, "/ for the page and /api/operations");
              parts
                  .tls()
                  .ifPresent(
                      tls ->
                          config.jetty.addConnector(
                              (server, form) -> TlsConnector.of(server, form, tls, listen)));
              config.routes.before(guard(settings)::check);
              config.routes.before(door::check);
              routes(config.routes, parts, watch, door);
              sessions(config.routes, parts, door, logins);
              alerts(config.routes, parts);
            });
    BoundedServer.bind(http, listen, "gateway.listen");
    tell(settings, http.port());
    return new Gateway(http, watch.start());
  }

  private static BrowserGuard guard(GatewaySettings settings) {
    return settings.tokens().isPresent()
        ? BrowserGuard.ofLogins(settings.publicUrl(), settings.transport())
        : BrowserGuard.ofLoopback(settings.listen().host(), settings.transport());
  }

  /** Refuses to listen where whoever reaches the gateway could be anybody, or read a token. */
  private static void requireSafe(Parts parts) {
    GatewaySettings settings = parts.configuration().gateway();
    settings
        .objection()
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    boolean encrypts = settings.transport() instanceof GatewayTransport.OwnTls;
    if (encrypts != parts.tls().isPresent()) {
      throw new IllegalArgumentException("gateway.tls: the certificate was not read");
    }
  }

  private static Authentication door(Parts parts, Optional<Logins> logins) {
    GatewaySettings settings = parts.configuration().gateway();
    return new Authentication(
        logins,
        settings.alertToken().map(BearerToken::new),
        new SenderAddress(settings.transport()),
        new GatewayMetrics(parts.registry()),
        parts.clock());
  }

  private static void tell(GatewaySettings settings, int port) {
    String scheme = settings.transport() instanceof GatewayTransport.OwnTls ? "https" : "http";
    String address = scheme + "://" + settings.listen().host() + ":" + port;
    if (settings.tokens().isPresent()) {
      LOG.info(
          "The gateway listens on {} and knows people by the tokens in {}",
          address,
          settings.tokens().get().path());
    } else {
      LOG.info(
          "The gateway listens on {} and takes --as NAME at its word: whoever can reach this"
              + " address can say who they are",
          address);
    }
  }

  private static void alerts(RoutesConfig http, Parts parts) {
    Configuration configuration = parts.configuration();
    AlertsEndpoint alerts =
        new AlertsEndpoint(
            configuration.gateway().alertToken().map(BearerToken::new),
            new Derived<>(parts.current(), AlertRoutes::of),
            parts.client().incidents(),
            new SenderAddress(configuration.gateway().transport()),
            new GatewayMetrics(parts.registry()),
            parts.clock());
    http.post("/alerts/alertmanager", alerts::receive);
  }

  private static void sessions(
      RoutesConfig http, Parts parts, Authentication door, Optional<Logins> logins) {
    SessionEndpoint session =
        new SessionEndpoint(
            door,
            logins,
            new SenderAddress(parts.configuration().gateway().transport()),
            parts.clock(),
            new GatewayMetrics(parts.registry()));
    http.get(Authentication.SESSION_PATH, session::show);
    http.post(Authentication.SESSION_PATH, session::open);
    http.delete(Authentication.SESSION_PATH, session::close);
  }

  private static void routes(
      RoutesConfig http, Parts parts, OperationsWatch watch, Authentication door) {
    List<Check> checks = new ArrayList<>(parts.checks());
    checks.add(Check.failingRuns(watch));
    QuorateClient client = parts.client();
    GatewayMetrics counts = new GatewayMetrics(parts.registry());
    StartEndpoint start =
        new StartEndpoint(parts.current(), client, parts.people(), parts.assessor(), counts);
    Heads heads = heads(parts);
    ClustersEndpoint clusters = new ClustersEndpoint(client, watch, heads);
    LooksEndpoint looks =
        new LooksEndpoint(parts.current(), client.directory(), parts.looks(), parts.clock());
    OperationsEndpoint operations =
        new OperationsEndpoint(
            client,
            watch,
            parts.people(),
            new Steering(parts.configuration().approval()),
            new ShownOperations(parts.temporalPage(), heads));
    HealthEndpoint health = new HealthEndpoint(client.calls(), checks, parts.registry(), door);
    Page page = new Page();
    http.get("/api/clusters", clusters::list);
    http.get("/api/clusters/{cluster}/now", looks::now);
    http.get("/api/clusters/{cluster}/what-if", looks::whatIf);
    http.get("/api/runbooks", clusters::runbooks);
    http.get(
        "/api/waiting",
        new WaitingEndpoint(
                client.directory(),
                new WaitingMatters(client, heads),
                parts.configuration().approval(),
                parts.clock())
            ::list);
    http.get(
        "/api/watch", new WatchEndpoint(client.directory(), client.watched(), parts.clock())::list);
    http.post(
        "/api/watch/{cluster}/silence",
        new SilenceEndpoint(
                client.directory(),
                client.watched(),
                parts.people(),
                new Steering(parts.configuration().approval()),
                parts.clock())
            ::silence);
    ReportsEndpoint reports = reports(parts);
    http.get("/api/incidents", reports::list);
    http.get("/api/incidents/{incident}", reports::show);
    http.post("/api/clusters/{cluster}/operations", start::start);
    http.get("/api/operations", operations::list);
    http.get("/api/operations/{operation}", operations::show);
    http.get(
        "/api/operations/{operation}/timeline",
        new TimelineEndpoint(client.directory(), client.histories())::show);
    http.post("/api/operations/{operation}/approve", operations::approve);
    http.post("/api/operations/{operation}/reject", operations::reject);
    http.post(
        "/api/operations/{operation}/take", new TakeEndpoint(client.takes(), parts.people())::take);
    http.post(
        "/api/operations/{operation}/ask-again",
        new AskAgainEndpoint(
                client.takes(), parts.people(), new Steering(parts.configuration().approval()))
            ::askAgain);
    for (Request.Verb verb : Request.Verb.values()) {
      http.post(
          "/api/operations/{operation}/" + verb.words(),
          context -> operations.request(context, verb));
    }
    health.routes(http);
    page.routes(http);
  }

  /** Returns the heads of matters; where there is no Slack, nobody is reminded. */
  private static Heads heads(Parts parts) {
    Reminders settings = parts.configuration().approval().reminders();
    return new Heads(
        parts.configuration().slack().isPresent() ? settings : Reminders.OFF, parts.clock());
  }

  private static ReportsEndpoint reports(Parts parts) {
    ReportPlaces places =
        new ReportPlaces(parts.configuration().gateway().publicUrl(), parts.temporalPage());
    return new ReportsEndpoint(
        parts.client().directory(),
        new ReportArchive(parts.client(), parts.reports(), places),
        parts.client().causes(),
        parts.clock());
  }

  /** Returns the watch over the running operations. */
  OperationsWatch watch() {
    return watch;
  }

  /** Returns the gateway's port, which the system chooses when the configuration says 0. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    watch.close();
    http.stop();
  }
}
