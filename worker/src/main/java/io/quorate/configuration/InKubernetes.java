package io.quorate.configuration;

import io.quorate.workload.Supervision;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A member that runs in a pod of a StatefulSet.
 *
 * @param ordinal of its pod in the one StatefulSet of all members; empty where each member has a
 *     StatefulSet of its own, or the StatefulSet was not seen
 */
public record InKubernetes(SetSettings sets, Optional<Integer> ordinal)
    implements PlatformSettings {
  @Override
  public Optional<Supervision> supervision() {
    return Optional.of(Supervision.POD_OF_SET);
  }

  @Override
  public boolean isThisMachine() {
    return false;
  }

  @Override
  public boolean isSamePlaceAs(PlatformSettings other) {
    return other instanceof InKubernetes that && sets.areThoseOf(that.sets);
  }

  @Override
  public boolean mayServeItsKubernetes() {
    return false;
  }

  @Override
  public Optional<String> address() {
    return Optional.empty();
  }

  @Override
  public Optional<Path> identityFile() {
    return Optional.empty();
  }

  @Override
  public Optional<URI> statedMetricsUrl(URI clientUrl) {
    return Optional.empty();
  }
}
