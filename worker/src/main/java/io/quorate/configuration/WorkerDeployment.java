package io.quorate.configuration;

/**
 * Version of a worker, for Temporal's worker versioning.
 *
 * @param name of the deployment; the workers of all its builds have the same
 * @param buildId of this build; Temporal says which one is current
 */
public record WorkerDeployment(String name, String buildId) {}
