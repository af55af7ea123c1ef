package io.quorate.configuration;

import java.util.Optional;

/**
 * Settings of the connection to Temporal.
 *
 * @param tls empty: in the clear
 * @param apiKey sent as a bearer token
 * @param deployment empty: workers are not versioned, and any of them takes any task
 */
public record TemporalSettings(
    HostPort target,
    String namespace,
    String taskQueue,
    Optional<TlsFiles> tls,
    Optional<SecretFile> apiKey,
    Optional<WorkerDeployment> deployment) {}
