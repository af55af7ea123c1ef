package io.quorate.watch;

import io.quorate.cluster.Silence;
import java.util.Collection;

/**
 * Rule that tells an outage of the fleet from an outage of the way to the fleet. Where most members
 * are silent at once and no member misses its leader, Quorate itself is cut off.
 */
public final class CutOffFromFleet {
  /** In a smaller fleet most members may well be silent together. */
  private static final int LEAST_CLUSTERS = 3;

  private CutOffFromFleet() {}

  /**
   * Returns whether Quorate is cut off.
   *
   * @param last the last pulse of each cluster of one pass
   */
  public static boolean isLikely(Collection<Pulse> last) {
    long answering = last.stream().mapToLong(pulse -> pulse.answers().size()).sum();
    long silent =
        last.stream()
            .flatMap(pulse -> pulse.silences().values().stream())
            .filter(CutOffFromFleet::isOnTheWay)
            .count();
    long others = last.stream().mapToLong(pulse -> pulse.silences().size()).sum() - silent;
    return last.size() >= LEAST_CLUSTERS
        && silent > answering + others
        && last.stream().noneMatch(CutOffFromFleet::missesItsLeader);
  }

  /** A refused connection was answered by the host, so the way to the host is good. */
  private static boolean isOnTheWay(Silence silence) {
    return switch (silence) {
      case Silence.TimedOut timedOut -> true;
      case Silence.Unreachable unreachable -> true;
      case Silence.BrokenOff brokenOff -> true;
      case Silence.Refused refused -> false;
      case Silence.Tls tls -> false;
      case Silence.LoginRefused login -> false;
      case Silence.Declined declined -> false;
      case Silence.OtherMember other -> false;
      case Silence.FromMemory memory -> false;
    };
  }

  private static boolean missesItsLeader(Pulse pulse) {
    return pulse.answers().values().stream().anyMatch(answer -> answer.leader().isEmpty());
  }
}
