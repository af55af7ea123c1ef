package io.quorate.lab.fleet;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Troubles as they are now: what is lost, what was drawn by chance, and which clocks are off. */
final class PlayedTroubles {
  private final Troubles troubles;
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();
  private final Set<Integer> lostMembers = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Integer> clocks = new ConcurrentHashMap<>();
  private final Random chance = new Random(35);
  private final AtomicInteger resets = new AtomicInteger();

  PlayedTroubles(Troubles troubles) {
    this.troubles = troubles;
  }

  /** All members of the clusters in this zone hang from now on. */
  void lose(int zone) {
    lost.add(zone);
  }

  void bringBack(int zone) {
    lost.remove(zone);
  }

  /** The members with this number hang from now on, in all clusters. */
  void loseMember(int number) {
    lostMembers.add(number);
  }

  /** The clocks of all members of the clusters in this zone are so far ahead from now on. */
  void setClock(int zone, int seconds) {
    clocks.put(zone, seconds);
  }

  /** Whether a member accepts connections and never answers. */
  boolean isSilent(FleetAddress member) {
    return lost.contains(troubles.zone(member))
        || lostMembers.contains(member.member())
        || troubles.isHung(member);
  }

  /** Whether the next question gets a reset for an answer. */
  boolean resets() {
    boolean drawn = troubles.resets(chance);
    if (drawn) {
      resets.incrementAndGet();
    }
    return drawn;
  }

  /** Questions that got a reset for an answer. */
  int numberOfResets() {
    return resets.get();
  }

  /** How long the next answer takes. */
  long delayMicros() {
    return Troubles.delayMicros(chance);
  }

  /** The clock of a member. */
  Instant clock(FleetAddress member) {
    return Instant.now().plusSeconds(clocks.getOrDefault(troubles.zone(member), 0));
  }
}
