package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.configuration.GatewaySettings;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.HostPort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a verb finds the gateway, and what it shows there. */
class GatewayAccessTest {
  private static final String ELSEWHERE = "QUORATE_GATEWAY";
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, clear, , http://127.0.0.1:8085",
    "[::1], clear, , http://[::1]:8085",
    "127.0.0.1, proxy, https://quorate.example.net, http://127.0.0.1:8085",
    "0.0.0.0, proxy, https://quorate.example.net, http://127.0.0.1:8085",
    "10.0.0.5, proxy, https://quorate.example.net/, https://quorate.example.net",
    "0.0.0.0, tls, https://quorate.example.net, https://quorate.example.net",
    "127.0.0.1, tls, https://quorate.example.net, https://quorate.example.net",
    "0.0.0.0, tls, , https://127.0.0.1:8085",
    "quorate.example.net, tls, , https://quorate.example.net:8085",
  })
  void theDefaultAddressIsTheListenerOrThePublicUrl(
      String host, String transport, String publicUrl, String address) {
    GatewaySettings settings =
        new GatewaySettings(
            new HostPort(host, 8085),
            Optional.empty(),
            Optional.empty(),
            switch (transport) {
              case "tls" -> new GatewayTransport.OwnTls(Path.of("crt"), Path.of("key"));
              case "proxy" -> new GatewayTransport.BehindProxy();
              default -> new GatewayTransport.Clear();
            },
            Optional.ofNullable(publicUrl).map(URI::create));
    assertThat(GatewayAccess.of(Map.of(), Optional.empty(), settings).address())
        .hasToString(address);
  }

  @Test
  void theEnvironmentNamesAGatewayElsewhereAndNoConfigurationIsRead() {
    GatewayAccess access = of(Map.of(ELSEWHERE, " https://quorate.example.net/etcd/ "));
    assertThat(access.address()).hasToString("https://quorate.example.net/etcd");
    assertThat(access.token()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quorate.example.net",
        "quorate.example.net:8085",
        "ftp://quorate.example.net",
        "https://dana:secret@quorate.example.net",
        "https://quorate.example.net?token=x",
        "https://",
        "https://a b"
      })
  void anInvalidGatewayUrlIsRefusedAndNotQuoted(String written) {
    assertThatThrownBy(() -> of(Map.of(ELSEWHERE, written)))
        .isInstanceOf(VerbFailure.class)
        .hasMessage("$QUORATE_GATEWAY has to be a URL such as https://quorate.example.net");
  }

  @Test
  void theFileThatIsNamedGoesBeforeTheEnvironment() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "quorate_file\n");
    Map<String, String> environment =
        Map.of(ELSEWHERE, "https://quorate.example.net", "QUORATE_TOKEN", " quorate_environment\n");
    assertThat(of(environment).token()).contains("quorate_environment");
    assertThat(GatewayAccess.of(environment, Optional.of(file), () -> none()).token())
        .contains("quorate_file");
  }

  @Test
  void aTokenIsNotSentInTheClearToAnotherMachine() {
    Map<String, String> clear =
        Map.of(ELSEWHERE, "http://quorate.example.net", "QUORATE_TOKEN", "quorate_x");
    assertThatThrownBy(() -> of(clear))
        .isInstanceOf(VerbFailure.class)
        .hasMessageContaining("in the clear; write https://")
        .satisfies(refused -> assertThat(((VerbFailure) refused).exitCode()).isEqualTo(2));
    assertThat(of(Map.of(ELSEWHERE, "http://localhost:8085", "QUORATE_TOKEN", "x")).token())
        .isPresent();
  }

  @Test
  void anInvalidTokenFileIsRefusedAndNotQuoted() throws IOException {
    Path two = Files.writeString(directory.resolve("two"), "quorate_one\nquorate_two\n");
    assertThatThrownBy(() -> GatewayAccess.token(Map.of(), Optional.of(two)))
        .hasMessageContaining("has to hold one token and nothing else")
        .hasMessageNotContaining("quorate_one");
    assertThatThrownBy(
            () -> GatewayAccess.token(Map.of(), Optional.of(directory.resolve("nowhere"))))
        .isInstanceOf(VerbFailure.class)
        .hasMessageContaining("nowhere of --token-file cannot be read");
  }

  private static GatewayAccess of(Map<String, String> environment) {
    return GatewayAccess.of(environment, Optional.empty(), GatewayAccessTest::none);
  }

  private static GatewaySettings none() {
    throw new AssertionError("the configuration is not read");
  }
}
