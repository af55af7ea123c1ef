package io.quorate.playground;

import static io.quorate.playground.LostAgain.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.playground.killing.KillPoint;
import io.quorate.wire.ShowJson;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * This build and the one that settled the form of what is stored take over operations from each
 * other (docs/adr/0022-the-form-of-what-is-stored.md). While no form is settled, the other build is
 * that of the commit at hand.
 */
@Order(Turn.LAST)
@InTurn({1, 3, 5, 7, 9, 11})
class FormSettledIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final List<Path> OURS = List.of();

  @TempDir private static Path folder;
  private static SettledBuild settled;
  private static List<Path> theirs;

  @BeforeAll
  static void build() throws Exception {
    settled = SettledBuild.named();
    settled.whyNotHere().ifPresent(Assumptions::abort);
    theirs = List.of(settled.in(folder));
  }

  @Test
  void noStoredFileOfASettledFormHasChanged() throws Exception {
    Assumptions.assumeTrue(settled.isOfASettledForm(), "no form is settled yet");
    String resources = "workflows/src/test/resources/";

    assertThat(settled.changedSince(resources + "golden/1", resources + "histories/1"))
        .allMatch(file -> file.endsWith("/sums.txt"));
  }

  @Test
  void anOperationOfTheSettledBuildIsFinishedByThisBuild() throws Exception {
    Stage stage = STAGES.on("3.6");
    ShowJson ended = takenOver(stage, theirs, OURS);

    assertThat(ended.state()).isEqualTo("completed");
  }

  /** A release that it cannot follow parks the operation, and says which one it needs. */
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  @Test
  void anOperationOfThisBuildIsFinishedByTheSettledBuildOrWaitsForThisBuild() throws Exception {
    Stage stage = STAGES.on("3.6");
    ShowJson ended = takenOver(stage, OURS, theirs);

    assertThat(ended.state()).isEqualTo("completed");
  }

  /**
   * Plays an operation that one build begins and the other takes over: once while it asks, and
   * again behind its point of no return.
   */
  private static ShowJson takenOver(Stage stage, List<Path> from, List<Path> to) throws Exception {
    replacedBy(stage, from);
    try (WritingClient client = stage.write();
        LostAgain lost = LostAgain.on(stage).alert();
        Histories temporal = new Histories(stage.temporal().target())) {
      ShowJson asked = lost.awaitState("waiting-for-approval");
      for (List<Path> build : List.of(to, from)) {
        replacedBy(stage, build);
        assertThat(lost.awaitState("waiting-for-approval").digest()).isEqualTo(asked.digest());
      }
      var point = KillPoint.parse("remove-member:after");
      var stands = stage.worker().stopAt(point);
      lost.approveInSlack();
      Await.until("the worker to stand at " + point, LIMIT, stands::isDone);
      replacedBy(stage, to);
      ShowJson next =
          lost.awaitOperation(
              "its end, or what it needs",
              now ->
                  now.state().equals("completed")
                      || (now.state().equals("parked")
                          && now.because().contains("start a worker of that release")));
      if (next.state().equals("parked")) {
        replacedBy(stage, from);
        assertThat(lost.quorate("retry", next.operation(), "--as", "robin").exitCode()).isZero();
      }
      ShowJson ended = lost.awaitEnd();
      assertThat(temporal.failedTasks()).isEmpty();
      Underway.nothingIsLost(stage, client, 3);
      return ended;
    }
  }

  private static void replacedBy(Stage stage, List<Path> build) throws Exception {
    stage.worker().replaceBy(build);
    stage.worker().awaitPolling(LIMIT);
  }
}
