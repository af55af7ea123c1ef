package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Learners that stand still: in the way of a lost voter, and in the wait for them. */
@Order(Turn.FIRST)
@InTurn(7)
class LearnersIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.5", "3.7");
  }

  static Stream<String> minorsOfTheSave() {
    return FaultMatrix.oneOf("3.6", "3.4");
  }

  /** The learner gets 30 s to end before SIGKILL. */
  @ParameterizedTest(name = "on etcd {0}")
  @MethodSource("minors")
  void aVoterThatIsLostBehindALearnerThatHangsIsReplaced(String minor) throws Exception {
    Stage stage = STAGES.with(minor, 3, 1, EtcdSettings.plain());
    try (LostAgain person = LostAgain.of(stage, stage.etcd().member("etcd-1"))) {
      addByHand(stage, "etcd-3").freeze();
      person.awaitStatus("hung: ");
      assertThat(person.quorate("status", Stage.CLUSTER).out())
          .contains("etcd-3 is a learner (it does not answer", "is stopped by a signal")
          .contains("minority-replace");
      assertThat(person.quorate("plan", "minority-replace", Stage.CLUSTER).out())
          .contains("Remove the learner etcd-3", "configure one more member and use scale");

      person.victim().kill();
      person.victim().destroyData();
      person.start(of("minority-replace")).approveInSlack();
      person.awaitState("completed");

      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
      assertThat(person.members()).hasSize(3).noneMatch(line -> line.contains("etcd-3"));
    }
  }

  /** As somebody does with etcdctl and the host's environment file. */
  private static EtcdMember addByHand(Stage stage, String name) throws Exception {
    EtcdMember member = stage.etcd().member(name);
    Await.until("etcd to take a learner", LIMIT, () -> adds(stage, member));
    member.start();
    Await.until("the learner to be named", LIMIT, () -> isStarted(stage, name));
    return member;
  }

  private static boolean adds(Stage stage, EtcdMember member) throws InterruptedException {
    try {
      String urls = "--peer-urls=" + member.peerUrl();
      return stage
          .etcd()
          .etcdctl("member", "add", member.name(), urls, "--learner")
          .output()
          .contains("added");
    } catch (IOException refused) {
      return false;
    }
  }

  private static boolean isStarted(Stage stage, String name) throws InterruptedException {
    try {
      return stage
          .etcd()
          .etcdctl("member", "list")
          .output()
          .lines()
          .anyMatch(line -> line.contains(", started, " + name + ","));
    } catch (IOException unanswered) {
      return false;
    }
  }

  /** This test takes the minute in which nothing may move. */
  @ParameterizedTest(name = "on etcd {0}")
  @MethodSource("minors")
  void aLearnerThatStandsStillIsToldWithHowFarItIsAndWhy(String minor) throws Exception {
    Stage stage = STAGES.with(minor, 3, 0, EtcdSettings.plain());
    EtcdMember lost = stage.etcd().member("etcd-1");
    try (LostAgain person = LostAgain.of(stage, lost)) {
      lost.kill();
      lost.destroyData();
      person.start(of("minority-replace")).approveInSlack();
      person.awaitOperation("the wait for it", LearnersIT::waitsForIt);
      lost.freeze();

      ShowJson parked = person.awaitState("parked");
      assertThat(parked.because())
          .contains("Wait until etcd-1 is in sync", "etcd-1 has ", " MiB", ", no progress for ")
          .contains("it does not answer", "is stopped by a signal", "Its last lines: ");
      assertThat(abort(parked))
          .hasValueSatisfying(
              words ->
                  assertThat(words).contains("the learner is removed, and what it has received"));

      lost.thaw();
      assertThat(person.quorate("retry", parked.operation(), "--as", "robin").exitCode()).isZero();
      person.awaitState("completed");
      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    }
  }

  /** The learner runs on and has all that is left: it is saved, stopped, read and restored. */
  @ParameterizedTest(name = "on etcd {0}")
  @MethodSource("minorsOfTheSave")
  void aLearnerThatRunsIsNoObstacleWhenAllVotersAreGone(String minor) throws Exception {
    Stage stage = STAGES.with(minor, 3, 1, EtcdSettings.plain());
    stage.worker().awaitPolling(LIMIT);
    EtcdMember learner = addByHand(stage, "etcd-3");
    Writes writes;
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= 50);
      writes = client.stop();
    }
    Remembered.await(stage.etcd());
    List<EtcdMember> voters =
        stage.etcd().members().stream().filter(one -> !one.name().equals("etcd-3")).toList();
    for (EtcdMember voter : voters) {
      voter.kill();
      voter.destroyData();
    }
    try (ApprovedOperations operations = new ApprovedOperations(stage, Duration.ofMinutes(4))) {
      ShowJson recovery = operations.recovery();
      assertThat(recovery.steps())
          .anyMatch(step -> step.name().equals("restore-member") && step.state().equals("done"));
    }
    assertThat(learner.isRunning()).isFalse();
    List<URI> urls = voters.stream().map(EtcdMember::clientUrl).toList();
    assertThat(ReadBack.through(urls, writes.acknowledged()).lost()).isEmpty();
  }

  /** Whether the wait has looked at the learner once; a silent one from the start gets 10 min. */
  static boolean waitsForIt(ShowJson operation) {
    return operation.steps().stream()
        .filter(step -> step.name().equals("await-in-sync") && step.state().equals("running"))
        .anyMatch(step -> step.evidence().filter(words -> words.contains(" MiB")).isPresent());
  }

  static Optional<String> abort(ShowJson parked) {
    return parked.choices().stream()
        .filter(choice -> choice.verb().equals("abort"))
        .map(ShowJson.ChoiceJson::sentence)
        .findFirst();
  }

  private static StartJson of(String runbook) {
    return new StartJson(runbook, Map.of(), "alice");
  }
}
