package io.quorate.configuration;

import java.util.Optional;

/**
 * The gateway.
 *
 * @param listen on loopback only, as long as it takes people's names at their word
 * @param alertToken the bearer token Alertmanager has to send; empty: none is asked for
 */
public record GatewaySettings(HostPort listen, Optional<SecretFile> alertToken) {}
