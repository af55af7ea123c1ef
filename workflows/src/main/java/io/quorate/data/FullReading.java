package io.quorate.data;

import io.quorate.cluster.MemberName;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Result of reading all of a member's data. The reading takes minutes for a large database, and
 * counts as long as the files are the same.
 */
public record FullReading(MemberName member, DataFiles files) {
  /** Most members of which it is kept; the oldest readings are forgotten first. */
  private static final int MOST = 32;

  /** The latest reading of each member. */
  public static List<FullReading> latest(List<FullReading> one, List<FullReading> other) {
    Comparator<FullReading> byTime = Comparator.comparing(FullReading::at);
    return Stream.concat(one.stream(), other.stream())
        .collect(
            Collectors.toMap(
                FullReading::member,
                read -> read,
                BinaryOperator.maxBy(byTime.thenComparing(read -> read.files.toString()))))
        .values()
        .stream()
        .sorted(byTime.reversed().thenComparing(FullReading::member))
        .limit(MOST)
        .toList();
  }

  private Instant at() {
    return files.readAt().orElse(Instant.EPOCH);
  }

  /**
   * Adds the result of an earlier whole reading to the data of a member that a later look saw. The
   * data stays as seen where the later look read all files itself, or where the files have changed.
   */
  public static DataDirectory remembered(
      List<FullReading> known, MemberName member, DataDirectory seen) {
    Optional<DataFiles> now = seen.files().filter(files -> files.readAt().isEmpty());
    return known.stream()
        .filter(read -> read.member.equals(member))
        .filter(read -> now.filter(files -> files.sameAs(read.files)).isPresent())
        .findFirst()
        .map(read -> seen.readWhole(read.at(), read.files.damage()))
        .orElse(seen);
  }
}
