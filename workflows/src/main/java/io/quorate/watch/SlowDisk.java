package io.quorate.watch;

import io.quorate.cluster.MemberName;
import java.util.List;
import java.util.Optional;

/**
 * Rule of a disk that lets etcd wait: in two of the last three rounds one wait in a hundred took
 * longer than 128 ms, the bound of etcd's histogram that follows 100 ms. A leader that waits as
 * long as a heartbeat's interval (100 ms) delays every write of the cluster.
 */
final class SlowDisk {
  private static final double BOUND = 0.128;
  private static final int MANY = 2;

  /**
   * Bound in place of infinity: twice the last finite bound of etcd's histogram (8.192 s), because
   * each bound is twice the one before.
   */
  private static final double ABOVE_ALL = 16.384;

  private SlowDisk() {}

  static List<Sign> signs(ClusterKnowledge known) {
    return known.deep().rounds().members().entrySet().stream()
        .filter(member -> member.getValue().isRecent(known.at()))
        .flatMap(member -> sign(known, member.getKey(), member.getValue().slowest()).stream())
        .toList();
  }

  private static Optional<Sign> sign(
      ClusterKnowledge known, MemberName member, List<Double> slowest) {
    List<Double> slow = slowest.stream().filter(bound -> bound > BOUND).toList();
    if (slow.size() >= MANY) {
      return Optional.of(
          new Sign(
              FindingKind.SLOW_DISK, member.value(), Sign.Urgency.SOON, evidence(member, slow)));
    }
    return known
        .standing(FindingKind.SLOW_DISK, member.value())
        .filter(any -> slowest.size() < MANY);
  }

  private static String evidence(MemberName member, List<Double> slow) {
    return "The disk of %s is slow: one in 100 waits for its log took more than %s ms, in %d of the"
            .formatted(member, Math.round(Math.min(slow.getLast(), ABOVE_ALL) * 500), slow.size())
        + " last 3 rounds of 5 min. See what else writes there (iostat -x 5) before a restart or"
        + " an upgrade, which ask more of the disk.";
  }
}
