package io.quorate.lab.fleet;

import java.time.Duration;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Troubles of the members: some hang for ever, some connections are reset, and answers take up to
 * 200 ms.
 *
 * @param hungPerMille members that accept and never answer
 * @param resetPerMille questions that get a reset of the connection for an answer
 * @param zones zones of clusters: that of a cluster is its number modulo the zones
 */
record Troubles(int hungPerMille, int resetPerMille, int zones) {
  private static final long SLOWEST_MICROS = Duration.ofMillis(200).toNanos() / 1_000;

  /** The zone of all members of a cluster. */
  int zone(FleetAddress member) {
    return member.cluster() % zones;
  }

  /** Whether it hangs, the same at each question. */
  boolean isHung(FleetAddress member) {
    return new SplittableRandom(member.memberId()).nextInt(1_000) < hungPerMille;
  }

  boolean resets(Random chance) {
    return chance.nextInt(1_000) < resetPerMille;
  }

  /** How long an answer takes: mostly some milliseconds. */
  static long delayMicros(Random chance) {
    double drawn = chance.nextDouble();
    return 500 + (long) (SLOWEST_MICROS * drawn * drawn * drawn * drawn);
  }
}
