package io.quorate.runbook.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.operation.Briefing;
import io.quorate.operation.LossSummary;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.plan.Plan;
import io.quorate.plan.PlanDifference;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.recording.Recording;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.Directories.LeaveOldDirectory;
import io.quorate.step.Hazard;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.Step;
import io.quorate.step.Verdict;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds for plans of a recovery, carried out as the guard judges them. */
class RestoreTest {
  @Test
  void thePlanIsCarriedOutPastTheGuardAndEveryEffectIsKnownAgain() {
    Plan plan = plan(allGone());
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().voting()).hasSize(3);
    assertThat(world.now().clusterId()).isNotEqualTo(plan.seen().clusterId());
  }

  /** It parked an outage at night: a process that was just ending could not be read. */
  @Test
  void aProcessThatCannotBeReadForAMomentIsLookedAtAgain() {
    Step restore =
        plan(allGone()).steps().stream()
            .filter(RestoreMember.class::isInstance)
            .findFirst()
            .orElseThrow();
    DrawnCluster drawn = allGone();
    drawn.members.forEach(member -> member.workload(Workload.Gone.HELD));
    assertThat(restore.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    drawn.member(1).workload(Workload.Uncertain.AMBIGUOUS);
    assertThat(restore.mayRun(drawn.view())).isInstanceOf(Verdict.NotYet.class);
  }

  @Test
  void theGuardLetsAllStoppedMembersReturn() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::stopped);
    World world = new World(plan(drawn));
    world.pastTheGuard();
    assertThat(world.now().margin()).isEqualTo(1);
    assertThat(world.plan().hazard()).isEqualTo(Hazard.REVERSIBLE);
  }

  @Test
  void aSurvivorIsStoppedAndItsDataReadPastTheGuard() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.source = MembershipSource.LOCAL;
    drawn.member(0).leads = false;
    drawn.member(0).followsNobody = true;
    drawn.member(1).gone();
    drawn.member(2).gone();
    World world = new World(plan(drawn));
    world.pastTheGuard();
    assertThat(world.plan().hazard()).isEqualTo(Hazard.REVERSIBLE);
    assertThat(world.now().voting()).isEmpty();
  }

  @Test
  void theSamePlanHasTheSameIdsAndDigest() {
    assertThat(plan(allGone()).digest()).isEqualTo(plan(allGone()).digest());
  }

  @Test
  void aRestoreNeedsTwoPeopleAndSetsAsideWhatIsThere() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    DrawnMember left = drawn.member(0);
    left.stopped();
    left.data =
        DataDirectory.of(DataDirectory.State.PRESENT)
            .reaching(
                new DataPosition(2, 90, 90, 90, 90, List.of(), Optional.empty(), Optional.empty()));
    drawn.sources.add(source(drawn, true));
    Plan plan = plan(drawn);
    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan.steps().stream().filter(LeaveOldDirectory.class::isInstance)).hasSize(1);
    assertThat(plan.steps().stream().filter(RestoreMember.class::isInstance)).hasSize(1);
  }

  @Test
  void theRecordedPlanHasALossSummaryThatTheWarningsDoNotRepeat() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(source(drawn, 80, false));

    Briefing briefing = recorded(drawn);

    LossSummary loss = briefing.loss().orElseThrow();
    assertThat(loss.source()).startsWith("snapshot ").endsWith(".db");
    assertThat(loss.revision()).contains(80L);
    assertThat(loss.highestSeen()).contains(90L);
    assertThat(loss.certainlyLost()).contains(10L);
    assertThat(loss.possiblyLost()).as("nobody can count it").isEmpty();
    assertThat(loss.lines()).hasSize(3);
    assertThat(loss.worst()).isEqualTo("At least 10 acknowledged changes will be lost.");
    assertThat(briefing.warnings()).isNotEmpty().doesNotContainAnyElementsOf(loss.lines());
    assertThat(briefing.text()).contains(loss.lines());
  }

  /** The worst question there is says how long the last restore took, and of what. */
  @Test
  void theQuestionHasTheLastRestoreOnTrial() {
    DrawnCluster drawn = allGone();
    assertThat(recorded(drawn).text()).contains("none that is kept was ever restored on trial.");

    drawn.protection =
        Protection.of(
            List.of(
                new Drill(
                    "main.db",
                    drawn.now.minus(Duration.ofDays(3)),
                    Duration.ofSeconds(41),
                    Duration.ofSeconds(38),
                    Optional.of(
                        SnapshotFlaw.ofTrial("restored it has 6 keys, and its source had 7")),
                    Optional.empty())),
            BackupPolicy.NONE);
    assertThat(recorded(drawn).text())
        .contains("Snapshot: Last snapshot 14 min ago: revision 80 or later")
        .contains("Last drill 3 days ago FAILED for main.db: restored it has 6 keys");
  }

  @Test
  void aSnapshotFromBeforeTheLastQuorumBoundsTheTimeOfLostChanges() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sourceAge = Duration.ofHours(3);
    drawn.sources.add(source(drawn, 80, false));

    LossSummary loss = recorded(drawn).loss().orElseThrow();

    assertThat(loss.window())
        .isEqualTo(
            new LossSummary.Window(
                Optional.of(DrawnCluster.NOW.minus(Duration.ofHours(3))),
                Optional.of(DrawnCluster.NOW.minus(Duration.ofHours(1)))));
    assertThat(loss.lines().get(1)).contains("written between ");
  }

  /** A member that was behind can give a snapshot after quorum was last seen. */
  @Test
  void aSnapshotFromAfterTheLastQuorumGivesTheLossNoBeginning() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(source(drawn, 80, false));

    LossSummary loss = recorded(drawn).loss().orElseThrow();

    assertThat(loss.window().from()).isEmpty();
    assertThat(loss.window().to()).contains(DrawnCluster.NOW.minus(Duration.ofHours(1)));
    assertThat(loss.lines().get(1)).contains("written before ").doesNotContain("between");
  }

  @Test
  void aSnapshotWithAllThatQuorumHadLosesOnlyLaterChanges() {
    LossSummary loss = recorded(allGone()).loss().orElseThrow();

    assertThat(loss.certainlyLost()).contains(0L);
    assertThat(loss.window().from()).contains(DrawnCluster.NOW.minus(Duration.ofHours(1)));
    assertThat(loss.window().to()).isEmpty();
    assertThat(loss.worst()).startsWith("Nothing that quorum was last seen to have");
  }

  @Test
  void withoutARecordTheNumbersAreUnknownAndNotZero() {
    DrawnCluster drawn = allGone();
    drawn.record = Optional.empty();

    LossSummary loss = recorded(drawn).loss().orElseThrow();

    assertThat(loss.highestSeen()).isEmpty();
    assertThat(loss.certainlyLost()).isEmpty();
    assertThat(loss.window()).isEqualTo(LossSummary.Window.UNKNOWN);
    assertThat(loss.worst()).endsWith("is unknown.");
  }

  /** 3.5 starts on data of 3.7, and nothing in it tells. */
  @Test
  void aSnapshotOfANewerMinorThanTheEtcdThatWouldStartOnItIsRefused() {
    DrawnCluster drawn = allGone();
    EtcdVersion saved = drawn.sources.getFirst().saved().version();
    EtcdVersion older = new EtcdVersion(saved.major(), saved.minor() - 1, 99);
    drawn.releases.add(saved);
    drawn.members.forEach(member -> member.binary = Optional.of(older));

    Prescription refused =
        Runbooks.prescribe(
            "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);

    assertThat(((Refusal) refused).reason().text())
        .contains("is of etcd " + saved)
        .contains("would be started on it with " + older)
        .contains("--snapshot");
  }

  /** The ids that were used are in the record, and a used one would let old members join. */
  @Test
  void nothingIsRestoredByItselfWhileTheRecordCannotBeRead() {
    DrawnCluster drawn = allGone();
    drawn.source = MembershipSource.FILES;
    drawn.unread = Optional.of("it is damaged");

    Prescription refused =
        Runbooks.prescribe(
            "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);

    assertThat(((Refusal) refused).reason().text())
        .contains("The record of the cluster cannot be read: it is damaged.")
        .contains("rename its folder")
        .doesNotContain("--bump-revision");
    assertThat(
            Runbooks.prescribe(
                "majority-recovery",
                new Options(Map.of("bump-revision", List.of("1000000001"))),
                drawn.view(),
                ApprovalPolicy.DEFAULT))
        .as("each step of it would write into the record")
        .isInstanceOf(Refusal.class);
  }

  /** Nobody is stopped for a salvage that could not go on. */
  @Test
  void noSurvivorIsStoppedWhileTheRecordCannotBeRead() {
    DrawnCluster drawn = allGone();
    drawn.member(0).workload(Workload.Running.EXPECTED);
    drawn.source = MembershipSource.FILES;
    drawn.unread = Optional.of("it is damaged");

    assertThat(
            Runbooks.prescribe(
                "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal ->
                assertThat(refusal.because())
                    .startsWith("The record of the cluster cannot be read: it is damaged."));
  }

  /**
   * A record that came back from an old copy counts as many histories as it did before, and the
   * same snapshot is restored again. The question stays the same all the same.
   */
  @Test
  void twoPlansOfARestoreDifferInTokenAndNotInDigest() {
    DrawnCluster drawn = allGone();
    ClusterView view = drawn.view();
    Plan one = planned(view.after(view.past().drawing("0a1b2c3d")));
    Plan other = planned(view.after(view.past().drawing("99999999")));

    assertThat(restored(one).first().bootstrapName()).endsWith("-0a1b2c3d");
    assertThat(restored(one).first().owner()).isNotEqualTo(restored(other).first().owner());
    assertThat(one.digest()).isEqualTo(other.digest());
    assertThat(one.sameMatterAs(other)).isTrue();
  }

  private static Plan planned(ClusterView view) {
    return (Plan)
        Runbooks.prescribe(
            "majority-recovery", new Options(Map.of()), view, ApprovalPolicy.DEFAULT);
  }

  private static RestoreMember restored(Plan plan) {
    return plan.steps().stream()
        .filter(RestoreMember.class::isInstance)
        .map(RestoreMember.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** In the middle of an upgrade one place fits and another does not. */
  @Test
  void aSnapshotIsRestoredWhereEtcdIsNotOlderThanIt() {
    DrawnCluster drawn = allGone();
    EtcdVersion saved = drawn.sources.getFirst().saved().version();
    drawn.releases.add(saved);
    drawn.member(0).binary = Optional.of(new EtcdVersion(saved.major(), saved.minor() - 1, 99));

    assertThat(plan(drawn).steps())
        .filteredOn(RestoreMember.class::isInstance)
        .singleElement()
        .satisfies(
            step ->
                assertThat(((RestoreMember) step).first().name()).isEqualTo(drawn.member(1).name));
  }

  @Test
  void anApprovalNamesTheCost() {
    Plan plan = plan(allGone());
    AnnouncedLoss loss = plan.loss().orElseThrow();
    Plan cheaper =
        plan.announcing(
            new AnnouncedLoss(
                loss.source(),
                loss.revision(),
                loss.highestSeen(),
                loss.certainlyLost(),
                loss.possiblyLost(),
                loss.from(),
                loss.to(),
                List.of("Nothing is lost."),
                loss.highestIndex()));

    assertThat(cheaper.digest()).isNotEqualTo(plan.digest());
    assertThat(PlanDifference.voids(plan, cheaper, true).orElseThrow())
        .contains("the loss now: Nothing is lost.");
  }

  @Test
  void theLossSummaryHasTheHighestRecordedRaftIndex() {
    assertThat(recorded(allGone()).loss().orElseThrow().highestIndex()).contains(90L);
    DrawnCluster unrecorded = allGone();
    unrecorded.record = Optional.empty();
    assertThat(recorded(unrecorded).loss().orElseThrow().highestIndex()).isEmpty();
  }

  /** A snapshot that must not be restored is told of, and never taken. */
  @Test
  void anUnusableSnapshotCountsAsSeenAndIsNoSource() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(source(drawn, 80, false));
    drawn.sources.add(
        source(drawn, 95, false).unusableBecause(SnapshotFlaw.unusable("a page of it is damaged")));

    LossSummary loss = recorded(drawn).loss().orElseThrow();

    assertThat(loss.revision()).contains(80L);
    assertThat(loss.highestSeen()).contains(95L);
    assertThat(loss.certainlyLost()).contains(15L);
    assertThat(loss.lines().getLast()).startsWith("Cannot be used (a page of it is damaged): ");
  }

  /** Whoever reaches a client port could read and write what was protected before. */
  @Test
  void aSourceFromBeforeAuthenticationWasSwitchedOnIsWarnedOf() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(authenticating(source(drawn, 90, false), true));
    drawn.sourceAge = Duration.ofHours(3);
    RestoreSource before = authenticating(source(drawn, 80, false), false);
    drawn.sources.add(before);

    Plan plan = plan(drawn, Map.of("snapshot", List.of(before.saved().file())));

    assertThat(plan.warnings())
        .anyMatch(warning -> warning.startsWith("Authentication is off in the source and on in "));
    assertThat(plan(drawn).warnings())
        .anyMatch(warning -> warning.startsWith("Authentication is on in the source: "));
  }

  private static RestoreSource authenticating(RestoreSource source, boolean on) {
    return new RestoreSource(
        source.saved(),
        source.revision(),
        source.raftIndex(),
        source.keys(),
        source.alarms(),
        source.downgradeTo(),
        Optional.of(on),
        source.raftTerm(),
        Optional.empty());
  }

  private static Briefing recorded(DrawnCluster drawn) {
    Plan plan = plan(drawn);
    return new Recording("0.1").plan(plan, DiagnosisTable.diagnose(plan.seen())).briefing();
  }

  private static Plan plan(DrawnCluster drawn) {
    return plan(drawn, Map.of());
  }

  private static Plan plan(DrawnCluster drawn, Map<String, List<String>> options) {
    return (Plan)
        Runbooks.prescribe(
            "majority-recovery", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster allGone() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(source(drawn, false));
    return drawn;
  }

  private static RestoreSource source(DrawnCluster drawn, boolean salvaged) {
    return source(drawn, 90, salvaged);
  }

  private static RestoreSource source(DrawnCluster drawn, long reached, boolean salvaged) {
    DrawnMember of = drawn.member(0);
    return drawn.source(of, reached, salvaged ? Optional.of(of.id) : Optional.empty());
  }
}
