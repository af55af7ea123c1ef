package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.telling.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Every runbook from its alert, or the person who starts it, to its end, with the worker killed on
 * the way: the same end as without, and no more acknowledged writes are lost than the scenario
 * cannot help. The lost member has tests of its own.
 */
record Plays(StageForTests stages) {
  private static final Duration LIMIT = Duration.ofMinutes(6);

  /** A new worker starts after each kill, which takes long where other plays are under way. */
  private static final Duration FOR_EACH_KILL = Duration.ofSeconds(20);

  private static final List<Moment> AROUND = List.of(Moment.BEFORE, Moment.AFTER);

  /**
   * Steps that call etcd only in a roll from {@link #FROM}: only 3.7 cannot read what older etcds
   * have written into the log of raft, and only etcd before 3.6 does not tell in its status that a
   * downgrade is enabled.
   */
  private static final Set<String> OF_ONE_MINOR =
      Set.of("resume-to-snapshot", "await-downgrade-end");

  private static final String FROM = "3.6";

  /**
   * Plays the scenario; the worker is killed once at each of these points. Prints a row with the
   * acknowledged writes, the announced loss, the lost ones, the seconds, and the longest stall in
   * milliseconds.
   */
  void endWell(String name, String minor, Set<KillPoint> points) throws Exception {
    Scenario scenario = Scenarios.named(name);
    scenario.whyNotHere().ifPresent(Assumptions::abort);
    Stage stage = stages.forScenario(scenario, minor);
    stage.worker().killAt(KillPoint.inActivities(points));
    Duration limit =
        LIMIT.plus(scenario.unnoticed()).plus(FOR_EACH_KILL.multipliedBy(points.size()));
    var script = new Play.Script(scenario, Approve.AUTO, points, limit, "under test");

    Verdict verdict = stages.play(script).verdict();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.good()).isTrue();
    assertThat(verdict.workerKills()).isEqualTo(points.size());
    assertThat((long) verdict.writes().lost()).isLessThanOrEqualTo(scenario.mayLose());
    assertThat(verdict.writes().acknowledged()).isGreaterThan(100);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %d | %s | %d | %.1f | %d |%n",
        name,
        minor,
        points,
        verdict.writes().acknowledged(),
        verdict.announcedLoss().writes().number().map(String::valueOf).orElse("unknown"),
        verdict.writes().lost(),
        verdict.seconds(),
        verdict.writes().longestStallMillis());
    // A start that is refused at once leaves no history.
    if (!scenario.steps().isEmpty()) {
      stages.record(name);
    }
  }

  /** One play by default, with the worker killed where most is in the air. */
  static Arguments play(String scenario, String minor, String point) {
    return Arguments.of(scenario, minor, Set.of(KillPoint.parse(point)));
  }

  /**
   * These by default. In the profile every scenario of this kind on every minor, the worker killed
   * at every step: on one minor before each, on the next after each.
   */
  static Stream<Arguments> orAll(Predicate<Scenario> kind, Arguments... some) {
    return FaultMatrix.isWhole() ? all(kind) : Stream.of(some);
  }

  /** The play of the profile that this run draws, of those in which something happens at once. */
  static Arguments drawn(Predicate<Scenario> kind) {
    return FaultMatrix.drawn(all(kind.and(scenario -> scenario.unnoticed().isZero())).toList());
  }

  private static Stream<Arguments> all(Predicate<Scenario> kind) {
    return Scenarios.all().stream()
        .filter(kind)
        .filter(scenario -> FaultMatrix.plays(scenario.name()))
        .flatMap(Plays::onItsMinors);
  }

  private static Stream<Arguments> onItsMinors(Scenario scenario) {
    List<String> minors = scenario.minors();
    return IntStream.range(0, Math.max(minors.size(), AROUND.size()))
        .mapToObj(
            play -> {
              String minor = minors.get(play % minors.size());
              return Arguments.of(
                  scenario.name(),
                  minor,
                  points(scenario.steps(), minor, AROUND.get(play % AROUND.size())));
            });
  }

  private static Set<KillPoint> points(List<String> steps, String minor, Moment moment) {
    List<String> common = steps.stream().filter(step -> !OF_ONE_MINOR.contains(step)).toList();
    Set<KillPoint> points = KillPoint.at(moment, common);
    if (minor.equals(FROM)) {
      List<String> others = steps.stream().filter(OF_ONE_MINOR::contains).toList();
      AROUND.forEach(both -> points.addAll(KillPoint.at(both, others)));
    }
    return points;
  }
}
