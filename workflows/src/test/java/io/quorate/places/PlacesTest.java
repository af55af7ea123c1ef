package io.quorate.places;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Places are given in order, within the limits, and to everybody in the end. */
class PlacesTest {
  @Test
  void aHalfDoneOperationWaitsForNobody() {
    PlaceLimits one = new PlaceLimits(1, 1, 1);
    Places full =
        Places.NONE.asked(wish("a.1", PlaceRank.QUORUM_LOST, NOW, List.of("zone b")), one).given();

    Places both = full.asked(wish("b.1", PlaceRank.BEGUN, NOW, List.of("zone b")), one).given();

    assertThat(both.holds("b.1")).isTrue();
  }

  @Test
  void theLateWishOfAnEndedOperationTakesNothingFromTheNextOne() {
    PlaceLimits one = new PlaceLimits(1, 1, 1);
    Places next =
        Places.NONE
            .asked(wish("a.2", PlaceRank.PLANNED, NOW.plusSeconds(60), List.of()), one)
            .given();

    assertThat(next.asked(wish("a.1", PlaceRank.PLANNED, NOW, List.of()), one)).isEqualTo(next);
  }

  /** The ranks that wait; a half-done operation does not. */
  private static final List<PlaceRank> QUEUED =
      Stream.of(PlaceRank.values()).filter(rank -> rank != PlaceRank.BEGUN).toList();

  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");

  @Property
  void limitsHoldAndEverybodyIsServed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6) int atOnce,
      @ForAll @IntRange(min = 1, max = 3) int perDomain,
      @ForAll @IntRange(min = 1, max = 3) int restores) {
    Random random = new Random(seed);
    PlaceLimits limits = new PlaceLimits(atOnce, perDomain, restores);
    List<PlaceWish> wishes = wishes(random, 1 + random.nextInt(40));
    Places places = Places.NONE;
    int asked = 0;
    Set<String> ended = new HashSet<>();
    for (int turn = 0; ended.size() < wishes.size() && turn < 1000; turn++) {
      if (asked < wishes.size() && random.nextBoolean()) {
        places = places.asked(wishes.get(asked++), limits);
        // A wish that is repeated counts once.
        PlaceWish again = wishes.get(random.nextInt(asked));
        if (!ended.contains(again.operation())) {
          places = places.asked(again, limits);
        }
      } else if (!places.holders().isEmpty()) {
        PlaceWish holder = places.holders().get(random.nextInt(places.holders().size()));
        places = places.freed(holder.operation());
        ended.add(holder.operation());
      }
      places = places.given();
      assertWithin(limits, places);
    }
    assertThat(ended).as("nobody starves").hasSize(wishes.size());
  }

  private static void assertWithin(PlaceLimits limits, Places places) {
    List<PlaceWish> plain = places.holders().stream().filter(one -> !one.isRestore()).toList();
    assertThat(plain).hasSizeLessThanOrEqualTo(limits.atOnce());
    for (String domain : List.of("zone a", "zone b", "zone c")) {
      assertThat(plain.stream().filter(one -> one.domains().contains(domain)))
          .hasSizeLessThanOrEqualTo(limits.perDomain());
    }
    for (String store : List.of("s3", "disk")) {
      assertThat(places.holders().stream().filter(one -> one.store().equals(Optional.of(store))))
          .hasSizeLessThanOrEqualTo(limits.restores());
    }
    assertThat(places.holders()).doesNotHaveDuplicates();
    assertThat(places.waiting()).noneMatch(one -> places.holds(one.operation()));
  }

  @Property
  void orderIsKeptAmongThoseWhoNeedTheSameDomain(@ForAll long seed) {
    Random random = new Random(seed);
    List<PlaceWish> wishes =
        wishes(random, 12).stream()
            .map(one -> wish(one.operation(), one.rank(), one.since(), List.of("zone a")))
            .toList();
    Places places = Places.NONE;
    for (PlaceWish wish : wishes) {
      places = places.asked(wish, PlaceLimits.STANDARD);
    }
    List<PlaceWish> order = new ArrayList<>();
    for (places = places.given(); !places.holders().isEmpty(); places = places.given()) {
      order.addAll(places.holders());
      places = places.freed(order.getLast().operation());
    }
    assertThat(order).hasSize(12).isSortedAccordingTo(PlaceWish.ORDER);
  }

  @Test
  void lostQuorumIsFirstAndARestoreWaitsForNoOther() {
    PlaceLimits one = new PlaceLimits(1, 1, 1);
    PlaceWish roll = wish("a.1", PlaceRank.PLANNED, NOW, List.of());
    PlaceWish replace = wish("b.1", PlaceRank.MARGIN_ZERO, NOW, List.of());
    PlaceWish lost = wish("c.1", PlaceRank.QUORUM_LOST, NOW.plusSeconds(60), List.of());
    PlaceWish restore = restore("d.1");
    Places places = Places.NONE.asked(roll, one).given();

    places = places.asked(replace, one).asked(lost, one).asked(restore, one).given();

    assertThat(places.holders()).containsExactly(roll, restore);
    assertThat(places.freed("a.1").given().holders()).containsExactly(restore, lost);
    assertThat(places.answer("b.1"))
        .isEqualTo(new PlaceAnswer("b.1", false, "place 2 of 2; 1 of 1 places are taken"));
    assertThat(places.asked(restore("e.1"), one).given().answer("e.1").words())
        .isEqualTo("place 1 of 1; 1 of 1 restores from its store are under way");
  }

  @Test
  void aWishThatWaitsForADomainLetsOnlyThoseOfOtherDomainsPass() {
    PlaceWish holder = wish("a.1", PlaceRank.BELOW_FULL, NOW, List.of("zone a"));
    PlaceWish both = wish("b.1", PlaceRank.MARGIN_ZERO, NOW, List.of("zone a", "zone b"));
    PlaceWish shares = wish("c.1", PlaceRank.PLANNED, NOW, List.of("zone b"));
    PlaceWish other = wish("d.1", PlaceRank.PLANNED, NOW, List.of("zone c"));
    PlaceLimits limits = PlaceLimits.STANDARD;
    Places places = Places.NONE.asked(holder, limits).given();

    places = places.asked(both, limits).asked(shares, limits).asked(other, limits).given();

    assertThat(places.holders()).containsExactly(holder, other);
  }

  @Test
  void aTakenDomainNamesWhoHasIt() {
    PlaceWish first = wish("a.1", PlaceRank.MARGIN_ZERO, NOW, List.of("zone b"));
    PlaceWish second = wish("b.1", PlaceRank.MARGIN_ZERO, NOW, List.of("zone b"));
    Places places =
        Places.NONE.asked(first, PlaceLimits.STANDARD).asked(second, PlaceLimits.STANDARD).given();

    assertThat(places.answer("b.1").words())
        .isEqualTo("place 1 of 1; 1 of 5 places are taken; zone b: a.1");
    assertThat(places.others(wish("c.1", PlaceRank.PLANNED, NOW, List.of("zone b", "zone c"))))
        .contains("In the fleet 1 of 5 places are taken; zone b: a.1; zone c: none; 1 waits.");
    assertThat(Places.NONE.others(first)).as("nothing else runs").isEmpty();
  }

  @Test
  void anotherOperationOfTheClusterFreesThePlaceOfTheOneBefore() {
    PlaceWish before = wish("a.1", PlaceRank.PLANNED, NOW, List.of());
    PlaceWish after = wish("a.2", PlaceRank.MARGIN_ZERO, NOW.plusSeconds(1), List.of());

    Places places =
        Places.NONE.asked(before, PlaceLimits.STANDARD).given().asked(after, PlaceLimits.STANDARD);

    assertThat(places.given().holders()).containsExactly(after);
  }

  private static List<PlaceWish> wishes(Random random, int number) {
    List<PlaceWish> all = new ArrayList<>();
    List<String> domains = List.of("zone a", "zone b", "zone c");
    for (int each = 0; each < number; each++) {
      boolean restore = random.nextInt(5) == 0;
      all.add(
          new PlaceWish(
              "c" + each + ".1",
              new ClusterKey("c" + each),
              QUEUED.get(random.nextInt(QUEUED.size())),
              NOW.plusSeconds(random.nextInt(100)),
              domains.stream().filter(any -> random.nextBoolean()).toList(),
              restore ? Optional.of(random.nextBoolean() ? "s3" : "disk") : Optional.empty()));
    }
    all.sort(Comparator.comparing(PlaceWish::operation));
    return all;
  }

  private static PlaceWish restore(String operation) {
    return new PlaceWish(
        operation,
        new ClusterKey(operation.replaceFirst("\\..*", "")),
        PlaceRank.QUORUM_LOST,
        NOW,
        List.of(),
        Optional.of("s3"));
  }

  private static PlaceWish wish(
      String operation, PlaceRank rank, Instant since, List<String> domains) {
    return new PlaceWish(
        operation,
        new ClusterKey(operation.replaceFirst("\\..*", "")),
        rank,
        since,
        domains,
        Optional.empty());
  }
}
