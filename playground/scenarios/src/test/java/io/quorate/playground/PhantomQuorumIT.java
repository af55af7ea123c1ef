package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A voter that somebody added to a cluster of one and nobody started: nothing can be committed any
 * more. Begun empty at its URL it brings quorum back, and nothing acknowledged is lost.
 */
@InTurn(9)
class PhantomQuorumIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int WRITES = 50;
  private static final String RECOVERY = "majority-recovery";

  @ParameterizedTest(name = "on etcd {0}")
  @MethodSource("io.quorate.playground.FaultMatrix#minors")
  void quorumIsBackThroughAnEtcdAtExactlyItsUrl(String minor) throws Exception {
    Stage stage = STAGES.with(minor, 1, 1, EtcdSettings.plain());
    stage.worker().awaitPolling(LIMIT);
    stage.worker().killAt(Set.of(KillPoint.parse("begin-voter:after")));
    Writes writes = written(stage);
    EtcdMember phantom = stage.etcd().member("etcd-1");
    Await.until("etcd to add a voter", LIMIT, () -> adds(stage, phantom));

    ChildJvm.Ended status = quorate(stage, "status", Stage.CLUSTER);
    assertThat(status.out())
        .contains("etcd-1 is in the membership at " + phantom.peerUrl())
        .contains("was never started")
        .contains("majority-recovery");

    ShowJson ended = recovered(stage);

    assertThat(ended.steps())
        .as("the killed attempt had started it, the next one finds it")
        .anyMatch(step -> step.name().equals("begin-voter") && step.state().equals("already-done"));
    assertThat(stage.worker().kills()).isEqualTo(1);
    assertThat(Inspection.of(stage.etcd(), 2).differences()).isEmpty();
    for (EtcdMember voter : stage.etcd().members()) {
      ReadBack.Missing missing =
          ReadBack.through(List.of(voter.clientUrl()), writes.acknowledged());
      assertThat(missing.lost()).as(voter.name()).isEmpty();
    }
    assertThat(written(stage).acknowledged()).as("it takes writes again").isNotEmpty();
  }

  /**
   * Of four voters two were never started: one of them is enough for quorum and is begun before
   * anything else, the other one is removed. A cluster of one cannot come to two such voters, for
   * nothing is committed any more after the first.
   */
  @Test
  void ofTwoThatWereNeverStartedOneIsBegunAndTheOtherRemoved() throws Exception {
    EtcdSettings allowing = EtcdSettings.plain().with("ETCD_STRICT_RECONFIG_CHECK", "false");
    Stage stage = STAGES.with("3.6", 2, 2, allowing);
    stage.worker().awaitPolling(LIMIT);
    Writes writes = written(stage);
    for (String name : List.of("etcd-2", "etcd-3")) {
      EtcdMember phantom = stage.etcd().member(name);
      Await.until("etcd to add " + name, LIMIT, () -> adds(stage, phantom));
    }

    Await.until("quorum to have been away for a while", LIMIT, () -> isPlanned(stage));
    assertThat(quorate(stage, "plan", RECOVERY, Stage.CLUSTER).out())
        .contains("Keep etcd-3 stopped")
        .containsPattern(
            "Start etcd-2 empty, as the voter [0-9a-f]+ that was added at "
                + stage.etcd().member("etcd-2").peerUrl())
        .doesNotContain("Restore");

    ShowJson ended = recovered(stage);
    assertThat(ended.round()).isEqualTo(2);
    assertThat(ended.steps())
        .anyMatch(step -> step.name().equals("remove-member") && step.state().equals("done"));
    assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    assertThat(stage.etcd().member("etcd-3").isRunning()).isFalse();
    for (String name : List.of("etcd-0", "etcd-1", "etcd-2")) {
      List<URI> voter = List.of(stage.etcd().member(name).clientUrl());
      assertThat(ReadBack.through(voter, writes.acknowledged()).lost()).as(name).isEmpty();
    }
    assertThat(written(stage).acknowledged()).as("it takes writes again").isNotEmpty();
  }

  /** Some writes of a client, which has ended again. */
  private static Writes written(Stage stage) throws Exception {
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      return client.stop();
    }
  }

  private static boolean isPlanned(Stage stage) throws InterruptedException {
    try {
      return quorate(stage, "plan", RECOVERY, Stage.CLUSTER).exitCode() == 0;
    } catch (IOException failed) {
      return false;
    }
  }

  /** As somebody does with etcdctl who forgets {@code --learner}; etcd answers before it stops. */
  private static boolean adds(Stage stage, EtcdMember member) throws InterruptedException {
    try {
      String urls = "--peer-urls=" + member.peerUrl();
      return stage.etcd().etcdctl("member", "add", member.name(), urls).output().contains("added");
    } catch (IOException refused) {
      return false;
    }
  }

  private static ShowJson recovered(Stage stage) throws Exception {
    try (var operations = new ApprovedOperations(stage, LIMIT)) {
      return operations.recovery();
    }
  }

  private static ChildJvm.Ended quorate(Stage stage, String... words)
      throws IOException, InterruptedException {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }
}
