package io.quorate.configuration;

import java.nio.file.Path;

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
