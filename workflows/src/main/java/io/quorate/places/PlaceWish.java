package io.quorate.places;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Wish of an operation for a place.
 *
 * @param operation its id, under which the wish counts once
 * @param since when the operation was asked for; the older one of two of a rank is first
 * @param domains failure domains of the members that the plan touches: {@code zone b}
 * @param store the snapshot store that the plan restores from; empty for every other plan
 */
public record PlaceWish(
    String operation,
    ClusterKey cluster,
    PlaceRank rank,
    Instant since,
    List<String> domains,
    Optional<String> store) {
  static final Comparator<PlaceWish> ORDER =
      Comparator.comparing(PlaceWish::rank)
          .thenComparing(PlaceWish::since)
          .thenComparing(PlaceWish::operation);

  public PlaceWish {
    domains = List.copyOf(domains);
  }

  boolean isRestore() {
    return store.isPresent();
  }
}
