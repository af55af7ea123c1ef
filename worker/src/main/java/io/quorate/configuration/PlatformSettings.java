package io.quorate.configuration;

import io.quorate.workload.Supervision;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Settings by which the platform of a member finds, stops and starts its etcd. Each kind of
 * platform has a record of its own here, so that no member carries fields of another platform, and
 * answers what the rest of the process asks of any platform.
 */
public sealed interface PlatformSettings permits OnHost, InKubernetes {
  /** Returns the member's supervisor as plans name it. */
  Optional<Supervision> supervision();

  /** Whether the member runs on the machine that Quorate runs on. */
  boolean isThisMachine();

  /**
   * Whether these are the settings of the same member on the same machine, with the same data,
   * however the machine is logged in to.
   */
  boolean isSamePlaceAs(PlatformSettings other);

  /** Whether the member may hold the state of the Kubernetes that runs the member. */
  boolean mayServeItsKubernetes();

  /** The address at which the member's machine is reached, beside those in the member's URLs. */
  Optional<String> address();

  /** The private key with which the member's machine is logged in to. */
  Optional<Path> identityFile();

  /** The hosts on the way to the member's machine, the nearest first. */
  default List<String> jumpHosts() {
    return List.of();
  }

  /** The URL of HTTP in etcd's own settings, where they can be read and name one. */
  Optional<URI> statedMetricsUrl(URI clientUrl);

  /** The number of the member's place, where the platform makes places one after the other. */
  default Optional<Integer> ordinal() {
    return Optional.empty();
  }
}
