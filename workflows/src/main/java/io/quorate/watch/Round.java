package io.quorate.watch;

import io.quorate.cluster.MemberName;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures that the members of a cluster told last. Every look reads them, so a round costs no
 * question of its own.
 *
 * @param gauges in the order of names; a member whose metrics nobody could read yet is missing
 */
public record Round(Map<MemberName, MemberGauges> gauges) {
  public Round {
    gauges = Collections.unmodifiableMap(new TreeMap<>(gauges));
  }
}
