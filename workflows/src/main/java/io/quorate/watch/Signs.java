package io.quorate.watch;

import java.util.List;
import java.util.function.Function;

/** Rules of all kinds of findings that are no diagnosis, one line each. */
public final class Signs {
  private static final List<Function<ClusterKnowledge, List<Sign>>> RULES =
      List.of(
          LeaderFlapping::signs,
          SlowDisk::signs,
          ClockOff::signs,
          EndingCertificates::signs,
          QuotaTrend::signs,
          SharedPlaces::signs,
          WorseLoss::signs,
          OldBackup::signs,
          AdvisedVersion::signs,
          ChangedMembership::signs,
          NextStarts::signs);

  private Signs() {}

  /** Returns the signs of a cluster; at most one of each kind and subject. */
  public static List<Sign> in(ClusterKnowledge known) {
    return RULES.stream().flatMap(rule -> rule.apply(known).stream()).toList();
  }
}
