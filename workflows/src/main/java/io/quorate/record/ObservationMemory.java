package io.quorate.record;

import io.quorate.cluster.MemberName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Memory that one look hands to the next: since when conditions have held. The times are stored
 * with the view, because a worker process may end between two looks.
 *
 * @param shape membership, leader and term in one line; a change of it starts {@code settledSince}
 *     anew
 */
public record ObservationMemory(
    String shape,
    Optional<Instant> settledSince,
    Map<MemberName, Instant> silentSince,
    Map<MemberName, Instant> lostSince) {
  public static final ObservationMemory NONE =
      new ObservationMemory("", Optional.empty(), Map.of(), Map.of());

  public ObservationMemory {
    silentSince = Map.copyOf(silentSince);
    lostSince = Map.copyOf(lostSince);
  }

  /** The memory as text that is the same for the same memory; the order of the maps is not. */
  String inOrder() {
    return shape + settledSince + new TreeMap<>(silentSince) + new TreeMap<>(lostSince);
  }
}
