package io.quorate.configuration;

import java.util.Optional;

/**
 * Settings of the gateway.
 *
 * @param listen address to listen on; loopback only, as long as the gateway does not verify who
 *     people are
 * @param alertToken the bearer token Alertmanager has to send; empty: no token is asked for
 */
public record GatewaySettings(HostPort listen, Optional<SecretFile> alertToken) {}
