package io.quorate.configuration;

import io.quorate.token.TokensFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of the gateway.
 *
 * @param listen address to listen on; loopback only, unless people show tokens and a connection is
 *     encrypted
 * @param alertToken the bearer token Alertmanager has to send; empty: no token is asked for
 * @param tokens the tokens by which people are known; empty: names are taken at their word
 * @param transport how requests come in
 * @param publicUrl URL at which people reach the page from other machines; empty: not known
 */
public record GatewaySettings(
    HostPort listen,
    Optional<SecretFile> alertToken,
    Optional<TokensFile> tokens,
    GatewayTransport transport,
    Optional<URI> publicUrl) {
  /**
   * Returns why a gateway must not start with these settings, in a sentence; empty where it may.
   * The reader of the configuration refuses them by line; settings that were made otherwise are
   * refused by this.
   */
  public Optional<String> objection() {
    boolean clear = transport instanceof GatewayTransport.Clear;
    if (tokens.isEmpty() && !(listen.loopback() && clear)) {
      return Optional.of(
          "gateway.tokensFile is missing: without it the gateway takes every name at its word, and"
              + " listens on loopback only (127.0.0.1, localhost or [::1]), without TLS");
    }
    if (clear && !listen.loopback()) {
      return Optional.of(
          "gateway.tls is missing: tokens would be read on their way to " + listen.host());
    }
    return tokens.isPresent() && alertToken.isEmpty()
        ? Optional.of("gateway.alertTokenFile is missing: anybody could send alerts")
        : Optional.empty();
  }

  /** The file with the private key of the gateway's own certificate. */
  Optional<Path> key() {
    return transport instanceof GatewayTransport.OwnTls(Path certificate, Path key)
        ? Optional.of(key)
        : Optional.empty();
  }

  /** How requests come in at the gateway's port. */
  public sealed interface GatewayTransport {
    /** HTTP in the clear; on loopback only. */
    record Clear() implements GatewayTransport {}

    /** HTTP from a proxy, which ends the TLS of its clients. */
    record BehindProxy() implements GatewayTransport {}

    /**
     * TLS with a certificate of the gateway's own.
     *
     * @param certificate file in PEM form, with the intermediate certificates after it
     * @param key file in PEM form, PKCS #8
     */
    record OwnTls(Path certificate, Path key) implements GatewayTransport {}
  }
}
