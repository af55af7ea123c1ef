package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.playground.servers.EtcdMember;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BadLuckIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = STAGES.on("3.6");
  }

  @Test
  void aMembershipThatSomebodyElseChangedIsNotTouched() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      lost.awaitState("waiting-for-approval");
      String listed =
          stage
              .etcd()
              .etcdctl("member", "add", "guest", "--learner", "--peer-urls=http://127.0.0.1:1")
              .output();
      String guest = listed.replaceAll("(?s)^Member +([0-9a-f]+) added.*", "$1");
      List<String> members = lost.members();
      lost.approveInSlack();

      var ended = lost.awaitOperation("its refusal", one -> one.state().equals("refused"));

      assertThat(ended.because()).contains(guest);
      assertThat(lost.members()).isEqualTo(members);
      assertThat(stage.etcd().etcdctl("member", "remove", guest).succeeded()).isTrue();
      lost.alert().endsWell();
    }
  }

  @Test
  void aSnapshotThatCannotBeSavedStopsBeforeAnybodyIsAsked() throws Exception {
    Path snapshots = stage.folder().file("snapshots");
    Path away = stage.folder().file("snapshots-away");
    boolean had = Files.exists(snapshots);
    if (had) {
      Files.move(snapshots, away);
    }
    Files.writeString(snapshots, "no directory\n");
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      var parked = lost.awaitState("parked");
      assertThat(parked.approvals()).isEmpty();
      assertThat(parked.because()).contains(snapshots.toString());

      Files.delete(snapshots);
      if (had) {
        Files.move(away, snapshots);
      }
      assertThat(lost.quorate("retry", parked.operation(), "--as", "robin").exitCode()).isZero();
      lost.endsWell();
    }
  }

  @Test
  void aMemberThatCannotStartIsToldWithItsLastWordsAndItsLearnerCanBeTakenBack() throws Exception {
    EtcdMember gone = stage.etcd().member("etcd-1");
    try (LostAgain lost = LostAgain.on(stage).alert();
        var taken =
            new ServerSocket(
                gone.peerUrl().getPort(), 1, InetAddress.getByName(gone.peerUrl().getHost()))) {
      lost.awaitState("waiting-for-approval");
      lost.approveInSlack();
      var parked = lost.awaitState("parked");
      assertThat(parked.because()).contains("address already in use");
      assertThat(lost.members()).hasSize(3);

      assertThat(lost.quorate("abort", parked.operation(), "--as", "robin").exitCode()).isZero();
      lost.awaitState("aborted");
      assertThat(lost.members()).as("two voters, and no learner left over").hasSize(2);
      taken.close();
      lost.alert().endsWell();
    }
  }

  @Test
  void aPidFileThatNamesSomebodyElsesProcessMakesItUnknownAndNothingIsDone() throws Exception {
    EtcdMember gone = stage.etcd().member("etcd-1");
    try (LostAgain lost = LostAgain.on(stage)) {
      List<String> members = lost.members();
      String pid = Files.readString(gone.files().pidFile());
      Files.writeString(gone.files().pidFile(), ProcessHandle.current().pid() + "\n");

      var plan = lost.quorate("plan", "minority-replace", Stage.CLUSTER);

      assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(3);
      assertThat(plan.out()).contains("The process of etcd-1 is not proven gone");
      assertThat(lost.members()).isEqualTo(members);
      Files.writeString(gone.files().pidFile(), pid);
      lost.alert().endsWell();
    }
  }

  @Test
  void withoutSlackItGoesOnWaitingAndSaysSoAndTheCommandLineDecides() throws Exception {
    stage.slack().faults().down();
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      var waiting =
          lost.awaitOperation(
              "a question, and a notice that people were not told",
              one -> one.openApproval().isPresent() && !one.notices().isEmpty());
      assertThat(waiting.notices().getFirst()).contains("quorate approve");

      var said =
          lost.quorate(
              "approve",
              waiting.operation(),
              "--digest",
              waiting.digest().orElseThrow(),
              "--as",
              "dana");

      assertThat(said.exitCode()).as(said.out() + said.err()).isZero();
      lost.isWhole();
    } finally {
      stage.slack().faults().up();
    }
  }

  @Test
  void aMemberThatOnlyQuorateCannotHearIsNotReplaced() throws Exception {
    EtcdMember heard = stage.etcd().member("etcd-2");
    Path wrong = stage.folder().file("wrong.yml");
    Files.writeString(
        wrong,
        Files.readString(stage.folder().configuration())
            .replace("clientUrl: \"" + heard.clientUrl(), "clientUrl: \"http://127.0.0.1:1"));

    var plan = new ChildJvm(wrong).run("plan", "minority-replace", Stage.CLUSTER, "-o", "json");

    assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(3);
    assertThat(plan.out()).contains("\"refusal\"").contains("etcd-2");
    assertThat(stage.etcd().member("etcd-2").isServing()).isTrue();
  }
}
