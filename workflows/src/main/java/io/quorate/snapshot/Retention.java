package io.quorate.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Rule by which old snapshots are removed: kept are the newest ones, and the newest of each of the
 * last days and weeks that have one (UTC; weeks begin on Monday). What a person could need is never
 * removed, whatever the numbers say.
 *
 * <p>The numbers count in each history by itself: snapshots of one that was left take no places
 * from those of now. The newest is the furthest one, by raft term and revision, because the clock
 * of the machine that saved it may have been ahead.
 *
 * @param last how many of the newest are kept
 * @param daily of how many days the newest is kept
 * @param weekly of how many weeks the newest is kept
 */
public record Retention(int last, int daily, int weekly) {
  /**
   * Snapshot as the rule sees it.
   *
   * @param restored when it was restored on trial and was good; empty where it never was
   * @param bad whether it must not be restored
   * @param origin whether the cluster of now was restored from it
   * @param history of which history it is, see {@code RecordedPast.historyOf}
   */
  public record Kept(
      SavedSnapshot saved,
      Optional<Instant> restored,
      boolean bad,
      boolean origin,
      String history) {
    /** Whether it takes a place: a salvage is no backup, and a bad one no snapshot. */
    private boolean counts() {
      return !bad && saved.salvage().isEmpty();
    }
  }

  private static final Comparator<Kept> NEWEST_FIRST =
      Comparator.comparing((Kept one) -> one.saved().savedAt())
          .thenComparing(one -> one.saved().file())
          .reversed();

  private static final Comparator<Kept> FURTHEST_FIRST =
      Comparator.comparing(
              (Kept one) -> one.saved().raftTerm(), (one, two) -> Long.compareUnsigned(one, two))
          .thenComparing(one -> one.saved().atLeast())
          .reversed()
          .thenComparing(NEWEST_FIRST);

  /** A snapshot with the reason why it stays; empty: it goes. */
  public record Fate(SavedSnapshot snapshot, Optional<String> because) {
    public boolean goes() {
      return because.isEmpty();
    }
  }

  /**
   * Decides the fate of each snapshot, the newest first. Bad snapshots and salvages count for none
   * of the numbers, so that they take no place from a good snapshot. Both stay, because a person
   * has to look at them, and because nothing else may be left. Nobody may remove a snapshot while
   * an operation is under way on the cluster: the operation may be about any of them.
   */
  public List<Fate> of(List<Kept> all) {
    Map<String, Places> places =
        all.stream()
            .filter(Kept::counts)
            .sorted(FURTHEST_FIRST)
            .collect(
                Collectors.groupingBy(
                    Kept::history,
                    Collectors.collectingAndThen(Collectors.toList(), this::places)));
    Optional<SavedSnapshot> restored =
        all.stream()
            .filter(one -> !one.bad() && one.restored().isPresent())
            .max(Comparator.comparing(one -> one.restored().orElseThrow()))
            .map(Kept::saved);
    List<Fate> fates = new ArrayList<>();
    for (Kept one : all.stream().sorted(NEWEST_FIRST).toList()) {
      SavedSnapshot saved = one.saved();
      Places own = places.getOrDefault(one.history(), Places.NONE);
      int place = own.good().indexOf(one);
      Optional<String> because =
          when(saved.salvage().isPresent(), "made of a member's data without quorum")
              .or(() -> when(one.bad(), "bad: look at it first"))
              .or(() -> when(one.origin(), "the cluster was restored from it"))
              .or(() -> when(restored.filter(saved::equals).isPresent(), "the last one restored"))
              .or(() -> when(place == 0, "the newest"))
              .or(() -> when(place >= 0 && place < last, "one of the last " + last))
              .or(() -> when(own.days().contains(saved), "the newest of its day"))
              .or(() -> when(own.weeks().contains(saved), "the newest of its week"));
      fates.add(new Fate(saved, because));
    }
    return List.copyOf(fates);
  }

  /** The snapshots of one history that count, the furthest first, and which of them stay. */
  private record Places(List<Kept> good, Set<SavedSnapshot> days, Set<SavedSnapshot> weeks) {
    static final Places NONE = new Places(List.of(), Set.of(), Set.of());
  }

  private Places places(List<Kept> furthestFirst) {
    return new Places(
        furthestFirst,
        newestOfEach(furthestFirst, daily, Retention::day),
        newestOfEach(furthestFirst, weekly, Retention::week));
  }

  private static Optional<String> when(boolean holds, String because) {
    return holds ? Optional.of(because) : Optional.empty();
  }

  private static Set<SavedSnapshot> newestOfEach(
      List<Kept> newestFirst, int most, ToLongFunction<SavedSnapshot> period) {
    Set<Long> seen = new HashSet<>();
    Set<SavedSnapshot> newest = new HashSet<>();
    for (Kept one : newestFirst) {
      if (seen.size() < most && seen.add(period.applyAsLong(one.saved()))) {
        newest.add(one.saved());
      }
    }
    return newest;
  }

  /** The day as a number, in UTC. */
  private static long day(SavedSnapshot saved) {
    return Math.floorDiv(saved.savedAt().getEpochSecond(), Duration.ofDays(1).toSeconds());
  }

  /** The week as a number; day 0, the first of 1970, was a Thursday. */
  private static long week(SavedSnapshot saved) {
    return Math.floorDiv(day(saved) + 3, 7);
  }
}
