package io.quorate.watch;

import io.quorate.cluster.MemberName;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Memory of the rounds of one cluster, in about a kilobyte for each member.
 *
 * @param members in the order of names
 */
public record RoundMemory(Map<MemberName, MemberRounds> members) {
  /** The memory of a cluster at which nobody looked yet. */
  public static final RoundMemory NONE = new RoundMemory(Map.of());

  public RoundMemory {
    members = Collections.unmodifiableMap(new TreeMap<>(members));
  }

  /** Returns the leads of the clocks that were told lately. */
  public Stream<MemberGauges.Ahead> clocks(Instant now) {
    return members.values().stream()
        .filter(member -> member.isRecent(now))
        .flatMap(member -> member.last().ahead().stream());
  }

  /**
   * Forgets the clocks of readings that were asked for before or after this time: by Quorate's
   * clock as it was set then.
   */
  public RoundMemory withClocksOf(Instant from, Instant to) {
    Map<MemberName, MemberRounds> after = new TreeMap<>();
    members.forEach((member, rounds) -> after.put(member, rounds.withClockOf(from, to)));
    return new RoundMemory(after);
  }

  /** Takes what the members told last. */
  public RoundMemory with(Round round) {
    Map<MemberName, MemberRounds> after = new TreeMap<>();
    round
        .gauges()
        .forEach(
            (member, now) -> {
              MemberRounds before = members.get(member);
              after.put(member, before == null ? MemberRounds.begun(now) : before.with(now));
            });
    return new RoundMemory(after);
  }
}
