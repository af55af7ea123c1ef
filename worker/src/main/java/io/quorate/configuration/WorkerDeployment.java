package io.quorate.configuration;

/**
 * Version of a worker, for Temporal's worker versioning.
 *
 * @param name name of the deployment, which the workers of all its builds share
 * @param buildId id of this build; Temporal knows which build is current
 */
public record WorkerDeployment(String name, String buildId) {}
