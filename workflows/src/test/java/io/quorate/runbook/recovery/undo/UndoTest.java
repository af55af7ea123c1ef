package io.quorate.runbook.recovery.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.KeptDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Guard;
import io.quorate.plan.Plan;
import io.quorate.record.ClusterRecord;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import io.quorate.record.RestoredMember;
import io.quorate.record.UndoFacts;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Directories.LeaveRestoredDirectory;
import io.quorate.step.Directories.PutBackDirectory;
import io.quorate.step.Hazard;
import io.quorate.step.RestoredClusters.VerifyUnwritten;
import io.quorate.step.Stops.StopRestored;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Recorder;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds for plans that undo a restore, carried out as the guard judges them. */
class UndoTest {
  private static final ClusterId RESTORED = ClusterId.parse("c2");
  private static final String OPERATION = "payments.1";

  @Test
  void thePlanIsCarriedOutPastTheGuardAndTheOldClusterIsBack() {
    World world = new World(plan());
    world.pastTheGuard();
    ClusterView now = world.now();
    assertThat(now.clusterId()).contains(DrawnMember.HERE);
    assertThat(now.voters())
        .extracting(voter -> voter.id().orElseThrow().value())
        .containsExactly(0xa000L, 0xa001L, 0xa002L);
    assertThat(now.margin()).isNegative();
    assertThat(now.members()).allMatch(one -> one.workload().isHeld());
    assertThat(now.member(world.plan().seen().members().getFirst().name()).orElseThrow().data())
        .extracting(DataDirectory::owner)
        .isEqualTo(Optional.of(new DataOwner(new MemberId(0xa000), DrawnMember.HERE)));
  }

  @Test
  void twoPeopleHaveToSayYes() {
    assertThat(plan().hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan().typed()).contains("main");
  }

  /**
   * No revision counts changes of users, roles and leases, so nobody knows whether there were
   * changes.
   */
  @Test
  void onlyKeysArePromisedAndTheRestIsNamedAsWhatGoesBack() {
    assertThat(plan().promise()).startsWith("No key that a client wrote is lost: ");
    assertThat(plan().text())
        .contains(
            "Users, roles, passwords, the switch of authentication and leases go back to what they"
                + " were before the restore")
        .doesNotContain("No write")
        .doesNotContain("nobody but Quorate wrote");
  }

  /** A member that answers may have served before Quorate looked. */
  @Test
  void aMemberThatAnswersIsNotSaidToHaveNeverServed() {
    Plan plan = plan();
    assertThat(plan.seen().past().isUnserved(plan.seen().clusterId())).isTrue();
    assertThat(plan.promise()).doesNotContain("never seen to serve");
  }

  /** The guard looks at every member's files once more before anything is put back. */
  @Test
  void aWriteThatSlipsInBeforeTheStopKeepsTheOldDataWhereItIs() {
    Plan plan = plan();
    int verify = index(plan, VerifyUnwritten.class);
    ClusterView stopped = plan.expected(verify, AddedIds.NONE);
    DrawnCluster later = restored(91);
    later.source = MembershipSource.RECORDED;
    later.members.forEach(member -> member.silent());
    later.members.forEach(member -> member.workload(Workload.Gone.HELD));
    for (Class<?> kind :
        List.of(VerifyUnwritten.class, PutBackDirectory.class, LeaveRestoredDirectory.class)) {
      int index = index(plan, kind);
      assertThat(Guard.judge(plan, verify, AddedIds.NONE, stopped))
          .isInstanceOf(Verdict.Proceed.class);
      assertThat(Guard.judge(plan, index, AddedIds.NONE, later.view()))
          .isInstanceOfSatisfying(
              Verdict.Refused.class,
              refused ->
                  assertThat(refused.reason().headline()).contains("going back would lose them"));
    }
  }

  /** Of a member with a log of its own the log is put back first, and it tells the owner. */
  @Test
  void aPutBackOfWhichOnlyTheLogIsThereIsNotDone() {
    Plan plan = plan();
    PutBackDirectory back =
        (PutBackDirectory) plan.steps().get(index(plan, PutBackDirectory.class));
    DrawnCluster half = restored(90);
    half.member(0).data = DataDirectory.of(DataDirectory.State.PARTIAL).ownedBy(back.owner());
    assertThat(back.isDone(half.view())).isEmpty();
    half.member(0).data = DataDirectory.of(DataDirectory.State.PRESENT).ownedBy(back.owner());
    assertThat(back.isDone(half.view())).isPresent();
  }

  @Test
  void noMemberIsStoppedOnceAClientWrote() {
    Plan plan = plan();
    assertThat(
            Guard.judge(plan, index(plan, StopRestored.class), AddedIds.NONE, restored(91).view()))
        .isInstanceOf(Verdict.Refused.class);
  }

  /** A member that could start by itself could take writes while its data is judged. */
  @Test
  void nothingIsPutBackWhileAMemberIsNotHeld() {
    Plan plan = plan();
    DrawnCluster running = restored(90);
    running.source = MembershipSource.RECORDED;
    running.members.forEach(member -> member.stopped());
    assertThat(
            Guard.judge(plan, index(plan, PutBackDirectory.class), AddedIds.NONE, running.view()))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.reason().headline()).contains("is not kept stopped"));
  }

  @Test
  void aRecordNeverGoesBackwardsWhenARestoreIsUndone() {
    ClusterRecord record = restored(90).record.orElseThrow();
    Origin began = Origin.undone("payments.2", OPERATION);
    ClusterRecord undone = record.undone(DrawnMember.HERE, DrawnCluster.NOW, began);
    Incarnation now = undone.current().orElseThrow();
    Incarnation old = record.incarnations().getFirst();

    assertThat(undone.incarnations()).hasSize(3).startsWith(old);
    assertThat(now.clusterId()).isEqualTo(DrawnMember.HERE);
    assertThat(now.confirmed()).isEqualTo(old.confirmed());
    assertThat(now.raftIndex()).isEqualTo(old.raftIndex());
    assertThat(undone.undone(DrawnMember.HERE, DrawnCluster.NOW, began)).isEqualTo(undone);
    assertThat(undone.or(record)).isEqualTo(undone);
    assertThat(record.or(undone)).isEqualTo(undone);
    assertThat(RecordedPast.of(Optional.of(undone)).isUnserved(Optional.of(DrawnMember.HERE)))
        .isFalse();
  }

  private static int index(Plan plan, Class<?> kind) {
    return (int) plan.steps().stream().takeWhile(step -> !kind.isInstance(step)).count();
  }

  private static Plan plan() {
    return (Plan)
        Runbooks.prescribe(
            "undo",
            new Options(Map.of("operation", List.of(OPERATION))),
            restored(90).view(),
            ApprovalPolicy.DEFAULT);
  }

  /** A cluster of three that was restored at revision 85; Quorate wrote 5 times since. */
  private static DrawnCluster restored(long revision) {
    DrawnCluster then = DrawnCluster.of(3);
    then.now = DrawnCluster.NOW.minus(Duration.ofHours(1));
    DrawnCluster now = DrawnCluster.of(3);
    for (DrawnMember member : now.members) {
      member.id = new MemberId(member.id.value() + 0x1000);
      member.cluster = RESTORED;
      member.index = revision;
      member.hasDataOf(RESTORED, revision);
    }
    DrawnMember first = now.member(0);
    RestoredMember restored =
        new RestoredMember(
            first.name, first.peerUrl, "main-2-abababab-0", new DataOwner(first.id, RESTORED));
    now.record =
        Optional.of(
            new Recorder(then.view())
                .seen(ClusterRecord.begin(then.key, then.now, "there was no record"))
                .restored(restored, now.now, Origin.restored(OPERATION, "etcd-0-t2-i80.db"))
                .unwritten(RESTORED, new HighWaterMark(85, now.now)));
    DataOwner old = new DataOwner(new MemberId(0xa000), DrawnMember.HERE);
    now.aftermath =
        Optional.of(
            new UndoFacts(
                List.of(
                    new KeptDirectory(
                        first.name,
                        OPERATION,
                        old.member(),
                        Optional.of(old),
                        Optional.empty(),
                        Optional.empty())),
                List.of(),
                Optional.of(5L),
                Optional.empty()));
    return now;
  }
}
