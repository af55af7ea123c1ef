package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.machines.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A voter that somebody added to a cluster of one and nobody started: nothing can be committed any
 * more. Begun empty at its URL it brings quorum back, and nothing acknowledged is lost.
 */
class PhantomQuorumIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int WRITES = 50;

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

  /** Some writes of a client, which has ended again. */
  private static Writes written(Stage stage) throws Exception {
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      return client.stop();
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
