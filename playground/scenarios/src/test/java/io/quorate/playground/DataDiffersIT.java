package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.EditedValue;
import io.quorate.lab.servers.EtcdMember;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One member has another value than the others, and none of etcd's own checks is switched on: all
 * members are green, no alarm is raised, and whole is what was compared.
 */
@Order(Turn.FIRST)
@InTurn(7)
class DataDiffersIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String KEY = "/edited/key";

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.5", "3.7");
  }

  /** The member is started by the runbook that answers a stopped member, on its edited database. */
  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minors")
  void theLastVerificationMeetsUnequalHashesAndRefuses(String minor) throws Exception {
    Stage stage = STAGES.on(minor);
    EtcdMember victim = follower(stage);
    EditedValue edited = EditedValue.put(victim, KEY, LIMIT);
    victim.stop();
    edited.spoil(victim);
    try (LostAgain story = LostAgain.of(stage, victim).alert()) {
      story.approveInSlack();

      var parked = story.awaitState("parked");

      assertThat(parked.because())
          .contains(victim.name() + " has other data than")
          .contains("the cluster is not whole");
      assertThat(parked.steps())
          .filteredOn(step -> step.name().equals("start-member"))
          .allMatch(step -> step.state().equals("done"));
      assertThat(story.quorate("abort", parked.operation(), "--as", "robin").exitCode()).isZero();
      story.awaitState("aborted");
      isSaid(story, victim);
      mended(victim, edited);
      assertThat(story.quorate("plan", "repair-corrupt-member", Stage.CLUSTER).out())
          .contains("All 3 voters have the same data at revision");
      var status = story.quorate("status", Stage.CLUSTER);
      assertThat(status.exitCode()).as(status.out()).isZero();
      assertThat(status.out()).contains("Data compared").contains("ago: equal at revision");
    }
  }

  private static void isSaid(LostAgain story, EtcdMember victim) throws Exception {
    var status = story.quorate("status", Stage.CLUSTER);
    assertThat(status.exitCode()).as(status.out()).isEqualTo(1);
    assertThat(status.out())
        .contains("DATA DIFFERS")
        .contains(victim.name() + " has other data than")
        .contains("not equal at revision")
        .contains("quorate start repair-corrupt-member");
    var planned = story.quorate("plan", "rolling-restart", Stage.CLUSTER);
    assertThat(planned.exitCode()).as(planned.out() + planned.err()).isEqualTo(3);
    assertThat(planned.out() + planned.err()).contains("has other data than");
  }

  private static void mended(EtcdMember victim, EditedValue edited) throws Exception {
    victim.stop();
    edited.mend(victim);
    victim.start();
    victim.awaitServing(LIMIT);
  }

  /** Nobody stopped a member when the alert came: only the incident's last look compares. */
  @Test
  void aVoterWithAnotherValueIsRepairedThoughAllVotersServe() throws Exception {
    Stage stage = STAGES.on("3.7");
    EtcdMember victim = follower(stage);
    EditedValue edited = EditedValue.put(victim, KEY, LIMIT);
    victim.stop();
    edited.spoil(victim);
    victim.start();
    victim.awaitServing(LIMIT);
    try (LostAgain story = LostAgain.of(stage, victim).alert()) {
      var asked = story.awaitState("waiting-for-approval");
      assertThat(asked.runbook()).isEqualTo("repair-corrupt-member");
      assertThat(asked.steps())
          .anyMatch(step -> step.sentence().contains("Remove member " + victim.name()));
      story.approveByTwo(asked);
      story.isWhole();
      var status = story.quorate("status", Stage.CLUSTER);
      assertThat(status.out()).contains("WHOLE").contains("ago: equal at revision");
    }
  }

  private static EtcdMember follower(Stage stage) throws Exception {
    stage.worker().awaitPolling(LIMIT);
    return stage.etcd().member(LostMember.victim(Inspection.of(stage.etcd(), 3)));
  }
}
