package io.quorate.record;

import io.quorate.cluster.Age;
import java.time.Instant;
import java.util.Comparator;

/**
 * The machine on which a member was seen to run, or the volume from which, where a volume goes from
 * machine to machine.
 *
 * @param machine identifies the machine or the volume, and is the same after a reboot
 * @param at when it was seen there last
 */
public record LastMachine(String machine, Instant at) {
  /** Returns the later of two sightings, whichever asks. */
  LastMachine or(LastMachine other) {
    return Comparator.comparing(LastMachine::at)
                .thenComparing(LastMachine::machine)
                .compare(this, other)
            >= 0
        ? this
        : other;
  }

  /** Returns the sighting dated before now where a clock that was ahead had dated it. */
  LastMachine notAhead(Instant now) {
    return Age.wasAhead(at, now) ? new LastMachine(machine, now.minusMillis(1)) : this;
  }
}
