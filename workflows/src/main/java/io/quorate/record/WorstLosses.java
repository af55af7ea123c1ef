package io.quorate.record;

import io.quorate.cluster.Age;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The worst single losses of a cluster, one of each kind, as the record remembers them.
 *
 * @param all in the order of their kinds, at most 8
 */
public record WorstLosses(List<WorstLoss> all) {
  /** Nothing is remembered. */
  public static final WorstLosses NONE = new WorstLosses(List.of());

  private static final int MOST = 8;

  /** Time after a change of an operation within which a look may show what it did. */
  private static final Duration SHOWS = Duration.ofMinutes(15);

  private static final Comparator<WorstLoss> LATER =
      Comparator.comparing(WorstLoss::seenAt).thenComparing(WorstLoss::toString);

  public WorstLosses {
    all = all.stream().sorted(Comparator.comparing(WorstLoss::kind)).limit(MOST).toList();
  }

  /** Returns the worst loss of this kind; empty where none is remembered. */
  public Optional<WorstLoss> of(String kind) {
    return all.stream().filter(one -> one.kind().equals(kind)).findFirst();
  }

  /** Returns what is remembered after a look; a kind that the look does not know stays. */
  WorstLosses after(List<WorstLoss> now, List<Changer> changers) {
    Stream<WorstLoss> unknown =
        all.stream()
            .filter(known -> now.stream().noneMatch(one -> one.kind().equals(known.kind())));
    return new WorstLosses(
        Stream.concat(now.stream().map(one -> after(one, changers)), unknown).toList());
  }

  private WorstLoss after(WorstLoss now, List<Changer> changers) {
    boolean ours = changers.stream().anyMatch(one -> Age.isBelow(SHOWS, one.last(), now.at()));
    return of(now.kind()).map(known -> known.after(now, ours)).orElse(now);
  }

  /** Joins what two records remember: the later of each kind. */
  WorstLosses or(WorstLosses other) {
    List<WorstLoss> later =
        all.stream()
            .map(one -> other.of(one.kind()).filter(its -> LATER.compare(its, one) > 0).orElse(one))
            .toList();
    return new WorstLosses(
        Stream.concat(later.stream(), other.all.stream().filter(one -> of(one.kind()).isEmpty()))
            .toList());
  }
}
