package io.quorate.watch;

import java.time.Duration;
import java.util.Optional;

/**
 * Knowledge of a cluster that no pulse gives.
 *
 * @param rounds what its members told of themselves in the last rounds
 * @param fleetClock how far the clocks of most members of the fleet are ahead of Quorate's; empty
 *     where too few told
 * @param certificates what new connections met last; empty before the first ones
 * @param hosts what the hosts showed last; empty before the first look at them
 */
public record DeepKnowledge(
    RoundMemory rounds,
    Optional<Duration> fleetClock,
    Optional<CertificateRound> certificates,
    Optional<HostRound> hosts) {
  /** The knowledge of a worker that has just begun. */
  public static final DeepKnowledge NONE =
      new DeepKnowledge(RoundMemory.NONE, Optional.empty(), Optional.empty(), Optional.empty());
}
