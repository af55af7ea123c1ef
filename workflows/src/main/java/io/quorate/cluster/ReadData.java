package io.quorate.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a reading of all of a member's data found. It takes minutes for a large database, and counts
 * as long as the files are the same.
 */
public record ReadData(MemberName member, DataFiles files) {
  /** Most members of which it is kept; the oldest readings are forgotten first. */
  private static final int MOST = 32;

  /** The readings that were made by a look at this view, or before it. */
  static List<ReadData> in(ClusterView view) {
    return view.members().stream()
        .flatMap(
            member ->
                member.data().files().stream()
                    .filter(files -> files.readAt().isPresent() && files.sum().isPresent())
                    .map(files -> new ReadData(member.name(), files)))
        .toList();
  }

  /** The latest reading of each member. */
  static List<ReadData> latest(List<ReadData> one, List<ReadData> other) {
    List<ReadData> all =
        new ArrayList<>(
            Stream.concat(one.stream(), other.stream())
                .collect(Collectors.toMap(ReadData::member, read -> read, ReadData::later))
                .values());
    all.sort(Comparator.comparing(ReadData::at).reversed().thenComparing(ReadData::member));
    return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
  }

  private static ReadData later(ReadData one, ReadData other) {
    return Comparator.comparing(ReadData::at)
                .thenComparing(read -> read.files.toString())
                .compare(one, other)
            >= 0
        ? one
        : other;
  }

  private Instant at() {
    return files.readAt().orElse(Instant.EPOCH);
  }

  /**
   * This member's data as a later look saw it, with what the reading of all of it found; as it is
   * where that look read all of it itself.
   */
  static DataDirectory remembered(List<ReadData> known, MemberName member, DataDirectory seen) {
    Optional<DataFiles> now = seen.files().filter(files -> files.readAt().isEmpty());
    return known.stream()
        .filter(read -> read.member.equals(member))
        .filter(read -> now.filter(files -> files.sameAs(read.files)).isPresent())
        .findFirst()
        .map(read -> seen.readWhole(read.at(), read.files.damage()))
        .orElse(seen);
  }
}
