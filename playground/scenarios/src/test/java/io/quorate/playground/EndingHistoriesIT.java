package io.quorate.playground;

import static io.quorate.playground.LostAgain.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records the histories of every way in which an operation can end, and of its waits. */
@EnabledIfSystemProperty(named = HistoryRecorder.FOLDER, matches = ".+")
class EndingHistoriesIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final String OPERATION = "operation/" + Stage.CLUSTER;

  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = STAGES.on("3.6");
  }

  @AfterEach
  void keep(TestInfo test) throws Exception {
    STAGES.record(inKebab(test.getTestMethod().orElseThrow().getName()));
  }

  private static String inKebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  @Test
  void rejected() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      ShowJson asking = lost.awaitState("waiting-for-approval");
      done(lost, "reject", asking.operation(), "--reason", "not now", "--as", "dana");
      lost.awaitState("rejected");
      lost.alert().endsWell();
    }
  }

  @Test
  void expired() throws Exception {
    configure("expireAfter: 4h", "expireAfter: 20s");
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      lost.awaitState("expired");
      configure("expireAfter: 20s", "expireAfter: 4h");
      lost.next().endsWell();
    }
  }

  /** The worker of the next moment reads what is configured. */
  private void configure(String was, String is) throws IOException, InterruptedException {
    Path file = stage.folder().configuration();
    String text = Files.readString(file);
    assertThat(text).contains(was);
    Files.writeString(file, text.replace(was, is));
    stage.worker().kill("to read its configuration");
    stage.worker().awaitPolling(LIMIT);
  }

  /** Somebody else starts the member before the operation looks. */
  @Test
  void notNeeded() throws Exception {
    try (LostAgain lost = stoppedMember()) {
      try (var frozen = FrozenProcess.of(stage.worker().pid())) {
        assertThat(frozen.pid()).isPositive();
        lost.start(start("member-restart", lost));
        lost.victim().start();
        lost.victim().awaitServing(LIMIT);
      }
      lost.awaitState("not-needed");
    }
  }

  /** What it was to start is lost before the operation looks. */
  @Test
  void refused() throws Exception {
    try (LostAgain lost = stoppedMember()) {
      try (var frozen = FrozenProcess.of(stage.worker().pid())) {
        assertThat(frozen.pid()).isPositive();
        lost.start(start("member-restart", lost));
        loseLog(lost);
      }
      lost.awaitState("refused");
      lost.alert().endsWell();
    }
  }

  /** What it was to start is lost before anybody answered. */
  @Test
  void stopped() throws Exception {
    try (LostAgain lost = stoppedMember()) {
      lost.start(start("member-restart", lost)).awaitState("waiting-for-approval");
      loseLog(lost);
      lost.awaitState("stopped");
      lost.alert().endsWell();
    }
  }

  private LostAgain stoppedMember() throws IOException, InterruptedException {
    EtcdMember victim = stage.etcd().member(LostMember.victim(Inspection.of(stage.etcd(), 3)));
    victim.kill();
    return LostAgain.of(stage, victim);
  }

  private static void loseLog(LostAgain lost) throws IOException {
    Folders.delete(lost.victim().dataDirectory().resolve("member").resolve("wal"));
  }

  private static StartJson start(String runbook, LostAgain lost) {
    return new StartJson(runbook, Map.of("member", List.of(lost.victim().name())), "alice");
  }

  @Test
  void terminated() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      lost.awaitState("waiting-for-approval");
      try (Histories temporal = new Histories(stage.temporal().target())) {
        temporal.terminate(OPERATION);
      }
      lost.next().endsWell();
    }
  }

  /** Temporal's Cancel is an abort. */
  @Test
  void cancelled() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      lost.awaitState("waiting-for-approval");
      try (Histories temporal = new Histories(stage.temporal().target())) {
        temporal.cancel(OPERATION);
      }
      lost.awaitState("aborted");
      lost.alert().endsWell();
    }
  }

  @Test
  void abortedAndTakenBack() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert();
        ServerSocket taken = listening(lost.victim())) {
      lost.approveInSlack();
      ShowJson parked = lost.awaitState("parked");
      done(lost, "abort", parked.operation(), "--reason", "the port is in use", "--as", "robin");
      lost.awaitState("aborted");
      taken.close();
      lost.alert().endsWell();
    }
  }

  @Test
  void parkedAndRetried() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert();
        ServerSocket taken = listening(lost.victim())) {
      lost.approveInSlack();
      ShowJson parked = lost.awaitState("parked");
      taken.close();
      done(lost, "retry", parked.operation(), "--as", "robin");
      lost.isWhole();
    }
  }

  private static ServerSocket listening(EtcdMember member) throws IOException {
    var url = member.peerUrl();
    return new ServerSocket(url.getPort(), 1, InetAddress.getByName(url.getHost()));
  }

  @Test
  void snapshotSkipped() throws Exception {
    Path snapshots = stage.folder().file("snapshots");
    Path away = stage.folder().file("snapshots-away");
    boolean had = Files.exists(snapshots);
    if (had) {
      Files.move(snapshots, away);
    }
    Files.writeString(snapshots, "no directory\n");
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      ShowJson parked = lost.awaitState("parked");
      done(lost, "skip", parked.operation(), "--reason", "the disk is full", "--as", "robin");
      lost.endsWell();
    } finally {
      Files.delete(snapshots);
      if (had) {
        Files.move(away, snapshots);
      }
    }
  }

  @Test
  void pausedAndContinued() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      ShowJson asking = lost.awaitState("waiting-for-approval");
      done(lost, "pause", asking.operation(), "--as", "robin");
      lost.approveInSlack();
      lost.awaitState("paused");
      done(lost, "continue", asking.operation(), "--as", "robin");
      lost.isWhole();
    }
  }

  /** Somebody else takes the lost member out: the question is void, and another one is asked. */
  @Test
  void askedAgain() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      lost.awaitState("waiting-for-approval");
      var etcd = stage.etcd().member("etcd-0");
      String url = etcd.clientUrl().toString();
      var removed = etcd.etcdctl().run(url, "member", "remove", lost.idOfVictim());
      assertThat(removed.succeeded()).as(removed.output()).isTrue();
      lost.awaitOperation(
          "a second question",
          one -> one.round() == 2 && one.state().equals("waiting-for-approval"));
      lost.endsWell();
    }
  }

  /** The worker is killed in the middle of a step: its operation is taken over. */
  @Test
  void takenOver() throws Exception {
    stage.worker().killAt(Set.of(KillPoint.parse("add-learner:after")));
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      lost.endsWell();
    }
  }

  /** A yes that is given while no worker runs is sent as a signal besides. */
  @Test
  void decidedWithoutAWorker() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      ShowJson asking = lost.awaitState("waiting-for-approval");
      try (var frozen = FrozenProcess.of(stage.worker().pid())) {
        assertThat(frozen.pid()).isPositive();
        lost.quorate(
            "approve",
            asking.operation(),
            "--digest",
            asking.digest().orElseThrow(),
            "--as",
            "dana");
      }
      lost.isWhole();
    }
  }

  /** Temporal says so early that a history is long: a question, a park and a pause go on anew. */
  @Test
  void continuedAsNew() throws Exception {
    stage.temporal().kill();
    stage.temporal().start(LIMIT, Map.of("limit.historyCount.suggestContinueAsNew", "40"));
    stage.worker().kill("to find Temporal again");
    stage.worker().awaitPolling(LIMIT);
    try (LostAgain lost = LostAgain.on(stage).alert();
        ServerSocket taken = listening(lost.victim())) {
      ShowJson asking = lost.awaitState("waiting-for-approval");
      for (int time = 0; time < 4; time++) {
        done(lost, "pause", asking.operation(), "--as", "robin");
      }
      lost.approveInSlack();
      lost.awaitState("paused");
      for (int time = 0; time < 4; time++) {
        done(lost, "pause", asking.operation(), "--as", "robin");
      }
      done(lost, "continue", asking.operation(), "--as", "robin");
      lost.awaitState("parked");
      for (int time = 0; time < 4; time++) {
        done(lost, "pause", asking.operation(), "--as", "robin");
      }
      done(lost, "continue", asking.operation(), "--as", "robin");
      taken.close();
      done(lost, "retry", asking.operation(), "--as", "robin");
      lost.isWhole();
      assertThat(lost.awaitState("completed").operation()).isEqualTo(asking.operation());
    } finally {
      stage.temporal().kill();
      stage.temporal().start(LIMIT);
      stage.worker().kill("to find Temporal again");
      stage.worker().awaitPolling(LIMIT);
    }
  }

  private static void done(LostAgain lost, String... words) throws Exception {
    var said = lost.quorate(words);
    assertThat(said.exitCode()).as(said.out() + said.err()).isZero();
  }
}
