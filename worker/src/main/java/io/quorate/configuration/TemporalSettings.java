package io.quorate.configuration;

import java.util.Optional;

/**
 * Where Temporal is.
 *
 * @param tls empty: in the clear
 * @param apiKey sent as a bearer token
 */
public record TemporalSettings(
    HostPort target,
    String namespace,
    String taskQueue,
    Optional<TlsFiles> tls,
    Optional<SecretFile> apiKey) {}
