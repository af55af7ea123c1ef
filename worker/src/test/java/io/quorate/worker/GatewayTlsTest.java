package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.Quorate;
import io.quorate.command.Terminal;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.configuration.GatewaySettings.GatewayTransport.OwnTls;
import io.quorate.configuration.InvalidConfiguration;
import io.quorate.gateway.http.Gateway;
import io.quorate.gateway.http.HeardLog;
import io.quorate.lab.machine.Command;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway with a certificate of its own, as the wiring starts it. */
class GatewayTlsTest {
  @TempDir Path folder;
  private final Token dana = Token.create();

  @BeforeEach
  void certify() throws IOException, InterruptedException {
    certificate("first", 2);
    certificate("second", 90);
    serve("first", "crt");
    serve("first", "key");
    new TokensFile(folder.resolve("tokens")).add(new Tokens.Entry(dana.hash(), "dana"));
    Files.writeString(folder.resolve("alert-token"), "alerts");
  }

  @Test
  void theGatewayServesTlsAndTakesARenewedCertificateWithoutARestart()
      throws IOException, InterruptedException {
    try (Serving serving = new Serving(configuration(), UnaryOperator.identity());
        Gateway gateway = serving.gateway(Optional.empty())) {
      HttpResponse<String> let = ask(gateway, "first", "/api/session");
      assertThat(let.statusCode()).as(let.body()).isEqualTo(200);
      assertThat(let.body()).contains("\"name\":\"dana\"");
      assertThatThrownBy(() -> ask(gateway, "second", "/healthz")).isInstanceOf(SSLException.class);
      assertThatThrownBy(() -> inTheClear(gateway)).isInstanceOf(IOException.class);

      serve("second", "crt");
      assertThat(ask(gateway, "first", "/healthz").statusCode())
          .as("while the key is not the certificate's, the old one stays")
          .isEqualTo(200);
      serve("second", "key");

      HttpResponse<String> renewed = ask(gateway, "second", "/healthz");
      assertThat(renewed.statusCode()).isEqualTo(200);
      assertThat(renewed.headers().firstValue("Strict-Transport-Security"))
          .hasValue("max-age=86400");
      assertThat(shown(renewed).getSubjectX500Principal().getName()).isEqualTo("CN=second");
      assertThatThrownBy(() -> ask(gateway, "first", "/healthz")).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void aVerbReachesTheGatewayOnlyWithTheCaAndAValidToken() throws IOException {
    try (Serving serving = new Serving(configuration(), UnaryOperator.identity());
        Gateway gateway = serving.gateway(Optional.empty())) {
      String url = "https://127.0.0.1:" + gateway.port();
      String ca = folder.resolve("first.crt").toString();

      assertThat(typed(Map.of("QUORATE_GATEWAY", url, "QUORATE_TOKEN", dana.text())))
          .startsWith("5 ")
          .contains("cannot be reached", "is named in $QUORATE_GATEWAY_CA");
      Map<String, String> trusting = Map.of("QUORATE_GATEWAY", url, "QUORATE_GATEWAY_CA", ca);
      assertThat(typed(trusting)).startsWith("2 ").contains("wants to know who asks");
      assertThat(typed(with(trusting, Token.create().text())))
          .startsWith("3 ")
          .contains("does not take this token");
      assertThat(typed(with(trusting, dana.text())))
          .as("who is known is told what is wrong: Temporal is away")
          .startsWith("5 ")
          .contains("Temporal")
          .doesNotContain(dana.text());
    }
  }

  private static Map<String, String> with(Map<String, String> environment, String token) {
    Map<String, String> more = new HashMap<>(environment);
    more.put("QUORATE_TOKEN", token);
    return more;
  }

  /** Exit code and words of {@code quorate operations} on another machine. */
  private static String typed(Map<String, String> environment) {
    StringWriter out = new StringWriter();
    PrintWriter both = new PrintWriter(out);
    Terminal terminal =
        new Terminal(both, both, Set.of(), environment, Instant::now, pause -> {}, Optional::empty);
    return new Quorate(terminal, new ProcessWiring()).run("operations") + " " + out;
  }

  @Test
  void filesThatDoNotBelongTogetherAreRefusedBeforeTheGatewayListens() throws IOException {
    serve("second", "key");
    try (Serving serving = new Serving(configuration(), UnaryOperator.identity())) {
      assertThatThrownBy(() -> serving.gateway(Optional.empty()))
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith("gateway.tls: the files cannot be used: the key in ")
          .hasMessageContaining("served.key");
    }
  }

  @Test
  void aKeyThatIsHalfWrittenIsRefusedBeforeTheGatewayListens() throws IOException {
    Files.writeString(folder.resolve("served.key"), halfWritten("first.key"));
    try (Serving serving = new Serving(configuration(), UnaryOperator.identity())) {
      assertThatThrownBy(() -> serving.gateway(Optional.empty()))
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith("gateway.tls: the files cannot be used: ")
          .hasMessageContaining("served.key holds no key");
    }
  }

  @Test
  void filesThatCouldNotBeReadAreTriedAgainAlsoWhereTheirTimeDoesNotChange()
      throws IOException, InterruptedException {
    Path key = folder.resolve("served.key");
    try (Serving serving = new Serving(configuration(), UnaryOperator.identity());
        Gateway gateway = serving.gateway(Optional.empty())) {
      serve("second", "crt");
      Files.writeString(key, halfWritten("second.key"));
      FileTime time = Files.getLastModifiedTime(key);
      assertThat(ask(gateway, "first", "/healthz").statusCode()).isEqualTo(200);

      Files.writeString(key, Files.readString(folder.resolve("second.key")));
      Files.setLastModifiedTime(key, time);
      assertThat(ask(gateway, "second", "/healthz").statusCode()).isEqualTo(200);
    }
  }

  /** As long as the whole file, so that its size tells nothing. */
  private String halfWritten(String name) throws IOException {
    return Files.readString(folder.resolve(name)).replaceFirst("\nM", "\n*");
  }

  @Test
  void anInvalidTokenLineIsLoggedAndTheGatewayStarts() throws IOException, InterruptedException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "robin: secret\n" + Files.readString(tokens));
    try (HeardLog log = new HeardLog();
        Serving serving = new Serving(configuration(), UnaryOperator.identity());
        Gateway gateway = serving.gateway(Optional.empty())) {
      assertThat(log.lines("A line of the tokens counts for nobody: "))
          .singleElement()
          .asString()
          .endsWith(
              tokens + ":1: is no token; write it as sha256:HASH NAME; quorate token create does");
      assertThat(ask(gateway, "first", "/api/session").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theGatewayStartsWithUnreadableTokensAndLetsNobodyIn()
      throws IOException, InterruptedException {
    Path tokens = folder.resolve("tokens");
    Configuration configuration = configuration();
    Path aside = Files.move(tokens, folder.resolve("aside"));
    try (Serving serving = new Serving(configuration, UnaryOperator.identity());
        Gateway gateway = serving.gateway(Optional.empty())) {
      assertThat(ask(gateway, "first", "/api/session").statusCode()).isEqualTo(503);
      Files.move(aside, tokens);
      assertThat(ask(gateway, "first", "/api/session").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void checkWarnsOfACertificateThatClientsWillRefuseSoon() {
    OwnTls files = new OwnTls(folder.resolve("served.crt"), folder.resolve("served.key"));
    assertThat(new CertificateProbe(files, Clock.systemUTC()).trouble().orElseThrow())
        .startsWith("it expires at ");
    assertThat(at(files, Duration.ofDays(3)).orElseThrow()).startsWith("it expired at ");
    assertThat(at(files, Duration.ofDays(-3)).orElseThrow()).startsWith("it is valid from ");
    OwnTls fresh = new OwnTls(folder.resolve("second.crt"), folder.resolve("second.key"));
    assertThat(new CertificateProbe(fresh, Clock.systemUTC()).trouble()).isEmpty();
    OwnTls none = new OwnTls(folder.resolve("tokens"), folder.resolve("second.key"));
    assertThat(new CertificateProbe(none, Clock.systemUTC()).trouble().orElseThrow())
        .contains("tokens", "PEM");
  }

  private static Optional<String> at(OwnTls files, Duration later) {
    Instant then = Instant.now().plus(later);
    return new CertificateProbe(files, InstantSource.fixed(then)).trouble();
  }

  private HttpResponse<String> ask(Gateway gateway, String trusted, String path)
      throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(TrustedAuthority.in(folder.resolve(trusted + ".crt")))
            .build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + gateway.port() + path))
              .timeout(Duration.ofSeconds(20))
              .header("Authorization", "Bearer " + dana.text())
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static void inTheClear(Gateway gateway) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/healthz"))
              .timeout(Duration.ofSeconds(20))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static X509Certificate shown(HttpResponse<String> answer) throws IOException {
    return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  private Configuration configuration() throws IOException {
    String text =
        """
        temporal: {target: "127.0.0.1:1"}
        gateway:
          listen: "0.0.0.0:%d"
          tls: {certificateFile: served.crt, keyFile: served.key}
          tokensFile: tokens
          alertTokenFile: alert-token
        snapshots: {directory: snapshots}
        clusters:
          payments:
            platform: hosts
            memberDefaults:
              dataDirectory: /none/{name}/data
              environmentFile: /none/{name}/etcd.env
              binary: /none/{name}/etcd
              service: {process: {pidFile: /none/{name}/pid, logFile: /none/{name}/log}}
            members:
              etcd-0: {zone: a, peerUrl: "http://127.0.0.1:2", clientUrl: "http://127.0.0.1:3"}
        """
            .formatted(freePort());
    return ConfigurationFile.read(
        folder.resolve("quorate.yml"),
        text,
        new Environment(Map.of(), Environment.here().readable()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  /** Puts a file in the place that the configuration names, as whoever renews certificates does. */
  private void serve(String name, String kind) throws IOException {
    Path fresh =
        Files.copy(folder.resolve(name + "." + kind), folder.resolve("served." + kind + ".new"));
    Files.move(fresh, folder.resolve("served." + kind), StandardCopyOption.ATOMIC_MOVE);
  }

  private void certificate(String name, int days) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("openssl"));
    String request =
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=%s -days %d"
            + " -addext subjectAltName=IP:127.0.0.1 -keyout %s.key -out %s.crt";
    words.addAll(List.of(request.formatted(name, days, name, name).split(" ")));
    var finished = Command.of(words).in(folder).run(Duration.ofSeconds(30));
    if (!finished.succeeded()) {
      throw new IOException("openssl: " + finished.output());
    }
  }
}
