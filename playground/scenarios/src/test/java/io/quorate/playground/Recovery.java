package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A member is lost and replaced, and what must be true of it whatever happens meanwhile. */
record Recovery(Stage stage, Narrator narrator) {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String STAYS = "etcd-0";

  /** Something that is done to the stage while the recovery goes on. */
  @FunctionalInterface
  interface Meanwhile {
    void happen() throws Exception;
  }

  /** To the end, with the worker killed once at each of these points. */
  Verdict withWorkerKilled(Set<KillPoint> points) throws IOException, InterruptedException {
    stage.worker().awaitPolling(LIMIT);
    stage.worker().killAt(KillPoint.inActivities(points));
    Verdict verdict = judged(Approve.AUTO, points);
    assertThat(verdict.workerKills()).isEqualTo(points.size());
    return verdict;
  }

  /** To the end, approved in Slack at once. */
  Verdict approvedAtOnce(Meanwhile meanwhile) throws IOException, InterruptedException {
    return during(meanwhile, Approve.AUTO);
  }

  /** To the end; what happens meanwhile has to say yes. */
  Verdict approvedBy(Meanwhile meanwhile) throws IOException, InterruptedException {
    return during(meanwhile, Approve.ASK);
  }

  private Verdict during(Meanwhile meanwhile, Approve approve)
      throws IOException, InterruptedException {
    stage.worker().awaitPolling(LIMIT);
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(
            () -> {
              try {
                meanwhile.happen();
              } catch (Exception failed) {
                throw new CompletionException(failed);
              }
            },
            // The common pool has one thread on two cores, and this one may wait for minutes.
            Thread::startVirtualThread);
    Verdict verdict = judged(approve, Set.of());
    done.join();
    return verdict;
  }

  /** The cluster is as before but for one member id, and no write is lost. */
  private Verdict judged(Approve approve, Set<KillPoint> kills)
      throws IOException, InterruptedException {
    forgetEarlierOnes();
    var changes = MembershipLog.of(stage.etcd().member(STAYS));
    var script = new Play.Script(new LostMember(), approve, kills, LIMIT, "under test");
    Verdict verdict = new Play(stage, narrator, script).verdict();
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo("completed");
    assertThat(verdict.writes().lost()).isZero();
    assertThat(verdict.writes().acknowledged()).isGreaterThan(100);
    assertThat(changes.added()).as("members that ever came in").hasSize(1);
    assertThat(changes.removed()).as("members that ever went").hasSize(1);
    return verdict;
  }

  /** A fresh snapshot of an earlier recovery would spare this one the step that saves one. */
  private void forgetEarlierOnes() throws IOException {
    new KeptSnapshots(stage.etcd()).forget();
    for (EtcdMember member : stage.etcd().members()) {
      for (Path aside : LostMember.setAside(member)) {
        Folders.delete(aside);
      }
    }
  }
}
