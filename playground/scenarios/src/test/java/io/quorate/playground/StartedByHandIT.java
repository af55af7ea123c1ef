package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.DetachedProcess;
import io.quorate.lab.machine.Signal;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All members are down with their data, and somebody starts one of them wrongly: an etcd that began
 * empty runs at its place, under its name, id and cluster id. It has forgotten what it
 * acknowledged. Nothing is restored because of it, and once a person stopped it the cluster returns
 * with the data that it had.
 */
@ParameterizedClass(name = "etcd {0}")
@MethodSource("io.quorate.playground.AfterWrites#minors")
@InTurn(3)
class StartedByHandIT extends AfterWrites {
  private EtcdMember wrong;

  @BeforeEach
  void stopAll() throws Exception {
    wrong = member(1);
    killAll();
  }

  /** As somebody does who changes the data directory, and starts it as ever. */
  @Test
  void anEtcdOnAnotherDirectoryBlocksTheRecoveryUntilItIsStopped() throws Exception {
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
  void plansNoStartBesideARunningEtcdThatBeganOnAnEmptyDirectory() throws Exception {
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
  void plansToKeepAMemberStoppedThatBeganOnAnEmptyDirectory() throws Exception {
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

  private static boolean listens(URI url) {
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
