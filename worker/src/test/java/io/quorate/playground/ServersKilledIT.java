package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.slack.Person;
import io.quorate.slack.ButtonValue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
