package io.quorate.watch;

import java.time.Instant;
import java.util.Optional;

/**
 * Memory of the pulses of one cluster, in a few hundred bytes.
 *
 * @param last the last pulse; empty before the first one
 * @param terms terms of the last minutes
 */
public record PulseMemory(Optional<Pulse> last, SeenTerms terms) {
  /** The memory of a cluster that was not asked yet. */
  public static final PulseMemory NONE = new PulseMemory(Optional.empty(), SeenTerms.NONE);

  /** Takes a pulse. */
  public PulseMemory with(Pulse pulse) {
    return new PulseMemory(Optional.of(pulse), terms.with(pulse));
  }

  /**
   * Returns the memory after an operation of Quorate changed the cluster: what the pulses showed
   * may be its doing.
   */
  public PulseMemory excusedAt(Instant at) {
    return new PulseMemory(last, terms.excusedAt(at));
  }
}
