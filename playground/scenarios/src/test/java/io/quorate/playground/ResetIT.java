package io.quorate.playground;

import static io.quorate.playground.LostAgain.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.slack.ChannelMessage;
import io.quorate.playground.killing.KillPoint;
import io.quorate.slack.ButtonValue;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator resets an operation on Temporal's page: it stays the one that people know. */
@InTurn(5)
class ResetIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final String OPERATION = "operation/" + Stage.CLUSTER;

  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = STAGES.on("3.6");
  }

  @Test
  void aButtonFromBeforeTheResetStillCounts() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert();
        Histories temporal = new Histories(stage.temporal().target())) {
      ShowJson before = lost.awaitState("waiting-for-approval");
      ChannelMessage question = lost.question();

      String run = temporal.reset(OPERATION, "Prescribe");
      ShowJson after = lost.awaitState("waiting-for-approval");
      lost.approve(question);

      lost.isWhole();
      assertThat(after.operation()).isEqualTo(before.operation());
      assertThat(question.valueOf(ButtonValue.APPROVE).flatMap(ButtonValue::parse))
          .map(ButtonValue::operation)
          .isEqualTo(Optional.of(before.operation()));
      assertThat(temporal.lastRun(OPERATION)).isEqualTo(run);
      assertThat(lost.awaitState("completed").operation()).isEqualTo(before.operation());
    }
  }

  @Test
  void dataSetAsideBeforeAResetIsNotSetAsideAgain() throws Exception {
    try (LostAgain lost = LostAgain.on(stage);
        Histories temporal = new Histories(stage.temporal().target())) {
      String member = lost.idOfVictim();
      List<Path> earlier = LostMember.setAside(lost.victim());
      var stands = stage.worker().stopAt(KillPoint.parse("add-learner:before"));
      lost.alert().approveInSlack();
      stands.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      ShowJson before = lost.awaitOperation("the operation", any -> true);
      List<Path> aside = setAsideSince(earlier, lost);

      temporal.reset(OPERATION, "SetDataAside");
      stage.worker().kill("after the reset");

      lost.isWhole();
      assertThat(setAsideSince(earlier, lost)).isEqualTo(aside).hasSize(1);
      assertThat(aside.getFirst().getFileName().toString())
          .contains(before.operation().substring(before.operation().indexOf('.') + 1))
          .endsWith(member);
      assertThat(lost.awaitState("completed").operation()).isEqualTo(before.operation());
    }
  }

  /** The other test of this class may have had the same victim on the same stage. */
  private static List<Path> setAsideSince(List<Path> earlier, LostAgain lost) throws IOException {
    return LostMember.setAside(lost.victim()).stream()
        .filter(directory -> !earlier.contains(directory))
        .toList();
  }
}
