package io.quorate.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Raft's order of the snapshots of one history: by the term of their last entry, then by its index,
 * never by age or size (docs/etcd.md#salvage). Of two that reach equally far one that etcd's own
 * SHA-256 vouches for is the better one.
 *
 * <p>A snapshot without a term or an index, as etcd 3.4 has no term in its database, stands behind
 * the furthest one that it {@linkplain RestoreSource#isBehind passes}. Comparisons in pairs alone
 * would go round in a circle: by term, by index, and by index again.
 */
public final class RaftOrder {
  private static final Comparator<RestoreSource> OTHERWISE =
      Comparator.comparing(
              (RestoreSource source) -> source.saved().trailer() == Salvage.Trailer.PRESENT)
          .thenComparing(source -> source.saved().file());

  private static final Comparator<RestoreSource> TOLD =
      ((Comparator<RestoreSource>) (one, other) -> Long.compareUnsigned(one.term(), other.term()))
          .thenComparing((one, other) -> Long.compareUnsigned(one.index(), other.index()))
          .thenComparing(OTHERWISE);

  private static final Comparator<RestoreSource> UNTOLD =
      Comparator.comparing(RestoreSource::revision)
          .thenComparing((one, other) -> Long.compareUnsigned(one.index(), other.index()))
          .thenComparing(OTHERWISE);

  private RaftOrder() {}

  /** The order of these snapshots, which are of one history, the furthest last. */
  public static List<RestoreSource> of(Collection<RestoreSource> sources) {
    List<RestoreSource> order =
        new ArrayList<>(sources.stream().filter(RaftOrder::isTold).sorted(TOLD).toList());
    List<RestoreSource> untold =
        sources.stream().filter(source -> !isTold(source)).sorted(UNTOLD).toList();
    List<RestoreSource> told = List.copyOf(order);
    int put = 0;
    int least = 0;
    for (RestoreSource source : untold) {
      // The order of those without a term or an index stays as it is.
      least = Math.max(least, passed(told, source));
      order.add(least + put, source);
      put++;
    }
    return order;
  }

  /** The furthest of these snapshots, which are of one history; empty where there is none. */
  public static Optional<RestoreSource> furthest(Stream<RestoreSource> sources) {
    List<RestoreSource> order = of(sources.toList());
    return order.isEmpty() ? Optional.empty() : Optional.of(order.getLast());
  }

  /** How many of those in their order the snapshot stands behind. */
  private static int passed(List<RestoreSource> told, RestoreSource source) {
    int passed = told.size();
    while (passed > 0 && !passes(source, told.get(passed - 1))) {
      passed--;
    }
    return passed;
  }

  private static boolean passes(RestoreSource source, RestoreSource other) {
    return other.isBehind(source)
        || (!source.isBehind(other) && OTHERWISE.compare(source, other) > 0);
  }

  private static boolean isTold(RestoreSource source) {
    return source.term() != 0 && source.index() != 0;
  }
}
