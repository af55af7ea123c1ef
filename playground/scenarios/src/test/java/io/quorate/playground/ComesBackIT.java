package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A member that Quorate stopped for a while comes back to its place, and quorum with it, when
 * another member dies by kill -9 meanwhile. No person does anything.
 */
@InTurn(9)
class ComesBackIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofSeconds(90);

  @ParameterizedTest(name = "{0} on etcd {1}, another one dies at {2}")
  @CsvSource({"upgrade, 3.5, stop-member:after", "migrate-data, 3.6, copy-member:before"})
  void quorumIsBackByItself(String name, String minor, String point) throws Exception {
    comesBack(Scenarios.named(name), minor, point, false);
  }

  @ParameterizedTest(name = "{0} on etcd {1}, paused at {2}")
  @CsvSource({"upgrade, 3.6, stop-member:after", "migrate-data, 3.5, stop-member:after"})
  void quorumIsBackByItselfWhileAPersonHasPausedTheOperation(
      String name, String minor, String point) throws Exception {
    comesBack(Scenarios.named(name), minor, point, true);
  }

  private static void comesBack(Scenario scenario, String minor, String point, boolean pauses)
      throws Exception {
    Stage stage = STAGES.forScenario(scenario, minor);
    stage.worker().awaitPolling(LIMIT);
    var stands = stage.worker().stopAt(KillPoint.parse(point));
    try (Underway underway = STAGES.underway(scenario)) {
      underway.until("the worker to stand at " + point, stands::isDone);
      Set<String> running = underway.running();
      EtcdMember victim = first(stage, running::contains);
      EtcdMember stopped = first(stage, one -> !running.contains(one));
      if (pauses) {
        pause(stage, underway);
        stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        underway.awaitOperation("the pause", now -> now.state().equals("paused"));
        victim.kill();
      } else {
        victim.kill();
        stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }

      ShowJson ended =
          underway.awaitOperation(
              "the plan to be over",
              now ->
                  now.notices().stream().anyMatch(line -> line.contains("started where it was")));
      stopped.awaitServing(LIMIT);
      assertThat(victim.isRunning()).as("nobody started it: %s", ended.because()).isFalse();

      victim.start();
      victim.awaitServing(LIMIT);
      underway.nothingIsLost(scenario.size());
    }
  }

  private static EtcdMember first(Stage stage, Predicate<String> so) {
    return Stream.of("etcd-0", "etcd-1", "etcd-2")
        .filter(so)
        .map(stage.etcd()::member)
        .findFirst()
        .orElseThrow();
  }

  private static void pause(Stage stage, Underway underway) throws Exception {
    ShowJson now = underway.awaitOperation("the operation", operation -> true);
    var paused =
        new ChildJvm(stage.folder().configuration()).run("pause", now.operation(), "--as", "robin");
    assertThat(paused.exitCode()).as(paused.out() + paused.err()).isZero();
  }
}
