package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.PlaygroundWish.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every runbook from its alert, or the person who starts it, to its end, with the worker killed on
 * the way: the same end as without, and no acknowledged write is lost. The lost member has tests of
 * its own.
 */
class ScenariosIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(6);

  @ParameterizedTest(name = "{0} on etcd {1}, worker killed at {2}")
  @MethodSource("plays")
  void aRunbookEndsWellThoughTheWorkerIsKilled(String name, String minor, KillPoint point)
      throws Exception {
    Scenario scenario = Scenarios.named(name);
    scenario.whyNotHere().ifPresent(Assumptions::abort);
    Stage stage = STAGES.forScenario(scenario, minor);
    if (!point.step().equals(KillPoint.ASK_APPROVAL)) {
      stage.worker().killAt(point);
    }
    var script = new Play.Script(scenario, Approve.AUTO, Optional.of(point), LIMIT, "under test");

    Verdict verdict = STAGES.play(script).verdict();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.good()).isTrue();
    assertThat(verdict.workerKills()).isEqualTo(1);
    assertThat(verdict.writes().lost()).isZero();
    assertThat(verdict.writes().acknowledged()).isGreaterThan(100);
    System.out.printf(
        Locale.ROOT,
        "%s on etcd %s, killed at %s: %.1f s, longest stall %d ms%n",
        name,
        minor,
        point,
        verdict.seconds(),
        verdict.writes().longestStallMillis());
  }

  static Stream<Arguments> plays() {
    return "all".equals(System.getProperty("quorate.faultMatrix")) ? all() : some();
  }

  /** Each runbook at a point where most is in the air; all points in the profile. */
  private static Stream<Arguments> some() {
    return Stream.of(
        play("stopped-member", "3.7", "resume-member:after"),
        play("wrong-address", "3.5", "update-peer-url:after"),
        play("full-disk", "3.6", "resume-member:after"),
        play("phantom-member", "3.7", "remove-member:after"),
        play("restart", "3.5", "stop-member:after"),
        play("scale-up", "3.4", "add-learner:after"),
        play("scale-down", "3.7", "retire-member:before"),
        play("migrate", "3.6", "retire-member:after"),
        play("migrate-data", "3.5", "leave-place:after"),
        play("upgrade", "3.6", "resume-to-snapshot:after"),
        play("downgrade", "3.7", "enable-downgrade:after"),
        play("defragment", "3.6", "defragment:after"),
        play("defragment", "3.7", "move-leader:after"),
        play("no-space", "3.5", "compact:after"),
        play("no-space", "3.6", "disarm-alarm:after"),
        play("corrupt-member", "3.5", "expel-member:after"),
        play("corrupt-member", "3.6", "disarm-alarm:before"));
  }

  /**
   * Every step of every runbook, before and after its effect; the minors take turns, so that each
   * runbook is played on all of them and the whole takes hours and not days.
   */
  private static Stream<Arguments> all() {
    List<Arguments> all = new ArrayList<>();
    for (Scenario scenario : Scenarios.all()) {
      if (scenario instanceof LostMember) {
        continue;
      }
      for (String step : scenario.steps()) {
        for (Moment moment : List.of(Moment.BEFORE, Moment.AFTER)) {
          List<String> minors =
              scenario.minors().stream().filter(minor -> isTaken(step, minor)).toList();
          String minor = minors.get(all.size() % minors.size());
          all.add(Arguments.of(scenario.name(), minor, new KillPoint(step, moment)));
        }
      }
    }
    return all.stream();
  }

  /** Only 3.7 cannot read what older etcds have written into the log of raft. */
  private static boolean isTaken(String step, String minor) {
    return !step.equals("resume-to-snapshot") || minor.equals("3.6");
  }

  private static Arguments play(String scenario, String minor, String point) {
    return Arguments.of(scenario, minor, KillPoint.parse(point));
  }
}
