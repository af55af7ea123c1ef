package io.quorate.configuration;

import java.net.URI;
import java.util.Optional;

/**
 * Settings of the connection to Temporal.
 *
 * @param tls certificates; empty: connections without TLS
 * @param apiKey key that is sent as a bearer token
 * @param deployment version of the workers; empty: workers are not versioned, and any of them takes
 *     any task
 * @param page URL of Temporal's own page; empty: not known
 */
public record TemporalSettings(
    HostPort target,
    String namespace,
    String taskQueue,
    Optional<TlsFiles> tls,
    Optional<SecretFile> apiKey,
    Optional<WorkerDeployment> deployment,
    Optional<URI> page) {
  /** The list of the namespace's workflows on Temporal's page, where that page is known. */
  public Optional<String> workflowsPage() {
    return page.map(
        url -> url.toString().replaceFirst("/$", "") + "/namespaces/" + namespace + "/workflows");
  }

  /**
   * Version of a worker, for Temporal's worker versioning.
   *
   * @param name name of the deployment, which the workers of all its builds share
   * @param buildId id of this build; Temporal knows which build is current
   */
  public record WorkerDeployment(String name, String buildId) {}
}
