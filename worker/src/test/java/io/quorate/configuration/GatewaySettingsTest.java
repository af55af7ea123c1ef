package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.token.TokensFile;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Settings with which a gateway must not start, however they were made. */
class GatewaySettingsTest {
  private static final GatewayTransport CLEAR = new GatewayTransport.Clear();
  private static final GatewayTransport PROXY = new GatewayTransport.BehindProxy();
  private static final GatewayTransport TLS =
      new GatewayTransport.OwnTls(Path.of("crt"), Path.of("key"));

  @Test
  void withoutTokensTheGatewayStaysOnLoopbackAndWithoutAProxy() {
    assertThat(withoutTokens("127.0.0.1", CLEAR)).isEmpty();
    assertThat(withoutTokens("[::1]", CLEAR)).isEmpty();
    assertThat(withoutTokens("localhost", CLEAR)).isEmpty();
    assertThat(withoutTokens("127.0.0.1", PROXY).orElseThrow()).startsWith("gateway.tokensFile");
    for (String beyond : new String[] {"0.0.0.0", "[::]", "10.0.0.5", "quorate.example.net"}) {
      assertThat(withoutTokens(beyond, CLEAR)).as(beyond).isPresent();
      assertThat(withoutTokens(beyond, PROXY)).as(beyond).isPresent();
      assertThat(withoutTokens(beyond, TLS)).as(beyond).isPresent();
    }
  }

  @Test
  void withTokensTheGatewayListensAnywhereWhereNobodyReadsThem() {
    assertThat(withTokens("127.0.0.1", CLEAR)).isEmpty();
    assertThat(withTokens("0.0.0.0", TLS)).isEmpty();
    assertThat(withTokens("10.0.0.5", PROXY)).isEmpty();
    assertThat(withTokens("0.0.0.0", CLEAR).orElseThrow()).startsWith("gateway.tls is missing");
  }

  @Test
  void besideTokensNobodySendsAlertsWithoutOne() {
    GatewaySettings settings =
        new GatewaySettings(
            new HostPort("127.0.0.1", 8085),
            Optional.empty(),
            Optional.of(new TokensFile(Path.of("tokens"))),
            CLEAR,
            Optional.empty());
    assertThat(settings.objection().orElseThrow()).startsWith("gateway.alertTokenFile is missing");
  }

  private static Optional<String> withoutTokens(String host, GatewayTransport transport) {
    return objection(host, transport, Optional.empty());
  }

  private static Optional<String> withTokens(String host, GatewayTransport transport) {
    return objection(host, transport, Optional.of(new TokensFile(Path.of("tokens"))));
  }

  private static Optional<String> objection(
      String host, GatewayTransport transport, Optional<TokensFile> tokens) {
    return new GatewaySettings(
            new HostPort(host, 8085),
            Optional.of(new SecretFile(Path.of("alert-token"))),
            tokens,
            transport,
            Optional.empty())
        .objection();
  }
}
