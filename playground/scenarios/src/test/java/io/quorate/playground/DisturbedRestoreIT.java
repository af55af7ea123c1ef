package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.wire.ShowJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A restore in whose middle the world goes on: each time a sentence says what is in the way, no
 * byte of a member is changed, and it goes on once that is over.
 */
@ParameterizedClass(name = "etcd {0}")
@MethodSource("io.quorate.playground.AfterWrites#minors")
@InTurn(4)
class DisturbedRestoreIT extends AfterWrites {
  /** More than a look carries of one history. */
  private static final int MANY = 26;

  /** Between question and yes a member's data is back: what people approved is not needed. */
  @Test
  void aMemberThatReturnsVoidsTheApprovalAndNothingIsRestored() throws Exception {
    EtcdMember back = member(1);
    Path kept = back.dataDirectory().resolveSibling("data-elsewhere");
    back.kill();
    Files.move(back.dataDirectory(), kept);
    member(2).kill();
    member(2).destroyData();
    member(0).kill();
    SortedMap<String, String> data = sums(member(0).dataDirectory());
    String operation = asked();

    Files.move(kept, back.dataDirectory());
    ShowJson ended = operations.completed(others(operation));

    assertThat(ended.approvals().getFirst().state()).isEqualTo("void");
    assertThat(ended.approvals().getFirst().because().orElseThrow()).contains(back.name());
    assertThat(ended.notices()).anyMatch(notice -> notice.contains(back.name()));
    assertThat(names(ended, "done")).doesNotContain("restore-member");
    for (EtcdMember member : List.of(member(0), back)) {
      assertThat(LostMember.setAside(member)).as("kept as it was").isEmpty();
    }
    assertThat(data).isNotEmpty();
    nothingIsLost();
  }

  /** The newest snapshots by the clocks of who saved them are the nearest to the beginning. */
  @Test
  void theFurthestSnapshotIsRestoredNotTheNewestAndAFurtherSnapshotVoidsTheApproval()
      throws Exception {
    for (int saved = 0; saved < MANY; saved++) {
      new KeptSnapshots(stage.etcd()).save(Duration.ofHours(-6).minusMinutes(saved));
    }
    written();
    SavedSnapshot far = new KeptSnapshots(stage.etcd()).save(Duration.ofHours(6));
    writes = written();
    KeptSnapshots elsewhere = KeptSnapshots.elsewhere(stage.etcd());
    SavedSnapshot further = elsewhere.save(Duration.ofHours(12));
    for (EtcdMember member : stage.etcd().members()) {
      member.kill();
      member.destroyData();
    }
    String operation = asked();
    assertThat(operations.operation(operation).report().orElseThrow().source())
        .isEqualTo("snapshot " + far.file());

    elsewhere.bringBack(further);
    ShowJson ended = operations.completed(others(operation));

    assertThat(ended.approvals()).hasSize(2);
    assertThat(ended.approvals().getFirst().state()).isEqualTo("void");
    assertThat(ended.approvals().getFirst().because().orElseThrow()).contains(further.file());
    assertThat(ended.report().orElseThrow().source()).isEqualTo("snapshot " + further.file());
    nothingIsLost();
  }

  /** Lost before the first step, and unreadable in the middle of the restore. */
  @Test
  void aLostSnapshotStoreParksTheRestoreUntilTheStoreIsBack() throws Exception {
    loseTwo();
    EtcdMember survivor = member(0);
    SortedMap<String, String> data = sums(survivor.files().folder());
    String operation = asked();
    Path store = stage.folder().file("snapshots");
    Path away = stage.folder().file("snapshots-away");

    Files.move(store, away);
    ShowJson lost = parked(operation);
    assertThat(lost.because()).contains(store + "/playground was there and is gone", "mounted");
    assertThat(sums(survivor.files().folder())).isEqualTo(data);
    assertThat(store).as("nothing is begun in its place").doesNotExist();

    Files.move(away, store);
    var stands = stage.worker().stopAt(KillPoint.parse("restore-member:before"));
    retried(operation);
    Await.until("the restore to be begun", LIMIT, stands::isDone);
    Path folder = store.resolve(Stage.CLUSTER);
    Files.move(folder, away);
    Files.writeString(folder, "a disk that cannot be read");
    stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    ShowJson unreadable = parked(operation);
    assertThat(unreadable.because()).contains(store + "/playground was there and is gone");
    Path aside = LostMember.setAside(survivor).getFirst();
    assertThat(sums(aside)).isEqualTo(below(data, survivor.dataDirectory().getFileName()));

    Files.delete(folder);
    Files.move(away, folder);
    retried(operation);
    operations.completed(others(operation));
    assertThat(sums(aside)).isEqualTo(below(data, survivor.dataDirectory().getFileName()));
    nothingIsLost();
  }

  @Test
  void aSecondRecoveryAtTheSameTimeIsRefusedAndTheRunningOperationIsNamed() throws Exception {
    loseTwo();
    Set<String> earlier = operations.earlier();
    List<CompletableFuture<ChildJvm.Ended>> both =
        Stream.of("alice", "bob")
            .map(by -> CompletableFuture.supplyAsync(() -> started(by)))
            .toList();

    List<ChildJvm.Ended> ended = both.stream().map(CompletableFuture::join).toList();

    assertThat(ended).filteredOn(one -> one.exitCode() == 0).hasSize(1);
    ChildJvm.Ended refused =
        ended.stream().filter(one -> one.exitCode() != 0).findFirst().orElseThrow();
    String operation = operations.until(earlier, "be there", one -> true).operation();
    assertThat(refused.said()).contains(operation).contains(RECOVERY);
    operations.completed(earlier);
    assertThat(operations.earlier()).as("the recovery and its drill").hasSize(earlier.size() + 2);
    nothingIsLost();
  }

  /** Quorum is lost while a member is out for its restart: one thing at a time. */
  @Test
  void aRecoveryIsRefusedUntilTheRollingRestartHasEnded() throws Exception {
    var stands = stage.worker().stopAt(KillPoint.parse("stop-member:after"));
    Set<String> earlier = operations.earlier();
    operations.start("rolling-restart");
    String roll = operations.until(earlier, "stop a member", one -> stands.isDone()).operation();
    EtcdMember out = one(false);
    EtcdMember leader =
        stage
            .etcd()
            .member(
                Inspection.of(stage.etcd(), 3).members().stream()
                    .filter(seen -> seen.leader())
                    .findFirst()
                    .orElseThrow()
                    .name());
    long pid = leader.pid().orElseThrow();
    ChildJvm.Ended refused = started("alice");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.said()).contains(roll).contains("rolling-restart");

    out.destroyData();
    for (EtcdMember member : stage.etcd().members()) {
      if (member.isRunning() && !member.equals(leader)) {
        lose(member);
      }
    }
    stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    ShowJson stuck =
        operations.until(others(roll), "say so", one -> one.hasParked() || one.hasEnded());
    assertThat(stuck.because()).contains(out.name());
    assertThat(leader.pid()).as("nobody restarts whom quorum needs").hasValue(pid);
    if (stuck.hasParked()) {
      quorate("abort", roll, "--reason", "quorum is lost", "--as", "robin").good();
      operations.until(others(roll), "end", ShowJson::hasEnded);
    }
    operations.recovery();
    nothingIsLost();
  }

  private ChildJvm.Ended started(String by) {
    try {
      return quorate("start", RECOVERY, Stage.CLUSTER, "--as", by);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private EtcdMember one(boolean running) {
    return stage.etcd().members().stream()
        .filter(member -> member.isRunning() == running)
        .findFirst()
        .orElseThrow();
  }

  private void loseTwo() throws Exception {
    lose(member(1));
    lose(member(2));
    member(0).kill();
  }

  private static void lose(EtcdMember member) throws Exception {
    member.kill();
    member.destroyData();
  }

  /** A recovery that asks whether to restore, and has no answer yet; returns the operation. */
  private String asked() throws Exception {
    Set<String> earlier = operations.earlier();
    operations.start(RECOVERY);
    List<String> asking = new ArrayList<>();
    Await.until(
        "the question",
        LIMIT,
        () -> {
          for (String one : operations.earlier()) {
            if (!earlier.contains(one) && operations.operation(one).openApproval().isPresent()) {
              asking.add(one);
            }
          }
          return !asking.isEmpty();
        });
    return asking.getFirst();
  }

  private ShowJson parked(String operation) throws InterruptedException {
    return operations.until(others(operation), "park", ShowJson::hasParked);
  }

  private void retried(String operation) throws Exception {
    ChildJvm.Ended retry =
        quorate("retry", operation, "--reason", "the store is back", "--as", "robin");
    assertThat(retry.exitCode()).as(retry.said()).isZero();
  }

  private Set<String> others(String operation) throws InterruptedException {
    return operations.earlier().stream()
        .filter(one -> !one.equals(operation))
        .collect(Collectors.toSet());
  }

  private static List<String> names(ShowJson operation, String state) {
    return operation.steps().stream()
        .filter(step -> step.state().equals(state))
        .map(ShowJson.StepJson::name)
        .toList();
  }

  /** Of sums of files those below this folder, by their paths in it. */
  private static SortedMap<String, String> below(SortedMap<String, String> sums, Path folder) {
    String above = folder + "/";
    SortedMap<String, String> inside = new TreeMap<>();
    for (Map.Entry<String, String> file : sums.entrySet()) {
      if (file.getKey().startsWith(above)) {
        inside.put(file.getKey().substring(above.length()), file.getValue());
      }
    }
    return inside;
  }

  /** The SHA-256 of every file but the locks of whoever looks after the member. */
  private static SortedMap<String, String> sums(Path folder) throws Exception {
    SortedMap<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toString().endsWith(".lock")) {
          byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
          sums.put(folder.relativize(file).toString(), HexFormat.of().formatHex(sum));
        }
      }
    }
    return sums;
  }
}
