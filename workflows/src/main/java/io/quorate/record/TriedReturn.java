package io.quorate.record;

import io.quorate.cluster.MemberName;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The last start of a member with its data while there was no quorum.
 *
 * @param inVain whether its process ended at once
 */
public record TriedReturn(MemberName member, Instant at, boolean inVain) {
  /** Most members of which it is kept; the oldest are forgotten first. */
  private static final int MOST = 32;

  /** The last of each member. */
  static List<TriedReturn> latest(List<TriedReturn> one, List<TriedReturn> other) {
    Comparator<TriedReturn> byTime =
        Comparator.comparing(TriedReturn::at).thenComparing(TriedReturn::inVain);
    return Stream.concat(one.stream(), other.stream())
        .collect(
            Collectors.toMap(TriedReturn::member, tried -> tried, BinaryOperator.maxBy(byTime)))
        .values()
        .stream()
        .sorted(byTime.reversed().thenComparing(TriedReturn::member))
        .limit(MOST)
        .toList();
  }
}
