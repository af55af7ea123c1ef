package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.SmallFileSystem;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Obstacles that keep voters from coming back without quorum, and what is done about each. */
@ParameterizedClass(name = "etcd {0}")
@MethodSource("io.quorate.playground.AfterWrites#minors")
@InTurn(6)
class WithoutQuorumIT extends AfterWrites {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Test
  void aVoterStoppedByASignalContinuesWithoutARestart() throws Exception {
    EtcdMember frozen = member(1);
    member(0).kill();
    frozen.freeze();
    long pid = frozen.pid().orElseThrow();

    ShowJson recovery = operations.recovery();

    assertThat(recovery.steps())
        .anyMatch(step -> step.name().equals("continue-member") && step.state().equals("done"))
        .anyMatch(step -> step.name().equals("return-member") && step.state().equals("done"));
    assertThat(frozen.pid()).hasValue(pid);
    nothingIsLost();
  }

  /** As an abort leaves it between the set-aside and the restore of a going back. */
  @Test
  void dataSetAsideWithoutARestoreIsPutBackAndTheMembersReturn() throws Exception {
    Inspection before = Inspection.of(stage.etcd(), 3);
    for (EtcdMember member : stage.etcd().members()) {
      member.kill();
      Path data = member.dataDirectory();
      String id = before.id(member.name()).orElseThrow();
      Files.move(data, data.resolveSibling(data.getFileName() + ".aside-main.0badcafe-" + id));
    }

    ShowJson recovery = operations.recovery();

    assertThat(recovery.steps())
        .noneMatch(step -> step.name().equals("restore-member"))
        .anyMatch(step -> step.name().equals("return-member") && step.state().equals("done"));
    nothingIsLost();
    assertThat(Inspection.of(stage.etcd(), 3).otherIdsThan(before)).isEmpty();
  }

  /** Who ended because its disk is full needs room; the two others are a quorum without it. */
  @Test
  void aRecoveryWaitsForDiskSpaceWhileTheOtherMembersServe() throws Exception {
    SmallFileSystem.whyNot().ifPresent(Assumptions::abort);
    Inspection before = Inspection.of(stage.etcd(), 3);
    new FullDisk().breakIt(stage.etcd(), before);
    EtcdMember full = stage.etcd().member(LostMember.victim(before));
    List<EtcdMember> others =
        stage.etcd().members().stream().filter(member -> !member.equals(full)).toList();
    for (EtcdMember other : others) {
      other.kill();
    }

    Set<String> earlier = operations.earlier();
    operations.start(RECOVERY);
    String operation =
        operations.until(earlier, "wait for room", now -> isAt(now, "await-room")).operation();
    assertThat(quorate("show", operation).out())
        .containsPattern("Wait until \\d+ MiB are free for " + full.name());
    for (EtcdMember other : others) {
      other.awaitServing(LIMIT);
    }
    assertThat(full.isRunning()).isFalse();

    Files.delete(full.dataDirectory().resolve("somebody-elses.log"));
    operations.completed(earlier);
    nothingIsLost();
    assertThat(Inspection.of(stage.etcd(), 3).otherIdsThan(before)).isEmpty();
  }

  private static boolean isAt(ShowJson operation, String step) {
    return operation.steps().stream()
        .anyMatch(one -> one.name().equals(step) && one.state().equals("running"));
  }

  /** A member that listens on another port than the listed one is found by nobody. */
  @Test
  void aChangedPeerPortIsRefusedAndTheOldAddressIsNamed() throws Exception {
    withoutData();
    EtcdMember moved = member(1);
    String file = Files.readString(moved.files().environmentFile());
    String listens = "ETCD_LISTEN_PEER_URLS=" + moved.peerUrl();
    assertThat(file).contains(listens);
    Files.writeString(
        moved.files().environmentFile(),
        file.replace(listens, "ETCD_LISTEN_PEER_URLS=http://127.0.0.1:1"));

    Await.until(
        "the refusal",
        LIMIT,
        PAUSE,
        () -> planned().contains(moved.name() + " is in the membership at " + moved.peerUrl()));
    assertThat(planned()).contains("the old address has to come back");

    Files.writeString(moved.files().environmentFile(), file);
    operations.recovery();
    nothingIsLost();
  }

  private String planned() throws InterruptedException {
    try {
      return new ChildJvm(stage.folder().configuration())
          .run("plan", RECOVERY, Stage.CLUSTER)
          .said();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void aRecoveryWaitsForAMemberThatMayReturnAndThenContinuesByItself() throws Exception {
    Path pidFile = withoutData();
    String pid = ofSomebodyElse(pidFile);
    String operation = waiting();
    ChildJvm.Ended shown = quorate("show", operation);
    assertThat(shown.out()).contains("can run with their data").contains("etcd-1");
    assertThat(member(1).isRunning()).isFalse();

    Files.writeString(pidFile, pid);
    operations.completed(others(operation));
    nothingIsLost();
  }

  @Test
  void afterContinueNothingIsRestoredPastAMemberThatMayStillRun() throws Exception {
    Path pidFile = withoutData();
    String pid = ofSomebodyElse(pidFile);
    String operation = waiting();

    ChildJvm.Ended enough =
        quorate("continue", operation, "--reason", "the host of etcd-1 burnt", "--as", "dana");
    assertThat(enough.exitCode()).as(enough.said()).isZero();
    ShowJson then =
        operations.until(
            others(operation),
            "go on to what is left",
            now -> now.hasEnded() || now.hasParked() || now.round() > 1);

    // Nobody knows whether the process with that pid is the member, so nothing is restored past it.
    assertThat(then.because()).contains("etcd-1");
    assertThat(then.steps())
        .noneMatch(step -> step.name().equals("restore-member") && step.state().equals("done"));
    Files.writeString(pidFile, pid);
    if (then.hasEnded()) {
      operations.recovery();
    } else {
      operations.completed(others(operation));
    }
    nothingIsLost();
  }

  /** Lets a pid file name the process of this test; returns what was in it. */
  private static String ofSomebodyElse(Path pidFile) throws IOException {
    String pid = Files.readString(pidFile);
    Files.writeString(pidFile, ProcessHandle.current().pid() + "\n");
    return pid;
  }

  /** Kills two voters and deletes the data of one; returns the pid file of the other. */
  private Path withoutData() throws Exception {
    member(1).kill();
    member(2).kill();
    member(2).destroyData();
    return member(1).files().pidFile();
  }

  /** Starts a recovery, which waits for a voter; returns the operation. */
  private String waiting() throws Exception {
    Set<String> earlier = operations.earlier();
    operations.start(RECOVERY);
    return operations
        .until(
            earlier,
            "wait for voters",
            now ->
                now.steps().stream()
                    .anyMatch(
                        step ->
                            step.name().equals("await-return") && step.state().equals("running")))
        .operation();
  }

  private Set<String> others(String operation) throws InterruptedException {
    return operations.earlier().stream()
        .filter(one -> !one.equals(operation))
        .collect(Collectors.toSet());
  }

  @Override
  void nothingIsLost() throws Exception {
    super.nothingIsLost();
    assertThat(stage.etcd().members()).allMatch(EtcdMember::isRunning);
  }
}
