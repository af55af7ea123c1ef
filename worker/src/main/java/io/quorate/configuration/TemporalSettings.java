package io.quorate.configuration;

import java.util.Optional;

/**
 * Settings of the connection to Temporal.
 *
 * @param tls certificates; empty: connections without TLS
 * @param apiKey key that is sent as a bearer token
 * @param deployment version of the workers; empty: workers are not versioned, and any of them takes
 *     any task
 */
public record TemporalSettings(
    HostPort target,
    String namespace,
    String taskQueue,
    Optional<TlsFiles> tls,
    Optional<SecretFile> apiKey,
    Optional<WorkerDeployment> deployment) {}
