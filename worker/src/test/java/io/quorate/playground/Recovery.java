package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.PlaygroundWish.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.machine.Folders;
import io.quorate.playground.servers.EtcdMember;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A member is lost and replaced, and what must be true of it whatever happens meanwhile. */
final class Recovery {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String STAYS = "etcd-0";

  private final Stage stage;
  private final Narrator narrator;
  private final Scenario scenario;

  Recovery(Stage stage, Narrator narrator) {
    this(stage, narrator, new LostMember());
  }

  Recovery(Stage stage, Narrator narrator, Scenario scenario) {
    this.stage = stage;
    this.narrator = narrator;
    this.scenario = scenario;
  }

  /** To the end, with the worker killed on the way. */
  Verdict withWorkerKilled(KillPoint point) throws IOException, InterruptedException {
    stage.worker().awaitPolling(LIMIT);
    if (!point.step().equals(KillPoint.ASK_APPROVAL)) {
      stage.worker().killAt(point);
    }
    Verdict verdict = toItsEnd(Optional.of(point));
    assertThat(verdict.workerKills()).isEqualTo(1);
    return verdict;
  }

  /** To the end; the cluster is as before but for one member id, and no write is lost. */
  Verdict toItsEnd(Optional<KillPoint> kill) throws IOException, InterruptedException {
    forgetEarlierOnes();
    var changes = MembershipLog.of(stage.etcd().member(STAYS));
    var script = new Play.Script(scenario, Approve.AUTO, kill, LIMIT, "under test");
    Verdict verdict = new Play(stage, narrator, script).verdict();
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo("completed");
    assertThat(verdict.writes().lost()).isZero();
    assertThat(verdict.writes().acknowledged()).isGreaterThan(100);
    assertThat(changes.added()).as("members that ever came in").hasSize(1);
    assertThat(changes.removed()).as("members that ever went").hasSize(1);
    return verdict;
  }

  private void forgetEarlierOnes() throws IOException {
    for (EtcdMember member : stage.etcd().members()) {
      for (Path aside : LostMember.setAside(member)) {
        Folders.delete(aside);
      }
    }
  }
}
