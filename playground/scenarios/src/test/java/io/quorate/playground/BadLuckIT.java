package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(Turn.FIRST)
class BadLuckIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = STAGES.on("3.6");
  }

  @Test
  void aMembershipThatAPersonChangedVoidsThePlanAndAsksAgain() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert()) {
      String first = lost.awaitState("waiting-for-approval").digest().orElseThrow();
      String id = lost.idOfVictim();
      var removed = stage.etcd().member("etcd-0").etcdctl();
      assertThat(
              removed
                  .run(stage.etcd().member("etcd-0").clientUrl().toString(), "member", "remove", id)
                  .output())
          .contains("removed from cluster");
      lost.approveInSlack();

      var anew =
          lost.awaitOperation(
              "a second question",
              one -> one.round() == 2 && one.state().equals("waiting-for-approval"));

      assertThat(anew.digest()).isNotEqualTo(Optional.of(first));
      assertThat(anew.notices()).anySatisfy(notice -> assertThat(notice).contains(id));
      assertThat(anew.steps()).noneMatch(step -> step.name().equals("remove-member"));
      lost.endsWell();
    }
  }

  @InTurn(1)
  @Test
  void statusShowsAFrozenFollowerAsHungUntilItContinues() throws Exception {
    EtcdMember frozen = stage.etcd().member(LostMember.victim(Inspection.of(stage.etcd(), 3)));
    frozen.freeze();
    try {
      assertThat(status())
          .contains("is hung: pid " + frozen.pid().orElseThrow() + " is stopped by a signal")
          .contains("the leader receives nothing from it, over connections that stand");
    } finally {
      frozen.thaw();
    }
    frozen.awaitServing(Duration.ofSeconds(30));
    assertThat(status()).doesNotContain("hung");
  }

  private String status() throws IOException, InterruptedException {
    return new ChildJvm(stage.folder().configuration()).run("status", Stage.CLUSTER).out();
  }

  @InTurn(8)
  @Test
  void aSnapshotThatCannotBeSavedParksTheOperationBeforeTheQuestion() throws Exception {
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

  @InTurn(5)
  @Test
  void aMemberThatCannotStartParksTheOperationAndAbortRemovesTheLearner() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert();
        ServerSocket taken = listening(lost.victim().peerUrl())) {
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

  private static ServerSocket listening(URI url) throws IOException {
    return new ServerSocket(url.getPort(), 1, InetAddress.getByName(url.getHost()));
  }

  @InTurn(4)
  @Test
  void aPidFileOfAForeignProcessMakesTheMemberUnknownAndNothingIsChanged() throws Exception {
    try (LostAgain lost = LostAgain.on(stage)) {
      List<String> members = lost.members();
      Path pidFile = lost.victim().files().pidFile();
      String pid = Files.readString(pidFile);
      Files.writeString(pidFile, ProcessHandle.current().pid() + "\n");
      lost.alert();

      lost.awaitFinding("somebody else's process");
      var plan = lost.quorate("plan", "minority-replace", Stage.CLUSTER);

      assertThat(plan.exitCode()).as(plan.out() + plan.err()).isIn(3, 6);
      assertThat(lost.members()).isEqualTo(members);
      assertThat(pidFile.resolveSibling("data")).exists();
      Files.writeString(pidFile, pid);
      lost.endsWell();
    }
  }

  @Test
  void withoutSlackAnOperationWaitsForApprovalFromTheCommandLine() throws Exception {
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

  /** No worker has it in memory any more: its state is read from the history. */
  @InTurn(8)
  @Test
  void aTerminatedOperationLosesItsButtonsAndAnotherOperationFollows() throws Exception {
    try (LostAgain lost = LostAgain.on(stage).alert();
        Histories temporal = new Histories(stage.temporal().target())) {
      ChannelMessage question = lost.question();

      temporal.terminate("operation/" + Stage.CLUSTER);
      stage.worker().kill("and forgets what it knew");

      stage
          .slack()
          .awaitMessage(
              LostAgain.LIMIT,
              message -> message.ts().equals(question.ts()) && message.buttons().isEmpty());
      lost.start(new StartJson("minority-replace", Map.of(), "alice")).endsWell();
    }
  }

  @InTurn(12)
  @Test
  void aMemberThatOnlyQuorateCannotReachIsNotReplaced() throws Exception {
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

  /** etcd would come up as the living one, and either of the two would end. */
  @InTurn(10)
  @Test
  void aStoppedMemberWithTheDataOfARunningMemberIsNeitherStartedNorReplaced() throws Exception {
    EtcdMember stopped = stage.etcd().member("etcd-1");
    Path data = stopped.dataDirectory();
    Path own = data.resolveSibling("data-own");
    stopped.stop();
    Files.move(data, own);
    try {
      copy(stage.etcd().member("etcd-2").dataDirectory(), data);
      for (String runbook : List.of("member-restart", "minority-replace")) {
        var plan = new ChildJvm(stage.folder().configuration()).run("plan", runbook, Stage.CLUSTER);
        assertThat(plan.out() + plan.err()).contains("holds the data of member");
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(3);
      }
      assertThat(stopped.isRunning()).isFalse();
    } finally {
      Folders.delete(data);
      Files.move(own, data);
      stopped.start();
      stopped.awaitServing(LostAgain.LIMIT);
    }
  }

  /** At a URL that nobody serves it would be cut off at the next restart of another. */
  @InTurn(12)
  @Test
  void aWrongPortInTheConfigurationIsNamedAndNoRestartIsPlanned() throws Exception {
    List<EtcdMember> moved = List.of(stage.etcd().member("etcd-1"), stage.etcd().member("etcd-2"));
    Path wrong = stage.folder().file("wrong-ports.yml");
    String written = Files.readString(stage.folder().configuration());
    for (EtcdMember member : moved) {
      written = written.replace("peerUrl: \"" + member.peerUrl(), "peerUrl: \"" + freeUrl());
    }
    Files.writeString(wrong, written);

    var check = new ChildJvm(wrong).run("check");
    assertThat(check.exitCode()).as(check.out() + check.err()).isNotZero();
    var status = new ChildJvm(wrong).run("status", Stage.CLUSTER);
    var plan = new ChildJvm(wrong).run("plan", "member-restart", Stage.CLUSTER);
    assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(3);
    for (EtcdMember member : moved) {
      String listens = "its environment file has ETCD_LISTEN_PEER_URLS=" + member.peerUrl();
      String advice = "correct peerUrl of " + member.name() + " in quorate.yml";
      assertThat(check.out()).contains(listens, advice);
      assertThat(status.out()).contains(listens, advice).doesNotContain("Proposed");
      assertThat(plan.out() + plan.err()).contains(listens).containsIgnoringCase("Do: " + advice);
    }
    theSettingsAreChangedAndNobodyIsRestarted(moved, wrong);
  }

  private static void theSettingsAreChangedAndNobodyIsRestarted(List<EtcdMember> moved, Path wrong)
      throws Exception {
    EtcdMember member = moved.getFirst();
    Path environment = member.files().environmentFile();
    String before = Files.readString(environment);
    try {
      String url = "ETCD_LISTEN_PEER_URLS=";
      Files.writeString(
          environment, before.replace(url + member.peerUrl(), url + configured(wrong, member)));
      var plan = new ChildJvm(wrong).run("plan", "member-restart", Stage.CLUSTER);
      assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(3);
      assertThat(plan.out() + plan.err())
          .contains(member.name() + " does not answer there", "end its process");
    } finally {
      Files.writeString(environment, before);
    }
  }

  private static String configured(Path configuration, EtcdMember member) throws IOException {
    String entry = Files.readString(configuration).split(member.name() + ": ", 2)[1];
    return entry.split("peerUrl: \"", 2)[1].split("\"", 2)[0];
  }

  private static String freeUrl() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return "http://127.0.0.1:" + free.getLocalPort();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
