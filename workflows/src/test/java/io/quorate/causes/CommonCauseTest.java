package io.quorate.causes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Restraint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Many troubles with one cause are one. */
class CommonCauseTest {
  private static final String VERSION = "fleet/version=3.5.9";
  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");

  @Test
  void fiveClustersOfAZoneAreOne() {
    CommonCause cause = CommonCause.of(zone(5, 16)).getFirst();

    assertThat(cause.id()).isEqualTo("fleet/zone=b");
    assertThat(cause.sentence()).isEqualTo("zone b has trouble in 5 of 16 clusters");
    assertThat(cause.since()).isEqualTo(NOW);
  }

  @Test
  void aThousandClustersAreEnoughInAFleetOfAnySize() {
    assertThat(CommonCause.of(zone(999, 10_000))).isEmpty();
    assertThat(CommonCause.of(zone(1_000, 10_000))).hasSize(1);
  }

  @Test
  void theAttributeThatClustersNameFirstIsTheCauseOfTwoThatExplainAsMuch() {
    assertThat(CommonCause.of(five("zone=b", "jump host=j")))
        .extracting(CommonCause::id)
        .containsExactly("fleet/zone=b");
    assertThat(CommonCause.of(five("jump host=j", "zone=b")))
        .extracting(CommonCause::id)
        .containsExactly("fleet/jump host=j");
  }

  @Test
  void aSiteIsTheCauseWhereSeveralZonesAreLost() {
    List<TroubledCluster> ofZoneA = five("zone=a", "site=east");
    assertThat(CommonCause.of(ofZoneA)).extracting(CommonCause::id).containsExactly("fleet/zone=a");

    List<TroubledCluster> all = new ArrayList<>(ofZoneA);
    all.addAll(
        IntStream.range(5, 10)
            .mapToObj(each -> cluster(each, NOW, 10, "zone=b", "site=east"))
            .toList());
    assertThat(CommonCause.of(all))
        .singleElement()
        .satisfies(cause -> assertThat(cause.sentence()).startsWith("site east has trouble in 10"));
  }

  @Test
  void aVersionIsNoCauseWhereTheZoneExplainsHalfAsMany() {
    List<TroubledCluster> all = new ArrayList<>(five("version=3.5.9"));
    all.addAll(
        IntStream.range(5, 10)
            .mapToObj(each -> cluster(each, NOW, 10, "zone=b", "version=3.5.9"))
            .toList());
    assertThat(CommonCause.of(all))
        .extracting(CommonCause::id)
        .containsExactly("fleet/zone=b", "fleet/version=3.5.9");
    all.add(cluster(10, NOW, 10, "version=3.5.9"));
    assertThat(CommonCause.of(all))
        .extracting(CommonCause::id)
        .containsExactly("fleet/version=3.5.9");
  }

  @Test
  void aVersionThatFirstSeemedTheCauseMakesWayForTheZone() {
    FleetTroubles first =
        FleetTroubles.NONE.after(
            IntStream.range(0, 5).mapToObj(CommonCauseTest::ofTheLostZone).toList(), Set.of(), NOW);
    assertThat(first.causes()).extracting(one -> one.cause().id()).containsExactly(VERSION);

    FleetTroubles later =
        first.after(
            IntStream.range(5, 20).mapToObj(CommonCauseTest::ofTheLostZone).toList(),
            Set.of(),
            NOW.plusSeconds(20));
    assertThat(later.causes()).extracting(one -> one.cause().id()).containsExactly("fleet/zone=b");
    assertThat(
            first
                .told(first.causes().getFirst(), NOW)
                .after(later.troubled(), Set.of(), NOW.plusSeconds(60))
                .causes())
        .as("what people were told of stays")
        .hasSize(2);
  }

  private static TroubledCluster ofTheLostZone(int number) {
    return new TroubledCluster(
        new ClusterKey("c" + number),
        NOW,
        0,
        List.of(new SharedAttribute("zone=b", 60), new SharedAttribute("version=3.5.9", 12)));
  }

  @Test
  void aVersionOfMoreThanHalfOfAllClustersIsNoAttribute() {
    assertThat(new VersionShare("3.5.9", 11, 20).in(100)).isEmpty();
    assertThat(new VersionShare("3.5.9", 10, 20).in(101))
        .contains(new SharedAttribute("version=3.5.9", 51));
  }

  private static List<TroubledCluster> five(String... names) {
    return IntStream.range(0, 5).mapToObj(each -> cluster(each, NOW, 5, names)).toList();
  }

  @Test
  void fourClustersOrLessThanThirtyInAHundredHaveNoCommonCause() {
    assertThat(CommonCause.of(zone(4, 4))).isEmpty();
    assertThat(CommonCause.of(zone(5, 17))).isEmpty();
  }

  @Test
  void troublesThatComeSlowlyHaveNoCommonCause() {
    List<TroubledCluster> slow =
        IntStream.range(0, 5)
            .mapToObj(each -> cluster(each, NOW.plusSeconds(each * 23L), 5, "zone=b"))
            .toList();
    assertThat(CommonCause.of(slow)).isEmpty();
  }

  @Test
  void theLeastMarginIsFirst() {
    List<TroubledCluster> all = new ArrayList<>(zone(5, 5));
    all.set(3, new TroubledCluster(new ClusterKey("c3"), NOW, -1, all.get(3).shared()));

    assertThat(CommonCause.of(all).getFirst().clusters().getFirst())
        .isEqualTo(new ClusterKey("c3"));
  }

  @Property
  void everyCauseIsLargeAndQuickAndEveryClusterInOne(@ForAll long seed) {
    Random random = new Random(seed);
    List<TroubledCluster> all =
        IntStream.range(0, random.nextInt(60))
            .mapToObj(
                each ->
                    cluster(
                        each,
                        NOW.plusSeconds(random.nextInt(200)),
                        10 + random.nextInt(40),
                        "zone=" + random.nextInt(3),
                        "jump host=" + random.nextInt(4)))
            .toList();
    Set<ClusterKey> named = new HashSet<>();
    for (CommonCause cause : CommonCause.of(all)) {
      List<TroubledCluster> its =
          all.stream().filter(one -> cause.clusters().contains(one.cluster())).toList();
      assertThat(its).hasSizeGreaterThanOrEqualTo(5).allMatch(one -> has(one, cause.attribute()));
      assertThat(100L * its.size()).isGreaterThanOrEqualTo(30L * cause.of());
      Instant last = its.stream().map(TroubledCluster::since).max(Instant::compareTo).orElseThrow();
      assertThat(Duration.between(cause.since(), last)).isLessThanOrEqualTo(CommonCause.WITHIN);
      assertThat(cause.clusters()).allMatch(named::add);
    }
    List<TroubledCluster> rest =
        all.stream().filter(one -> !named.contains(one.cluster())).toList();
    assertThat(CommonCause.of(rest)).as("nothing is overlooked").isEmpty();
  }

  /** What a build does that compares each attribute with each trouble, for each cause. */
  private static List<CommonCause> oneByOne(List<TroubledCluster> troubled) {
    List<TroubledCluster> left = new ArrayList<>(troubled);
    List<CommonCause> causes = new ArrayList<>();
    while (true) {
      Optional<CommonCause> best = Optional.empty();
      for (String name : names(left)) {
        List<TroubledCluster> group = together(name, left);
        int of = of(name, left);
        int least =
            best.map(one -> one.clusters().size()).orElse(0) * (name.startsWith("version") ? 2 : 1);
        if (group.size() > least && group.size() >= 5 && 100L * group.size() >= 30L * of) {
          best =
              Optional.of(
                  new CommonCause(
                      name,
                      of,
                      group.stream()
                          .sorted(
                              Comparator.comparingInt(TroubledCluster::margin)
                                  .thenComparing(TroubledCluster::cluster))
                          .map(TroubledCluster::cluster)
                          .toList(),
                      group.getFirst().since()));
        }
      }
      if (best.isEmpty()) {
        return causes;
      }
      causes.add(best.get());
      Set<ClusterKey> explained = Set.copyOf(best.get().clusters());
      left.removeIf(one -> explained.contains(one.cluster()));
    }
  }

  private static List<String> names(List<TroubledCluster> all) {
    return all.stream()
        .flatMap(one -> one.shared().stream())
        .filter(shared -> shared.clusters() >= 5)
        .map(SharedAttribute::name)
        .distinct()
        .sorted(Comparator.comparing((String name) -> name.startsWith("version=")))
        .toList();
  }

  private static int of(String name, List<TroubledCluster> all) {
    return all.stream()
        .flatMap(one -> one.shared().stream())
        .filter(shared -> shared.name().equals(name))
        .mapToInt(SharedAttribute::clusters)
        .max()
        .orElse(0);
  }

  /** The first of the largest groups that begin with some trouble and end 90 s later. */
  private static List<TroubledCluster> together(String name, List<TroubledCluster> all) {
    List<TroubledCluster> having =
        all.stream()
            .filter(one -> has(one, name))
            .sorted(
                Comparator.comparing(TroubledCluster::since)
                    .thenComparing(TroubledCluster::cluster))
            .toList();
    List<TroubledCluster> best = List.of();
    for (int from = 0; from < having.size(); from++) {
      Instant end = having.get(from).since().plus(CommonCause.WITHIN);
      List<TroubledCluster> group =
          having.subList(from, having.size()).stream()
              .filter(one -> !one.since().isAfter(end))
              .toList();
      best = group.size() > best.size() ? group : best;
    }
    return best;
  }

  private static boolean has(TroubledCluster one, String attribute) {
    return one.shared().stream().anyMatch(shared -> shared.name().equals(attribute));
  }

  /** A replay in another build has to find the same causes in the same order. */
  @Property
  void groupingFindsTheCausesOfAComparisonOfEachAttributeWithEachTrouble(@ForAll long seed) {
    Random random = new Random(seed);
    List<TroubledCluster> all =
        IntStream.range(0, random.nextInt(80)).mapToObj(each -> any(each, random)).toList();

    assertThat(CommonCause.of(all)).isEqualTo(oneByOne(all));
  }

  private static TroubledCluster any(int number, Random random) {
    return new TroubledCluster(
        new ClusterKey("c" + number),
        NOW.plusSeconds(random.nextInt(200)),
        random.nextInt(4) - 2,
        List.of(
            new SharedAttribute("zone=" + random.nextInt(3), 3 + random.nextInt(60)),
            new SharedAttribute("zone=" + random.nextInt(3), 30),
            new SharedAttribute("machine=" + random.nextInt(9), 3 + random.nextInt(9)),
            new SharedAttribute("version=3.5." + random.nextInt(2), 40)));
  }

  @Test
  void ofTooManyTroublesTheNewestAreKept() {
    FleetTroubles dead = FleetTroubles.NONE.after(spread(0, 2000, NOW), Set.of(), NOW);
    Instant later = NOW.plus(Duration.ofHours(1));

    List<TroubledCluster> fresh = zone(5, 5, later);

    assertThat(dead.after(fresh, Set.of(), later).troubled()).hasSize(2000).containsAll(fresh);
    assertThat(dead.after(fresh, Set.of(), later).causes()).hasSize(1);
    assertThat(dead.afterKeepingOldest(fresh, Set.of(), later)).isEqualTo(dead);
  }

  private static List<TroubledCluster> spread(int from, int to, Instant since) {
    return IntStream.range(from, to)
        .mapToObj(each -> cluster(each, since, 5, "machine=" + each))
        .toList();
  }

  private static List<TroubledCluster> zone(int clusters, int of, Instant since) {
    return IntStream.range(0, clusters)
        .mapToObj(
            each ->
                new TroubledCluster(
                    new ClusterKey("fresh" + each),
                    since,
                    0,
                    List.of(new SharedAttribute("zone=b", of))))
        .toList();
  }

  @Test
  void theClustersOfACauseAreHeldForTenMinutes() {
    FleetTroubles troubles = FleetTroubles.NONE.after(zone(5, 5), Set.of(), NOW);

    Optional<OpenCause> held = troubles.holding(new ClusterKey("c1"), NOW.plusSeconds(30));
    assertThat(Restraint.of(held.orElseThrow(), new ClusterKey("c1"), NOW).sentence())
        .isEqualTo(
            "Held: zone b has trouble in 5 of 5 clusters (fleet/zone=b). A repair is proposed at"
                + " 03:10 UTC, or now: quorate ask-again c1.");
    assertThat(troubles.holding(new ClusterKey("c1"), NOW.plusSeconds(600))).isEmpty();
    assertThat(troubles.holding(new ClusterKey("c9"), NOW)).isEmpty();
  }

  @Test
  void aClusterThatComesLaterJoinsTheCauseAndTheLastEndEndsIt() {
    List<TroubledCluster> six = zone(6, 10);
    FleetTroubles five = FleetTroubles.NONE.after(six.subList(0, 5), Set.of(), NOW);

    FleetTroubles all = five.after(six.subList(5, 6), Set.of(), NOW.plusSeconds(60));
    assertThat(all.causes()).hasSize(1);
    assertThat(all.causes().getFirst().foundAt()).isEqualTo(NOW);
    assertThat(all.causes().getFirst().cause().clusters()).hasSize(6);

    Set<ClusterKey> well = new HashSet<>();
    six.forEach(one -> well.add(one.cluster()));
    assertThat(all.after(List.of(), well, NOW)).isEqualTo(FleetTroubles.NONE);
  }

  @Test
  void aSecondOutageOfTheSameZoneIsACauseOfItsOwn() {
    FleetTroubles first = FleetTroubles.NONE.after(zone(6, 10), Set.of(), NOW);
    FleetTroubles told = first.told(first.causes().getFirst(), NOW.plusSeconds(40));
    Set<ClusterKey> mended = new HashSet<>();
    zone(5, 10).forEach(one -> mended.add(one.cluster()));
    Instant later = NOW.plus(Duration.ofHours(4));
    List<TroubledCluster> again =
        IntStream.range(20, 28).mapToObj(each -> cluster(each, later, 10, "zone=b")).toList();

    FleetTroubles second = told.after(List.of(), mended, NOW).after(again, Set.of(), later);

    assertThat(second.causes())
        .singleElement()
        .satisfies(
            cause -> {
              assertThat(cause.foundAt()).isEqualTo(later);
              assertThat(cause.toldAt()).isEmpty();
            });
    assertThat(second.holding(new ClusterKey("c20"), later)).isPresent();
  }

  @Test
  void anAttributeOfFewClustersIsNoCauseWhateverTheyShow() {
    List<TroubledCluster> six =
        IntStream.range(0, 6).mapToObj(each -> cluster(each, NOW, 4, "machine=a")).toList();

    assertThat(CommonCause.of(six)).isEmpty();
  }

  /** Each task of {@code fleet/causes} does this once; a task has 10 s. */
  @Test
  void fourThousandTroublesAreGroupedInAMoment() {
    List<TroubledCluster> all =
        IntStream.range(0, 4000)
            .mapToObj(
                each ->
                    new TroubledCluster(
                        new ClusterKey("c" + each),
                        NOW,
                        0,
                        List.of(
                            new SharedAttribute("machine=" + each, 1),
                            new SharedAttribute("zone=b", 4000))))
            .toList();

    assertThat(
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> CommonCause.of(all)))
        .singleElement()
        .satisfies(cause -> assertThat(cause.clusters()).hasSize(4000));
  }

  /** Racks, machines and networks of a fleet whose clusters all have trouble at one time. */
  @Test
  void twoThousandTroublesOfManyCausesAreGroupedInAMoment() {
    List<TroubledCluster> all =
        IntStream.range(0, FleetTroubles.MOST)
            .mapToObj(
                each ->
                    cluster(
                        each,
                        NOW,
                        5,
                        "machine=" + each / 5,
                        "network=" + (each + 2) / 5,
                        "jump host=" + each,
                        "rack=" + (each + 1) / 5))
            .toList();

    assertThat(
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> CommonCause.of(all)))
        .hasSize(400);
  }

  private static List<TroubledCluster> zone(int clusters, int of) {
    return IntStream.range(0, clusters).mapToObj(each -> cluster(each, NOW, of, "zone=b")).toList();
  }

  private static TroubledCluster cluster(int number, Instant since, int of, String... names) {
    return new TroubledCluster(
        new ClusterKey("c" + number),
        since,
        0,
        List.of(names).stream().map(name -> new SharedAttribute(name, of)).toList());
  }
}
