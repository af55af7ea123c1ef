package io.quorate.playground;

import static io.quorate.playground.LostAgain.LIMIT;
import static io.quorate.playground.RewordedBuild.reworded;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.playground.killing.KillPoint;
import io.quorate.wire.ShowJson;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Work that is under way is taken over by a worker of another build, which words everything
 * differently, and by ours again. Neither may fail a workflow task.
 */
@Order(Turn.FIRST)
@InTurn({2, 4, 6, 8, 10, 12})
class RewordedBuildIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final List<Path> OURS = List.of();
  private static final String ASKED = "an approver";
  private static final String PARKED = "stopped at step ";

  @Test
  void anIncidentWithAnOpenQuestionAndAStepUnderWayIsTakenOver() throws Exception {
    Stage stage = STAGES.on("3.6");
    List<Path> others = List.of(RewordedBuild.in(stage.folder().path()));
    replacedBy(stage, OURS);
    try (WritingClient client = stage.write();
        LostAgain lost = LostAgain.on(stage).alert();
        Histories temporal = new Histories(stage.temporal().target())) {
      ShowJson asked = lost.awaitState("waiting-for-approval");
      assertThat(asked.waitingOn()).hasValue(ASKED);
      replacedBy(stage, others);
      lost.awaitOperation("others' words", now -> waitsOn(now, reworded(ASKED)));
      replacedBy(stage, OURS);
      ShowJson again = lost.awaitOperation("our words", now -> waitsOn(now, ASKED));
      assertThat(again.digest()).isEqualTo(asked.digest());

      var point = KillPoint.parse("remove-member:after");
      var stands = stage.worker().stopAt(point);
      lost.approveInSlack();
      Await.until("the worker to stand at " + point, LIMIT, stands::isDone);
      replacedBy(stage, others);
      ShowJson ended = lost.awaitEnd();

      assertThat(ended.because()).contains(reworded("leads, data equal at revision"));
      assertThat(temporal.failedTasks()).isEmpty();
      Underway.nothingIsLost(stage, client, 3);
    }
  }

  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  @Test
  void aParkedOperationIsTakenOver() throws Exception {
    Stage stage = STAGES.on("3.6");
    List<Path> others = List.of(RewordedBuild.in(stage.folder().path()));
    replacedBy(stage, OURS);
    try (WritingClient client = stage.write();
        LostAgain lost = LostAgain.on(stage).alert();
        Histories temporal = new Histories(stage.temporal().target())) {
      ShowJson parked;
      var taken = lost.victim().peerUrl();
      try (ServerSocket inTheWay =
          new ServerSocket(taken.getPort(), 1, InetAddress.getByName(taken.getHost()))) {
        assertThat(inTheWay.isBound()).isTrue();
        lost.approveInSlack();
        parked = lost.awaitState("parked");
        assertThat(parked.because()).startsWith(PARKED);
        replacedBy(stage, others);
        lost.awaitOperation("others' words", now -> now.because().startsWith(reworded(PARKED)));
        replacedBy(stage, OURS);
        lost.awaitOperation("our words", now -> now.because().startsWith(PARKED));
      }
      replacedBy(stage, others);
      assertThat(lost.quorate("retry", parked.operation(), "--as", "robin").exitCode()).isZero();
      ShowJson ended = lost.awaitEnd();

      assertThat(ended.because()).contains(reworded("leads, data equal at revision"));
      assertThat(temporal.failedTasks()).isEmpty();
      Underway.nothingIsLost(stage, client, 3);
    }
  }

  private static void replacedBy(Stage stage, List<Path> build) throws Exception {
    stage.worker().replaceBy(build);
    stage.worker().awaitPolling(LIMIT);
  }

  private static boolean waitsOn(ShowJson operation, String whom) {
    return operation.waitingOn().equals(Optional.of(whom));
  }
}
