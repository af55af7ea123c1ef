package io.quorate.causes;

import java.util.Optional;

/**
 * Part of the clusters of one worker that run one version of etcd alone.
 *
 * @param version {@code 3.5.9}
 * @param clusters how many run it
 * @param of how many the worker watches
 */
public record VersionShare(String version, int clusters, int of) {
  /**
   * Returns the version as an attribute; empty where more than half of the clusters run it. A
   * version can be the cause only where clusters of other versions are spared.
   *
   * @param fleet how many clusters all workers watch: others run the version as often
   */
  public Optional<SharedAttribute> in(int fleet) {
    return clusters * 2 > of
        ? Optional.empty()
        : Optional.of(
            new SharedAttribute(
                SharedAttribute.VERSION + version,
                Math.toIntExact(Math.ceilDiv((long) clusters * fleet, of))));
  }
}
