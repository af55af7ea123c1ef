package io.quorate.watch;

import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rule of a clock that differs by more than 2 s from those of most members of the fleet. Quorate's
 * own clock only carries the comparison, so it may be wrong. Two readings are compared only where
 * it was not set between them.
 */
public final class ClockOff {
  private static final Duration MOST = Duration.ofSeconds(2);

  /** Least number of clocks to compare: with two, either one may be wrong. */
  private static final int ENOUGH = 3;

  private ClockOff() {}

  /**
   * Returns how far most clocks are ahead of Quorate's; empty where there are too few.
   *
   * @param fleet the leads of all clocks that were told lately
   */
  public static Optional<Duration> usual(Collection<MemberGauges.Ahead> fleet) {
    List<Duration> sorted = fleet.stream().map(MemberGauges.Ahead::middle).sorted().toList();
    return sorted.size() < ENOUGH ? Optional.empty() : Optional.of(sorted.get(sorted.size() / 2));
  }

  static List<Sign> signs(ClusterKnowledge known) {
    return known.deep().rounds().members().entrySet().stream()
        .filter(member -> member.getValue().isRecent(known.at()))
        .flatMap(member -> sign(known, member).stream())
        .toList();
  }

  private static Optional<Sign> sign(
      ClusterKnowledge known, Map.Entry<MemberName, MemberRounds> member) {
    String name = member.getKey().value();
    Optional<Duration> usual = known.deep().fleetClock();
    Optional<MemberGauges.Ahead> own = member.getValue().last().ahead();
    if (usual.isEmpty() || own.isEmpty()) {
      return known.standing(FindingKind.CLOCK, name);
    }
    Duration ahead = own.get().atLeast().minus(usual.get());
    Duration behind = usual.get().minus(own.get().atMost());
    if (ahead.compareTo(MOST) <= 0 && behind.compareTo(MOST) <= 0) {
      return Optional.empty();
    }
    boolean leads = ahead.compareTo(behind) > 0;
    return Optional.of(
        new Sign(
            FindingKind.CLOCK,
            name,
            Sign.Urgency.SOON,
            ("The clock of %s is %d s %s those of most members of the fleet. Certificates and"
                    + " tokens are judged by it: see whether it is set from the network (chronyc"
                    + " tracking).")
                .formatted(
                    name, (leads ? ahead : behind).toSeconds(), leads ? "ahead of" : "behind")));
  }
}
