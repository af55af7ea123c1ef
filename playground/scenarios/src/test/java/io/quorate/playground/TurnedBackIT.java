package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.Kv;
import io.quorate.lab.load.Pages;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was begun and is not wanted any more: the cluster is as it was, and has lost nothing. */
@InTurn(10)
class TurnedBackIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofSeconds(90);

  @Test
  void aDowngradeThatDiedWithOneMemberSwitchedIsCalledOff() throws Exception {
    turnedBack(
        Roll.down(),
        "3.7",
        new StartJson("rolling-downgrade", Map.of("cancel", List.of()), "alice"));
  }

  @Test
  void anUpgradeThatDiedWithOneMemberSwitchedIsTurnedBack() throws Exception {
    turnedBack(
        Roll.up(),
        "3.5",
        new StartJson("rolling-downgrade", Map.of("to", List.of("3.5.35")), "alice"));
  }

  private static void turnedBack(Roll roll, String minor, StartJson back) throws Exception {
    Stage stage = STAGES.forScenario(roll, minor);
    try (Underway underway = STAGES.underway(roll)) {
      underway.diesAt(KillPoint.parse("await-release:before"));
      assertThat(underway.versions()).as("one was switched").hasSize(2);

      underway.start(back);

      underway.endsWhereItBegan("completed");
      try (HttpClient http = Kv.client()) {
        for (EtcdMember member : stage.etcd().members()) {
          Pages pages = new Pages(member, http);
          assertThat(pages.version()).contains("\"etcdcluster\":\"" + minor + ".0\"");
          assertThat(pages.isDowngradeEnabled()).isFalse();
        }
      }
    }
  }

  @Test
  void aMigrationThatIsAbortedTakesItsNewcomerBack() throws Exception {
    Scenario migrate = Migrate.byReplace();
    Stage stage = STAGES.forScenario(migrate, "3.6");
    var point = KillPoint.parse("start-member:after");
    var stands = stage.worker().stopAt(point);
    try (Underway underway = STAGES.underway(migrate)) {
      underway.until("the worker to stand at " + point, stands::isDone);
      abort(stage, underway);
      stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

      underway.endsWhereItBegan("aborted");
      assertThat(stage.etcd().next(Migrate.MEMBER).orElseThrow().isRunning()).isFalse();
    }
  }

  @ParameterizedTest(name = "etcd {0}")
  @ValueSource(strings = {"3.4", "3.6"})
  void aCopyThatIsAbortedEndsInItsMiddleAndTheMemberComesBack(String minor) throws Exception {
    Scenario migrate = Migrate.byDataMove();
    Stage stage = STAGES.forScenario(migrate, minor);
    EtcdMember next = stage.etcd().next(Migrate.MEMBER).orElseThrow();
    Path half = next.dataDirectory().resolve("member.copy");
    makeLarge(stage.etcd().member(Migrate.MEMBER));
    try (Underway underway = STAGES.underway(migrate)) {
      underway.until("the copy to be under way", () -> Files.exists(half));
      abort(stage, underway);

      underway.endsWhereItBegan("aborted");
      assertThat(half).as("gone on with by the next migration").isDirectory();
      Path members = next.files().folder().getParent();
      assertThat(ProcessHandle.allProcesses().filter(one -> hashesIn(one, members)))
          .as("processes that go on comparing")
          .isEmpty();
    }
  }

  /** Gives the member a file, without room on the disk, that takes minutes to be compared. */
  private static void makeLarge(EtcdMember member) throws IOException {
    Path ballast = member.dataDirectory().resolve("member").resolve("ballast");
    try (var file = new RandomAccessFile(ballast.toFile(), "rw")) {
      file.setLength(256L << 30);
    }
  }

  private static boolean hashesIn(ProcessHandle process, Path folder) {
    try {
      Path works = Files.readSymbolicLink(Path.of("/proc", "" + process.pid(), "cwd"));
      return works.startsWith(folder)
          && process.info().command().filter(file -> file.endsWith("sha256sum")).isPresent();
    } catch (IOException ended) {
      return false;
    }
  }

  private static void abort(Stage stage, Underway underway) throws Exception {
    ShowJson now = underway.awaitOperation("the operation", operation -> true);
    var aborted =
        new ChildJvm(stage.folder().configuration()).run("abort", now.operation(), "--as", "robin");
    assertThat(aborted.exitCode()).as(aborted.out() + aborted.err()).isZero();
  }
}
