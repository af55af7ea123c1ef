package io.quorate.watch;

import io.quorate.record.SizeHistory;
import java.time.Instant;
import java.util.Optional;

/**
 * Memory of the pulses of one cluster, in some 2 KB.
 *
 * @param last the last pulse; empty before the first one
 * @param terms terms of the last minutes
 * @param sizes sizes of the databases of the last day
 */
public record PulseMemory(Optional<Pulse> last, SeenTerms terms, SeenSizes sizes) {
  /** The memory of a cluster that was not asked yet. */
  public static final PulseMemory NONE =
      new PulseMemory(Optional.empty(), SeenTerms.NONE, SeenSizes.NONE);

  /** Adds the sizes that another worker saw before. */
  public PulseMemory after(SizeHistory before) {
    return new PulseMemory(last, terms, sizes.after(before));
  }

  /** Takes a pulse. */
  public PulseMemory with(Pulse pulse) {
    return new PulseMemory(Optional.of(pulse), terms.with(pulse), sizes.with(pulse));
  }

  /**
   * Returns the memory after an operation of Quorate changed the cluster: what the pulses showed
   * may be its doing.
   */
  public PulseMemory excusedAt(Instant at) {
    return new PulseMemory(last, terms.excusedAt(at), sizes);
  }
}
