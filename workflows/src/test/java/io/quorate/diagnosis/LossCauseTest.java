package io.quorate.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Silence;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a look saw of why voters do not vote. */
class LossCauseTest {
  private final DrawnCluster cluster = DrawnCluster.of(3);

  @Test
  void aClusterInWhichAllVoteHasNoCause() {
    assertThat(causes()).isEmpty();
  }

  @Test
  void aProcessThatIsGoneIsNoCauseByItself() {
    cluster.member(1).stopped();
    assertThat(causes())
        .containsExactly(
            "etcd-1 is stopped and its data is there (pid 4711 is gone). Quorate did not see why.");
  }

  @Test
  void theEndOfTheProcessIsToldInTheWordsOfItsSupervisor() {
    cluster.member(1).stopped();
    cluster.member(1).workload =
        Workload.stopped("etcd.service is failed and has no process; last end: signal, exit 9");
    assertThat(causes())
        .containsExactly(
            "etcd-1: etcd.service is failed and has no process; last end: signal, exit 9.");
    cluster.member(1).workload =
        Workload.restarting("etcd ended with exit code 137 (OOMKilled) and is started again");
    assertThat(causes()).singleElement().asString().contains("OOMKilled").doesNotContain("not see");
    cluster.member(1).workload =
        Workload.restarting("systemd starts it again; its log ends with: fatal: no such host");
    assertThat(causes()).singleElement().asString().endsWith("fatal: no such host.");
  }

  @Test
  void aFullDiskIsToldWithTheLineOfTheLog() {
    cluster.member(1).stopped();
    cluster.member(1).workload =
        Workload.stopped("pid 4711 is gone")
            .complaining(Optional.of("write wal: no space left on device"));
    assertThat(causes())
        .containsExactly(
            "etcd-1: its file system is full, by its log: write wal: no space left on device.");
  }

  @Test
  void dataThatIsGoneIsToldAndTheEndOfTheProcessIsNotGuessed() {
    cluster.member(1).gone();
    cluster.member(1).data = DataDirectory.of(DataDirectory.State.EMPTY);
    assertThat(causes())
        .containsExactly(
            "etcd-1: its data directory is empty. Quorate did not see why its process ended.");
  }

  @Test
  void aHostThatIsNotReachedAndAProcessThatHangsAreCauses() {
    cluster.member(1).unreached();
    cluster.member(1).silence = new Silence.Unreachable("no route to host");
    cluster.member(2).hung(Hang.Kind.STOPPED);
    assertThat(causes().get(0)).startsWith("etcd-1: its host is not reached: no route to host");
    assertThat(causes().get(1)).startsWith("etcd-2: its process ").contains("signal");
  }

  @Test
  void anAddressThatTheMembershipDoesNotHaveIsACause() {
    cluster.member(1).silent();
    cluster.member(1).peerUrl = "http://old:2380";
    assertThat(causes())
        .singleElement()
        .asString()
        .startsWith("etcd-1: the membership has it at http://old:2380, and the configuration at ");
  }

  private List<String> causes() {
    return LossCause.in(cluster.view());
  }
}
