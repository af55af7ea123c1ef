package io.quorate.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Rule by which old snapshots are removed: kept are the newest ones, and the newest of each of the
 * last days and weeks that have one (UTC; weeks begin on Monday). What a person could need is never
 * removed, whatever the numbers say.
 *
 * @param last how many of the newest are kept
 * @param daily of how many days the newest is kept
 * @param weekly of how many weeks the newest is kept
 */
public record Retention(int last, int daily, int weekly) {
  /**
   * One snapshot as the rule sees it.
   *
   * @param restored when it was restored on trial and was good; empty where it never was
   * @param bad whether it must not be restored
   * @param origin whether the cluster of now was restored from it
   */
  public record Kept(
      SavedSnapshot saved, Optional<Instant> restored, boolean bad, boolean origin) {}

  /** A snapshot with the reason why it stays; empty: it goes. */
  public record Fate(SavedSnapshot snapshot, Optional<String> because) {
    public boolean goes() {
      return because.isEmpty();
    }
  }

  /**
   * What becomes of each snapshot, the newest first. A bad one counts for none of the numbers, so
   * that it takes no place from a good one, and it stays: a person has to look at it, and it may be
   * all that there is. Nobody may remove anything while an operation is under way on the cluster:
   * it may be about any of them.
   */
  public List<Fate> of(List<Kept> all) {
    List<Kept> newestFirst =
        all.stream()
            .sorted(
                Comparator.comparing((Kept one) -> one.saved().savedAt())
                    .thenComparing(one -> one.saved().file())
                    .reversed())
            .toList();
    List<Kept> good = newestFirst.stream().filter(one -> !one.bad()).toList();
    Set<SavedSnapshot> days = newestOfEach(good, daily, Retention::day);
    Set<SavedSnapshot> weeks = newestOfEach(good, weekly, Retention::week);
    Optional<SavedSnapshot> restored =
        good.stream()
            .filter(one -> one.restored().isPresent())
            .max(Comparator.comparing(one -> one.restored().orElseThrow()))
            .map(Kept::saved);
    List<Fate> fates = new ArrayList<>();
    for (Kept one : newestFirst) {
      SavedSnapshot saved = one.saved();
      int place = good.indexOf(one);
      Optional<String> because =
          when(saved.salvage().isPresent(), "made of a member's data without quorum")
              .or(() -> when(one.bad(), "bad: look at it first"))
              .or(() -> when(one.origin(), "the cluster was restored from it"))
              .or(() -> when(restored.filter(saved::equals).isPresent(), "the last one restored"))
              .or(() -> when(place == 0, "the newest"))
              .or(() -> when(place >= 0 && place < last, "one of the last " + last))
              .or(() -> when(days.contains(saved), "the newest of its day"))
              .or(() -> when(weeks.contains(saved), "the newest of its week"));
      fates.add(new Fate(saved, because));
    }
    return List.copyOf(fates);
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
