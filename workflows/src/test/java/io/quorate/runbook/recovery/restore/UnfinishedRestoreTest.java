package io.quorate.runbook.recovery.restore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.KeptDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Guard;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Origin;
import io.quorate.record.UndoFacts;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Hazard;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.RestoredClusters.VerifyRestored;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.Recorder;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A restore whose operation ended before the restored member served. */
class UnfinishedRestoreTest {
  private static final String OTHER = "etcd-1-t2-i80.db";
  private static final Instant AN_HOUR_AGO = DrawnCluster.NOW.minus(Duration.ofHours(1));

  @Test
  void anUnfinishedRestoreIsVerifiedAndStartedByADestructivePlan() {
    Plan plan = (Plan) prescribed(interrupted(), Map.of());

    assertThat(plan.title()).startsWith("Finish the restore of main from ");
    assertThat(plan.steps())
        .hasAtLeastOneElementOfType(VerifyRestored.class)
        .hasAtLeastOneElementOfType(StartRestored.class);
    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan.loss().orElseThrow().certainlyLost()).contains(2L);
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().voting()).hasSize(1);
  }

  /** A later operation does not know the options of the operation that was interrupted. */
  @Test
  void aRestoreWithARaiseOfItsOwnIsFinishedWithThatRaise() {
    long raise = 5_000_000_000L;
    DrawnCluster drawn = interrupted(begun(), Map.of("bump-revision", List.of("" + raise)));

    for (Map<String, List<String>> options :
        List.of(Map.<String, List<String>>of(), Map.of("bump-revision", List.of("" + raise)))) {
      assertThat(((Plan) prescribed(drawn, options)).steps())
          .filteredOn(VerifyRestored.class::isInstance)
          .singleElement()
          .satisfies(step -> assertThat(((VerifyRestored) step).bump()).isEqualTo(raise));
    }
  }

  @Test
  void anotherRaiseThanTheRestoredOneIsRefusedAndNotIgnored() {
    DrawnCluster drawn = interrupted(begun(), Map.of("bump-revision", List.of("5000000000")));
    Map<String, List<String>> other = Map.of("bump-revision", List.of("6000000000"));

    assertThat(((Refusal) prescribed(drawn, other)).reason().text())
        .isEqualTo(
            "--bump-revision 6,000,000,000 cannot be followed: operation main.0a1b2c3d has restored"
                + " etcd-0 already, with revisions raised by 5,000,000,000.\n"
                + "Do: Leave --bump-revision out to finish that restore.\n"
                + "Do: To go back to the old data instead: quorate undo main.0a1b2c3d, then this"
                + " again.");
    Map<String, List<String>> ownRound =
        Map.of("bump-revision", List.of("6000000000"), "stage", List.of("restored"));
    assertThat(prescribed(drawn, ownRound)).isInstanceOf(Plan.class);
  }

  /** The random end of a token is no part of the raise. */
  @Test
  void theRaiseIsReadBeforeTheRandomEndOfTheToken() {
    RestoreSource source = source(DrawnCluster.of(3), 0, 90);
    String token = "main-3-%s-5000000000".formatted(source.saved().bytes());
    ClusterKey main = DrawnCluster.of(3).key;

    assertThat(RevisionRaise.Token.raise(token, main, 2, source.saved())).contains(5_000_000_000L);
    assertThat(RevisionRaise.Token.raise(token + "-0a1b2c3d", main, 2, source.saved()))
        .contains(5_000_000_000L);
    assertThat(RevisionRaise.Token.raise(token + "x", main, 2, source.saved())).isEmpty();
    assertThat(RevisionRaise.Token.raise(token, main, 1, source.saved())).isEmpty();
  }

  @Test
  void promisesNothingBecauseNobodyKnowsWhetherAPersonChoseTheSource() {
    DrawnCluster then = DrawnCluster.of(3);
    then.now = AN_HOUR_AGO;
    DrawnCluster drawn = interrupted(new Recorder(then.view()).seen(begun()));

    assertThat(((Plan) prescribed(drawn, Map.of())).promise())
        .startsWith("Acknowledged writes may be lost: all that is not in the source.");
  }

  /** One approval is for the restore and the growth, as it was in the operation that ended. */
  @Test
  void heldAndEmptyMembersJoinAnUnfinishedRestore() {
    DrawnCluster drawn = interrupted();
    drawn.members.add(held("etcd-1"));
    drawn.members.add(held("etcd-2"));
    Plan plan = (Plan) prescribed(drawn, Map.of());

    assertThat(plan.steps()).contains(new VerifyCluster(3));
    assertThat(plan.warnings()).noneMatch(warning -> warning.startsWith("Afterwards"));
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().voting()).hasSize(3);
  }

  @Test
  void aMemberThatHasDataAgainStaysOutAndIsNamed() {
    DrawnCluster drawn = interrupted();
    drawn.members.add(held("etcd-1"));
    DrawnMember partial = held("etcd-2");
    partial.data = DataDirectory.of(DataDirectory.State.PARTIAL);
    drawn.members.add(partial);
    Plan plan = (Plan) prescribed(drawn, Map.of());

    assertThat(plan.steps()).contains(new VerifyCluster(1));
    assertThat(plan.warnings())
        .contains(
            "Afterwards there is 1 of 3 voters (etcd-0), margin 0: the next loss stops all writes."
                + " etcd-1 does not join: an even number of voters tolerates no more losses."
                + " etcd-2 does not join: there is data at its place again."
                + " Go back to 3 with scale --members 3 once there are places for them.");
  }

  @Test
  void votersWhosePlacesNobodyConfiguredAreCounted() {
    assertThat(((Plan) prescribed(interrupted(), Map.of())).warnings())
        .anyMatch(warning -> warning.contains(" 2 voters of before are not in quorate.yml."));
  }

  @Test
  void anotherSnapshotThatIsNamedIsRestoredInItsPlace() {
    DrawnCluster drawn = interrupted();
    Plan plan =
        (Plan) prescribed(drawn, Map.of("from", List.of("snapshot"), "snapshot", List.of(OTHER)));

    RestoreMember restore = restore(plan);
    assertThat(restore.file()).isEqualTo(OTHER);
    assertThat(drawn.view().past().incarnations(restore.first().owner().cluster())).isEmpty();
    assertThat(plan.loss().orElseThrow().certainlyLost()).contains(12L);
  }

  /** The cluster that it begins has the voters that there were, and not the one of the restore. */
  @Test
  void heldAndEmptyMembersJoinARestoreFromAnotherSnapshotToo() {
    DrawnCluster drawn = interrupted();
    drawn.members.add(held("etcd-1"));
    drawn.members.add(held("etcd-2"));
    Plan plan =
        (Plan) prescribed(drawn, Map.of("from", List.of("snapshot"), "snapshot", List.of(OTHER)));

    assertThat(plan.steps()).contains(new VerifyCluster(3));
    assertThat(plan.warnings()).noneMatch(warning -> warning.startsWith("Afterwards"));
  }

  @Test
  void aRestoreFromAnotherSnapshotWarnsThatFewerVotersAreLeft() {
    Plan plan =
        (Plan)
            prescribed(
                interrupted(), Map.of("from", List.of("snapshot"), "snapshot", List.of(OTHER)));

    assertThat(plan.warnings())
        .anyMatch(warning -> warning.startsWith("Afterwards there is 1 of 3 voters (etcd-0)"));
  }

  /** A second restore that was interrupted too: the first one never had those members. */
  @Test
  void theVotersAreThoseOfTheClusterThatServedLast() {
    DrawnCluster drawn = interrupted();
    drawn.members.add(held("etcd-1"));
    drawn.members.add(held("etcd-2"));
    Map<String, List<String>> other =
        Map.of("from", List.of("snapshot"), "snapshot", List.of(OTHER));
    RestoreMember again = restore((Plan) prescribed(drawn, other));
    begin(drawn, again, drawn.record.orElseThrow());

    assertThat(((Plan) prescribed(drawn, Map.of())).steps()).contains(new VerifyCluster(3));
  }

  /** The store of records was new: scale is how it comes to its full size. */
  @Test
  void aRestoreWithoutARecordOfTheMembersServesAloneAndWarns() {
    DrawnCluster drawn = interrupted(begun());
    drawn.members.add(held("etcd-1"));
    drawn.members.add(held("etcd-2"));

    Plan plan = (Plan) prescribed(drawn, Map.of());

    assertThat(plan.steps()).contains(new VerifyCluster(1));
    assertThat(plan.warnings())
        .anyMatch(
            warning ->
                warning.endsWith(
                    "Which members there were before is not recorded, so it serves alone then:"
                        + " scale adds the others."));
  }

  @Test
  void theRefusalNamesAMissingSourceAndTheOptionForAnotherSnapshot() {
    DrawnCluster drawn = interrupted();
    drawn.sources.clear();

    assertThat(((Refusal) prescribed(drawn, Map.of())).reason().text())
        .contains("was restored by operation main.0a1b2c3d from etcd-0-t2-i90.db")
        .contains("--snapshot");
  }

  @Test
  void theRefusalSaysThatADamagedSourceIsStillKept() {
    DrawnCluster drawn = interrupted();
    RestoreSource restored = drawn.sources.removeFirst();
    drawn.sources.add(restored.unusableBecause(SnapshotFlaw.unusable("a page of it is damaged")));

    assertThat(((Refusal) prescribed(drawn, Map.of())).reason().text())
        .contains("etcd-0-t2-i90.db is kept and must not be restored (a page of it is damaged)");
  }

  /** A snapshot that the store does not return now may still exist. */
  @Test
  void anUnfinishedRestoreWaitsWhileSnapshotsCannotBeRead() {
    DrawnCluster drawn = interrupted();
    drawn.sources.clear();
    drawn.protection = Protection.NONE.notAllRead("x.db could not be read");

    assertThat(((NotYet) prescribed(drawn, Map.of())).reason().text())
        .startsWith("Which snapshots are left is not known: x.db could not be read.");
  }

  /** Its data is gone again too: nothing was written since the history before it. */
  @Test
  void aRestoredMemberThatLostTheDataIsRestoredFromTheSameSnapshot() {
    DrawnCluster drawn = interrupted();
    drawn.member(0).gone();

    assertThat(restore((Plan) prescribed(drawn, Map.of())).file()).isEqualTo("etcd-0-t2-i90.db");
  }

  /** What it holds may be newer than what was restored, and nobody was told so yet. */
  @Test
  void theRefusalProposesUndoForAnOldMemberThatIsBackWithData() {
    DrawnCluster drawn = withAnOldMember();

    assertThat(((Refusal) prescribed(drawn, Map.of())).reason().text())
        .startsWith("etcd-1 of the old cluster is there again with data that may be newer")
        .contains("quorate undo main.0a1b2c3d, then this again");
  }

  @Test
  void anOldMemberThatIsThereAgainEmptyIsHeldFirst() {
    DrawnCluster drawn = withAnOldMember();
    drawn.member(1).data = DataDirectory.of(DataDirectory.State.EMPTY);
    Plan plan = (Plan) prescribed(drawn, Map.of());

    assertThat(plan.steps()).contains(new FenceMembers(List.of(drawn.member(1).name)));
    new World(plan).pastTheGuard();
  }

  /** Approved again and again it would never start: the statement is what has to go. */
  @Test
  void aStatementAboutAReachableHostIsRefusedAndUndoIsProposed() {
    DrawnCluster drawn = withAnOldMember();

    assertThat(((Refusal) prescribed(drawn, Map.of("is-off", List.of("etcd-1")))).reason().text())
        .startsWith("etcd-1 was stated to be off and its host can be reached")
        .contains("quorate undo main.0a1b2c3d");
  }

  /** The second question makes two clusters possible as the first did, and says so too. */
  @Test
  void thePlanToFinishWarnsOfTheMembersStatedOff() {
    DrawnCluster drawn = withAnOldMember();
    drawn.member(1).unreached();
    Plan plan = (Plan) prescribed(drawn, Map.of("is-off", List.of("etcd-1")));

    assertThat(plan.warnings())
        .anyMatch(warning -> warning.contains("whoever asked stated --is-off etcd-1"));
  }

  /** Between the restore and the start lies a verification of up to two hours. */
  @Test
  void theGuardStartsNoRestoreWhileAnOldMemberIsNotKeptStopped() {
    DrawnCluster drawn = interrupted();
    drawn.members.add(held("etcd-1"));
    drawn.members.add(held("etcd-2"));
    Plan plan = (Plan) prescribed(drawn, Map.of());
    int start =
        (int) plan.steps().stream().takeWhile(step -> !(step instanceof StartRestored)).count();

    assertThat(Guard.judge(plan, start, AddedIds.NONE, drawn.view()))
        .isInstanceOf(Verdict.Proceed.class);
    drawn.member(1).workload(Workload.Gone.STOPPED);
    assertThat(Guard.judge(plan, start, AddedIds.NONE, drawn.view()))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.reason().headline())
                    .startsWith("etcd-1 of the old cluster is not kept stopped"));
    drawn.member(1).silent();
    assertThat(Guard.judge(plan, start, AddedIds.NONE, drawn.view()))
        .isInstanceOf(Verdict.Refused.class);
  }

  /** The advice of both refusals, followed: undo, and then the recovery, with nobody to ask. */
  @Test
  void theAdviceToUndoLeadsToAnUndoAndThenToARecovery() {
    for (boolean stopped : List.of(true, false)) {
      DrawnCluster drawn = withAnOldMember();
      drawn.members.add(held("etcd-2"));
      if (!stopped) {
        drawn.member(1).silent();
      }
      String because = ((Refusal) prescribed(drawn, Map.of())).reason().text();
      assertThat(because).contains("quorate undo main.0a1b2c3d, then this again");

      World undo = new World((Plan) undone(drawn)).remembering();
      undo.pastTheGuard();
      assertThat(undo.now().clusterId()).contains(DrawnMember.HERE);
      Prescription then =
          Runbooks.prescribe(
              "majority-recovery", new Options(Map.of()), undo.now(), ApprovalPolicy.DEFAULT);
      assertThat(then).as(then.toString()).isInstanceOf(Plan.class);
    }
  }

  /** The other advice: where a host cannot be reached, undo does not ask it anything. */
  @Test
  void anOldMemberThatNobodyCanReachKeepsNoRestoreFromBeingUndone() {
    DrawnCluster drawn = withAnOldMember();
    drawn.members.add(held("etcd-2"));
    drawn.member(1).unreached();
    keptOf(drawn, drawn.member(0));
    assertThat(((Refusal) prescribed(drawn, Map.of())).reason().text())
        .contains("may still run")
        .contains("quorate undo main.0a1b2c3d, then this again");

    new World((Plan) undone(drawn)).remembering().pastTheGuard();
  }

  private static void keptOf(DrawnCluster drawn, DrawnMember member) {
    DataOwner old = new DataOwner(new DrawnMember(member.name.value()).id, DrawnMember.HERE);
    drawn.aftermath =
        Optional.of(
            new UndoFacts(
                List.of(
                    new KeptDirectory(
                        member.name,
                        "main.0a1b2c3d",
                        old.member(),
                        Optional.of(old),
                        Optional.empty(),
                        Optional.empty())),
                List.of(),
                Optional.empty(),
                Optional.empty()));
  }

  private static Prescription undone(DrawnCluster drawn) {
    return Runbooks.prescribe(
        "undo",
        new Options(Map.of("operation", List.of("main.0a1b2c3d"))),
        drawn.view(),
        ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster withAnOldMember() {
    DrawnCluster drawn = interrupted();
    DrawnMember old = new DrawnMember("etcd-1");
    old.status = VotingStatus.UNLISTED;
    old.stopped();
    old.data =
        DataDirectory.of(DataDirectory.State.PRESENT)
            .ownedBy(new DataOwner(old.id, DrawnMember.HERE));
    drawn.members.add(old);
    return drawn;
  }

  /** The place of a member of the old cluster, as a restore leaves it. */
  private static DrawnMember held(String name) {
    DrawnMember place = new DrawnMember(name);
    place.status = VotingStatus.UNLISTED;
    place.gone();
    place.workload(Workload.Gone.HELD);
    return place;
  }

  private static RestoreMember restore(Plan plan) {
    return plan.steps().stream()
        .filter(RestoreMember.class::isInstance)
        .map(RestoreMember.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Prescription prescribed(DrawnCluster drawn, Map<String, List<String>> options) {
    return Runbooks.prescribe(
        "majority-recovery", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster interrupted() {
    DrawnCluster then = DrawnCluster.of(3);
    then.members.forEach(member -> member.index = 92);
    then.now = AN_HOUR_AGO;
    return interrupted(new Recorder(then.view()).seen(begun()));
  }

  /** A record into which nobody has written yet. */
  private static ClusterRecord begun() {
    return ClusterRecord.begin(DrawnCluster.of(3).key, AN_HOUR_AGO, "there was no record");
  }

  private static DrawnCluster interrupted(ClusterRecord record) {
    return interrupted(record, Map.of());
  }

  private static DrawnCluster interrupted(ClusterRecord record, Map<String, List<String>> options) {
    DrawnCluster lost = DrawnCluster.of(3);
    lost.members.forEach(DrawnMember::gone);
    lost.source = MembershipSource.RECORDED;
    lost.record = Optional.of(record);
    lost.sources.add(source(lost, 0, 90));
    lost.sources.add(source(lost, 1, 80));
    RestoreMember restored = restore((Plan) prescribed(lost, options));
    DrawnCluster drawn = DrawnCluster.of(1);
    drawn.member(0).stopped();
    drawn.source = MembershipSource.RECORDED;
    drawn.sources.addAll(lost.sources);
    begin(drawn, restored, record);
    return drawn;
  }

  /** Draws the first member as this restore left it, and begins its history in the record. */
  private static void begin(DrawnCluster drawn, RestoreMember restored, ClusterRecord record) {
    drawn.member(0).id = restored.first().owner().member();
    drawn.member(0).cluster = restored.first().owner().cluster();
    drawn.member(0).data =
        DataDirectory.of(DataDirectory.State.PRESENT).ownedBy(restored.first().owner());
    drawn.record =
        Optional.of(
            record.restored(
                restored.first(),
                DrawnCluster.NOW.minus(Duration.ofMinutes(5)),
                Origin.restored("main.0a1b2c3d", restored.file())));
  }

  private static RestoreSource source(DrawnCluster drawn, int of, long reached) {
    return drawn.source(drawn.member(of), reached, Optional.empty());
  }
}
