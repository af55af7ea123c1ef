package io.quorate.reminder;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Taken;
import io.quorate.reminder.Waiting.What;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Whose turn it is, and when a summary names whom, where many clusters are in trouble at once. */
class RushTest {
  private static final Instant T0 = Instant.parse("2026-11-22T03:04:00Z");
  private static final Instant GATHERED = T0.plus(Rush.GATHERS);

  @Test
  void fiveClustersAreToldOfAtOnceWithoutASummary() {
    Rush five = rush(many(5));

    assertThat(five.matters()).allMatch(one -> isTurnOf(five, one.subject()));
    assertThat(five.summary(GATHERED)).isEmpty();
  }

  private static boolean isTurnOf(Rush rush, String subject) {
    return rush.places().get(subject) < Rush.AT_ONCE;
  }

  @Test
  void aSummaryNamesAllFortyOnceTheSixthHasWaited() {
    Rush forty = rush(many(40));

    assertThat(forty.summary(GATHERED.minusMillis(1))).as("others may come").isEmpty();
    assertThat(forty.summary(GATHERED).orElseThrow()).hasSize(40);
    assertThat(forty.matters().stream().filter(one -> isTurnOf(forty, one.subject()))).hasSize(5);
  }

  @Test
  void aClusterWithoutWritesComesBeforeALongerWait() {
    List<Arrival> matters = many(8);
    matters.set(7, lost("c07", T0.plusSeconds(1)));
    Rush rush = rush(matters);

    assertThat(isTurnOf(rush, "c07.op")).isTrue();
    assertThat(isTurnOf(rush, "c04.op")).isFalse();
    assertThat(rush.summary(GATHERED).orElseThrow().getFirst().subject()).isEqualTo("c07.op");
  }

  @Test
  void aClusterThatSomebodyTookHasItsTurnAtOnce() {
    List<Arrival> matters = many(40);
    Arrival last = matters.get(39);
    matters.set(39, last.read(taken(last.waiting()), last.wrong()));

    assertThat(isTurnOf(rush(many(40)), "c39.op")).isFalse();
    assertThat(isTurnOf(rush(matters), "c39.op")).isTrue();
    assertThat(rush(matters).summary(GATHERED).orElseThrow().getLast().subject())
        .as("a summary has the worst first, whoever is on it")
        .isEqualTo("c39.op");
  }

  @Test
  void aSummaryIsDueAgainForWhoeverComesAfterIt() {
    List<Arrival> matters = new ArrayList<>(many(40).stream().map(Arrival::naming).toList());
    assertThat(rush(matters).summary(GATHERED)).isEmpty();

    matters.add(arrival("late", T0.plusSeconds(10)));

    assertThat(rush(matters).summary(T0.plusSeconds(11))).isEmpty();
    assertThat(rush(matters).summary(T0.plusSeconds(12)).orElseThrow()).hasSize(41);
  }

  @Test
  void operationAndIncidentOfOneClusterAreNamedOnce() {
    List<Arrival> matters = many(8);
    matters.add(
        new Arrival("incident/c07", waiting("c07", T0, Optional.empty()), "it is lost", T0));

    assertThat(rush(matters).summary(GATHERED).orElseThrow()).hasSize(8);
  }

  @Test
  void whoeverWasToldOfStandsInTheSummaryAndNotInLine() {
    List<Arrival> matters = many(12);
    IntStream.range(0, 5).forEach(i -> matters.set(i, matters.get(i).tellingAt(T0)));
    Rush rush = rush(matters);

    assertThat(isTurnOf(rush, "c05.op")).isTrue();
    assertThat(rush.summary(GATHERED).orElseThrow()).hasSize(12);
    assertThat(Rush.of(matters, T0.plus(Rush.LASTS).plusSeconds(1)).matters()).hasSize(7);
  }

  /** A channel that posts one message a second, and looks at the line as often. */
  @Property
  void everyClusterIsNamedWithinSecondsAndGetsOneMessageInTurn(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 30) Integer> comes) {
    List<Arrival> matters = new ArrayList<>();
    Set<ClusterKey> seen = new HashSet<>();
    for (int second = 0; second <= 30 + comes.size() * 2; second++) {
      Instant now = T0.plusSeconds(second);
      for (int index = 0; index < comes.size(); index++) {
        if (comes.get(index) == second) {
          matters.add(arrival("c%02d".formatted(index), now));
        }
      }
      Optional<List<Arrival>> summary = Rush.of(matters, now).summary(now);
      if (summary.isPresent()) {
        summary.get().forEach(one -> seen.add(one.cluster()));
        matters.replaceAll(one -> seen.contains(one.cluster()) ? one.naming() : one);
      } else {
        Rush rush = new Rush(matters);
        Optional<Arrival> next =
            matters.stream()
                .filter(one -> one.told().isEmpty() && isTurnOf(rush, one.subject()))
                .findFirst();
        next.ifPresent(one -> matters.set(matters.indexOf(one), one.tellingAt(now)));
        next.ifPresent(one -> seen.add(one.cluster()));
      }
      assertThat(matters)
          .allMatch(
              one ->
                  seen.contains(one.cluster())
                      || Duration.between(one.came(), now).toSeconds() < 10);
    }
    assertThat(matters).allMatch(one -> one.told().isPresent());
  }

  private static List<Arrival> many(int clusters) {
    return new ArrayList<>(
        IntStream.range(0, clusters)
            .mapToObj(number -> arrival("c%02d".formatted(number), T0))
            .toList());
  }

  private static Arrival arrival(String cluster, Instant at) {
    return new Arrival(cluster + ".op", waiting(cluster, at, Optional.empty()), "one is lost", at);
  }

  private static Arrival lost(String cluster, Instant at) {
    return new Arrival(
        cluster + ".op", waiting(cluster, at, Optional.of(at)), "quorum is lost", at);
  }

  private static Rush rush(List<Arrival> matters) {
    return Rush.of(matters, T0);
  }

  private static Waiting waiting(String cluster, Instant since, Optional<Instant> writesFail) {
    return new Waiting(
        new ClusterKey(cluster),
        What.QUESTION,
        since,
        writesFail,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of());
  }

  private static Waiting taken(Waiting waiting) {
    return new Waiting(
        waiting.cluster(),
        waiting.what(),
        waiting.since(),
        waiting.writesFailSince(),
        waiting.writesSeenAt(),
        Optional.of(new Taken("dana", "command line", T0)),
        waiting.group(),
        waiting.without());
  }
}
