package io.quorate.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The last start of a member with its data while there was no quorum. */
public record TriedReturn(MemberName member, Instant at) {
  /** Most members of which it is kept; the oldest are forgotten first. */
  private static final int MOST = 32;

  /** The last of each member. */
  static List<TriedReturn> latest(List<TriedReturn> one, List<TriedReturn> other) {
    List<TriedReturn> all =
        new ArrayList<>(
            Stream.concat(one.stream(), other.stream())
                .collect(
                    Collectors.toMap(
                        TriedReturn::member,
                        tried -> tried,
                        (first, second) -> first.at.isAfter(second.at) ? first : second))
                .values());
    all.sort(Comparator.comparing(TriedReturn::at).reversed().thenComparing(TriedReturn::member));
    return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
  }
}
