package io.quorate.workload;

import io.quorate.cluster.FailureDomain;
import java.util.Optional;

/**
 * Where a member was seen, beside where the configuration puts it.
 *
 * @param node identifies the machine or the Kubernetes node, also after a reboot; empty where it
 *     has no name of its own
 * @param zone the failure domain of the node; empty where the platform does not tell it
 * @param volume identifies the volume with the data; empty where the data has no volume of its own
 * @param site what holds the zone; empty where the platform does not tell it
 */
public record Placement(
    Optional<String> node,
    Optional<FailureDomain> zone,
    Optional<String> volume,
    Optional<FailureDomain> site) {
  /** Nothing was seen. */
  public static final Placement UNKNOWN = on(Optional.empty());

  /**
   * Identifies what keeps the data of the member: the volume, where the data has a volume of its
   * own and may move to another machine, else the machine. Empty where neither is known.
   */
  public Optional<String> home() {
    return volume.or(() -> node);
  }

  /** A machine of which only the name is known, or not even that. */
  public static Placement on(Optional<String> node) {
    return new Placement(node, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
