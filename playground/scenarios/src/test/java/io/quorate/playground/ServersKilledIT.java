package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.slack.Person;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.slack.ButtonValue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Order(Turn.LAST)
class ServersKilledIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @Test
  void temporalMayDieBetweenAnEffectAndItsResult() throws Exception {
    Stage stage = STAGES.on("3.6");
    stage.worker().awaitPolling(LIMIT);
    var stands = stage.worker().stopAt(new KillPoint("add-learner", Moment.AFTER));

    STAGES
        .recovery()
        .approvedAtOnce(
            () -> {
              stands.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
              stage.temporal().kill();
              stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
              stage.temporal().start(LIMIT);
            });
  }

  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  @ParameterizedTest(name = "{0} on etcd {1}, Temporal dies at {2}")
  @MethodSource("plays")
  void temporalMayDieInTheMiddleOfAnyRunbook(String name, String minor, KillPoint point)
      throws Exception {
    Scenario scenario = Scenarios.named(name);
    Stage stage = STAGES.forScenario(scenario, minor);
    stage.worker().awaitPolling(LIMIT);
    var stands = stage.worker().stopAt(point);
    try (Underway underway = STAGES.underway(scenario)) {
      underway.until("the worker to stand at " + point, stands::isDone);
      stage.temporal().kill();
      stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      stage.temporal().start(LIMIT);
      underway.endsWell();
    }
  }

  static Stream<Arguments> plays() {
    Stream<Arguments> some = Stream.of(play("restart", "3.7", "stop-member:after"));
    return FaultMatrix.isWhole()
        ? Stream.concat(
            some,
            Stream.of(
                play("stopped-member", "3.4", "resume-member:after"),
                play("scale-up", "3.5", "add-learner:after"),
                play("scale-down", "3.6", "retire-member:after"),
                play("defragment", "3.7", "defragment:after"),
                play("no-space", "3.5", "compact:after")))
        : some;
  }

  private static Arguments play(String scenario, String minor, String point) {
    return Arguments.of(scenario, minor, KillPoint.parse(point));
  }

  @Test
  void temporalMayDieWhileAQuestionIsOpen() throws Exception {
    Stage stage = STAGES.on("3.6");

    STAGES
        .recovery()
        .approvedBy(
            () -> {
              stage.slack().awaitButton(LIMIT, ButtonValue.APPROVE);
              stage.temporal().kill();
              stage.temporal().start(LIMIT);
              approveInSlack(stage);
            });
  }

  @Test
  void aGatewayThatComesBackHearsTheDecision() throws Exception {
    Stage stage = STAGES.on("3.6");

    STAGES
        .recovery()
        .approvedBy(
            () -> {
              stage.slack().awaitButton(LIMIT, ButtonValue.APPROVE);
              STAGES.product().killGateway();
              STAGES.product().startGateway();
              stage.slack().awaitConnection(LIMIT);
              approveInSlack(stage);
            });
  }

  private static void approveInSlack(Stage stage) {
    var question = stage.slack().awaitButton(LIMIT, ButtonValue.APPROVE);
    boolean heard =
        stage
            .slack()
            .click(question, ButtonValue.APPROVE, Person.DANA)
            .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
            .join();
    assertThat(heard).isTrue();
  }
}
