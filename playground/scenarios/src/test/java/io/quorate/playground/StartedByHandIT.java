package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.DetachedProcess;
import io.quorate.lab.machine.Signal;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.machines.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All members are down with their data, and somebody starts one of them wrongly: an etcd that began
 * empty runs at its place, under its name, id and cluster id. It has forgotten what it
 * acknowledged. Nothing is restored because of it, and once a person stopped it the cluster returns
 * with the data that it had.
 */
@ParameterizedClass(name = "etcd {0}")
@MethodSource("minors")
@InTurn(3)
class StartedByHandIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int WRITES = 50;

  @Parameter String minor;

  private Stage stage;
  private ApprovedOperations operations;
  private Writes writes;
  private EtcdMember wrong;

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.6", "3.4");
  }

  @BeforeEach
  void open() throws Exception {
    stage = STAGES.with(minor, 3, 0, EtcdSettings.plain());
    stage.worker().awaitPolling(LIMIT);
    operations = new ApprovedOperations(stage, LIMIT);
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      writes = client.stop();
    }
    Remembered.await(stage.etcd());
    wrong = stage.etcd().member("etcd-1");
    for (EtcdMember member : stage.etcd().members()) {
      member.kill();
    }
  }

  @AfterEach
  void close() {
    operations.close();
  }

  /** As somebody does who changes the data directory, and starts it as ever. */
  @Test
  void anEtcdOnAnotherDirectoryIsNotTakenForTheMemberWhoseDataComesBackOnceItIsStopped()
      throws Exception {
    Path other = wrong.files().folder().resolve("other");
    DetachedProcess etcd = etcd(other);
    String pid = started(etcd, other);
    try {
      assertThat(planned())
          .contains("etcd.pid names pid " + pid + ", which is somebody else's process")
          .contains("an etcd of this cluster answers at its peer URL " + wrong.peerUrl())
          .contains("nobody is started beside it");
      Files.delete(wrong.files().pidFile());
      assertThat(planned()).contains("nobody is started beside it");
      Files.writeString(wrong.files().pidFile(), pid + "\n");
    } finally {
      etcd.end(Signal.TERM, LIMIT);
    }
    assertThat(planned()).contains("Bring back etcd-0, etcd-1 and etcd-2 of playground");

    ShowJson done = operations.recovery();
    assertThat(done.round()).isEqualTo(1);
    nothingIsLost();
  }

  /** As a supervisor does that finds an empty directory, and before anybody has stopped it. */
  @Test
  void nobodyIsStartedBesideWhatBeganOnAnEmptyDirectoryAndRuns() throws Exception {
    Path data = wrong.dataDirectory();
    Files.move(data, data.resolveSibling("data.moved-by-somebody"));
    DetachedProcess etcd = etcd(data);
    started(etcd, data);
    try {
      assertThat(planned())
          .contains("etcd-1 runs with a log that ends at raft index")
          .contains("nobody is started beside it");
      assertThat(stage.etcd().member("etcd-0").isRunning()).isFalse();
    } finally {
      etcd.end(Signal.TERM, LIMIT);
    }
  }

  /** As a supervisor does that finds an empty directory; what it began there is not the member. */
  @Test
  void whatBeganOnAnEmptyDirectoryDoesNotVoteBeforeQuorumIsBackOnceItIsStopped() throws Exception {
    Path data = wrong.dataDirectory();
    Files.move(data, data.resolveSibling("data.moved-by-somebody"));
    DetachedProcess etcd = etcd(data);
    started(etcd, data);
    etcd.end(Signal.TERM, LIMIT);

    assertThat(planned())
        .contains("Keep etcd-1 stopped")
        .contains("etcd-1 must not be started: its data ends at raft index")
        .doesNotContain("Restore");
    operations.recovery();
    nothingIsLost();
  }

  private DetachedProcess etcd(Path directory) {
    return new DetachedProcess(
        wrong.files().pidFile(), wrong.files().logFile(), "ETCD_DATA_DIR=" + directory);
  }

  /** Starts it with the member's settings as at its first start; returns its pid. */
  private String started(DetachedProcess etcd, Path directory) throws Exception {
    Map<String, String> environment = new HashMap<>();
    for (String line : Files.readAllLines(wrong.files().environmentFile())) {
      environment.put(line.split("=", 2)[0], line.split("=", 2)[1]);
    }
    environment.put("ETCD_DATA_DIR", directory.toString());
    environment.put("ETCD_INITIAL_CLUSTER_STATE", "new");
    etcd.start(List.of(wrong.files().binary().toString()), environment);
    Await.until("etcd to listen", LIMIT, () -> listens(wrong.peerUrl()));
    // etcd listens before its log exists. The log appears complete, by one rename.
    Await.until(
        "etcd to begin its log", LIMIT, () -> Files.exists(directory.resolve("member/wal")));
    return etcd.pid().orElseThrow().toString();
  }

  private String planned() throws Exception {
    return quorate("plan", "majority-recovery", Stage.CLUSTER).said();
  }

  private void nothingIsLost() throws Exception {
    List<URI> voters = stage.etcd().members().stream().map(EtcdMember::clientUrl).toList();
    assertThat(ReadBack.through(voters, writes.acknowledged()).lost()).isEmpty();
    assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
  }

  private static boolean listens(URI url) {
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  private ChildJvm.Ended quorate(String... words) throws Exception {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }
}
