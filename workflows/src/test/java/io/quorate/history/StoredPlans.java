package io.quorate.history;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.Destination;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.data.KeptDirectory;
import io.quorate.data.LogPrint;
import io.quorate.data.UncertainTail;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.plan.Plan;
import io.quorate.record.ClusterRecord;
import io.quorate.record.FormerMember;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import io.quorate.record.RestoredMember;
import io.quorate.record.UndoFacts;
import io.quorate.record.WorstLoss;
import io.quorate.record.WorstLosses;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.Addresses.AwaitReached;
import io.quorate.step.Addresses.UpdatePeerUrl;
import io.quorate.step.Adoptions.AdoptWorkloads;
import io.quorate.step.Adoptions.RestoreWorkloads;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Awaits.AwaitRoom;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.BeginVoter;
import io.quorate.step.Bracket.HandBackWorkloads;
import io.quorate.step.Bracket.TakeOverToAdopt;
import io.quorate.step.Bracket.TakeOverWorkloads;
import io.quorate.step.Directories.LeaveOldDirectory;
import io.quorate.step.Directories.LeaveRestoredDirectory;
import io.quorate.step.Directories.PutBackDirectory;
import io.quorate.step.Directories.PutBackUnused;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.step.Downgrades.CancelDowngrade;
import io.quorate.step.Downgrades.EnableDowngrade;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Holds.LeaveDestination;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.SalvageMember;
import io.quorate.step.IsolatedRuns.TryRestore;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.PromoteLearner;
import io.quorate.step.Joins.StartElsewhere;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Moves.CompareWays;
import io.quorate.step.Moves.CopyMember;
import io.quorate.step.Moves.LeavePlace;
import io.quorate.step.PlaceChanges.AddPlace;
import io.quorate.step.PlaceChanges.RemovePlace;
import io.quorate.step.Releases.AwaitRelease;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Removals.ExpelMember;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.Restorations.ReturnToOldCluster;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.RestoredClusters.VerifyRestored;
import io.quorate.step.RestoredClusters.VerifyUnwritten;
import io.quorate.step.Runs.AwaitEnd;
import io.quorate.step.Runs.ContinueMember;
import io.quorate.step.Runs.KillMember;
import io.quorate.step.Runs.TerminateMember;
import io.quorate.step.SetAsides.SetCopyAside;
import io.quorate.step.SetAsides.SetDataAside;
import io.quorate.step.SetAsides.SetStaleCopyAside;
import io.quorate.step.SetAsides.SetVolumeAside;
import io.quorate.step.Snapshots.CountKeys;
import io.quorate.step.Snapshots.SaveFromSurvivor;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Space.Compact;
import io.quorate.step.Space.Defragment;
import io.quorate.step.Starts.ResumeAnywhere;
import io.quorate.step.Starts.ResumeElsewhere;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.EndSurvivor;
import io.quorate.step.Stops.StopForGood;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Stops.StopRestored;
import io.quorate.step.Stops.TakeDown;
import io.quorate.step.Versions.AwaitClusterVersion;
import io.quorate.step.Versions.AwaitDowngradeReady;
import io.quorate.step.Versions.AwaitRaftSnapshot;
import io.quorate.step.Votes.AwaitQuorum;
import io.quorate.step.Votes.AwaitReturn;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.Votes.MoveLeader;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Rehearse;
import io.quorate.step.WorkflowStep.Soak;
import io.quorate.view.Recorder;
import io.quorate.workload.Arrival;
import io.quorate.workload.Grace;
import io.quorate.workload.Hang;
import io.quorate.workload.MachineTime;
import io.quorate.workload.Placement;
import io.quorate.workload.Run;
import io.quorate.workload.Trap;
import io.quorate.workload.WalDirectory;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadForm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans that are stored in tests, and the steps of which they are made. */
final class StoredPlans {
  private static final MemberName LOST = new MemberName("etcd-1");
  private static final MemberId ID = new MemberId(0xa001);

  private static final Run RUN = new Run("4711.3", "pid 4711");

  private static final Hang HANG = new Hang(Hang.Kind.STOPPED, "is stopped by a signal", "77.46.");

  private static final DataOwner OWNER = new DataOwner(ID, DrawnMember.HERE);

  private static final FormerMember FORMER =
      new FormerMember(OWNER, "etcd-1 (a001), last seen at raft index 90", Optional.of(false));

  private static final RestoredMember RESTORED =
      RestoredMember.of(LOST, "http://etcd-1:2380", "main-2-abababab-1000000000");

  private StoredPlans() {}

  /** One of every kind of step. */
  static List<Step> steps() {
    return List.of(
        new AddLearner(LOST, "http://etcd-1:2380"),
        new AskApproval(2, Optional.of("oncall"), Optional.of(new ApprovalTerms(1, true))),
        new AwaitClusterVersion("3.6"),
        new AwaitDowngradeEnd("3.5"),
        new AwaitDowngradeReady("3.5"),
        new AwaitEnd(LOST, RUN),
        new AwaitInSync(LOST),
        new AwaitQuorum(List.of(LOST), 2, 3),
        new AwaitRaftSnapshot(LOST, 90),
        new AwaitReached(LOST, ID, "http://etcd-1:2380"),
        new AwaitRelease(LOST, EtcdVersion.parse("3.6.16")),
        new AwaitReturn(List.of(LOST), 2, 3),
        new AwaitRoom(LOST, 154, Optional.of(128L)),
        new AwaitVoting(LOST),
        new BeginVoter(LOST, ID, "http://etcd-1:2380", BeginVoter.Ground.RECORD),
        new CancelDowngrade("3.5"),
        new Compact(new Revision(90), Optional.of(LOST)),
        new CompareWays(LOST),
        new ContinueMember(LOST, RUN),
        new CopyMember(LOST, new MemberName("etcd-1.next"), ID),
        new CountKeys(LOST),
        new Defragment(LOST, Defragment.Until.COMPACT, Optional.of(new MemberName("etcd-2"))),
        new DisarmAlarm(new Alarm(Alarm.Kind.NOSPACE, Optional.of(ID)), "etcd-1"),
        new DrillSnapshot(
            LOST, Optional.of("main.db"), 1_000_000_000L, DrillSnapshot.IfBad.NEXT_OLDER),
        new EnableDowngrade("3.5"),
        new ExpelMember(LOST, ID, ExpelMember.Lineage.UNKNOWN),
        new EndSurvivor(LOST),
        new FenceMembers(List.of(LOST, new MemberName("etcd-2"))),
        new HoldMember(LOST),
        new KillMember(LOST, RUN, HANG),
        new LeaveOldDirectory(LOST, ID),
        new LeaveRestoredDirectory(LOST, ID, new Revision(90)),
        new LeavePlace(LOST, new MemberName("etcd-1.next"), ID),
        new MoveLeader(LOST, new MemberName("etcd-2")),
        new PromoteLearner(LOST),
        new PutBackDirectory(LOST, OWNER, "main.0a1b2c3d", new Revision(90)),
        new PutBackUnused(LOST, OWNER, "main.0a1b2c3d"),
        new RemoveMember(LOST, ID),
        new RestoreMember(RESTORED, "main.db", 1_000_000_000, List.of(new MemberName("etcd-2"))),
        new ResumeMember(LOST),
        new ResumeToSnapshot(LOST, 90),
        new RetireMember(LOST, ID),
        new ReturnMember(
            LOST, Optional.of("there is no record"), Optional.of("there is no record")),
        new ReturnToOldCluster(DrawnMember.HERE, "main.0a1b2c3d"),
        new SalvageMember(LOST, ID),
        new SaveFromSurvivor(LOST, ID),
        SaveSnapshot.unlessFresh(new MemberName("etcd-2")),
        new SetCopyAside(new MemberName("etcd-1.next"), LOST, ID),
        new SetDataAside(LOST, ID, Optional.of(FORMER)),
        new SetStaleCopyAside(new MemberName("etcd-1.next"), LOST, ID),
        new Soak(Duration.ofMinutes(10)),
        new Rehearse(new Soak(Duration.ofMinutes(10))),
        new StartMember(LOST),
        new StartRestored(RESTORED, List.of(new MemberName("etcd-2"))),
        new StopMember(LOST),
        new StopRestored(LOST, new Revision(90)),
        new SwitchRelease(
            LOST,
            EtcdVersion.parse("3.5.35"),
            EtcdVersion.parse("3.6.16"),
            List.of("ETCD_MEMORY_MLOCK becomes it."),
            SwitchRelease.Kind.TURN),
        new TakeDown(LOST),
        new TakeOverWorkloads("StatefulSet etcd"),
        new HandBackWorkloads("StatefulSet etcd"),
        new TerminateMember(LOST, RUN, HANG),
        new TryRestore(LOST, "main.db", 1_000_000_000),
        new UpdatePeerUrl(
            LOST,
            ID,
            "http://10.0.0.9:2380",
            "http://etcd-1:2380",
            Optional.of(List.of("http://10.1.0.9:2380"))),
        new VerifyCluster(3, Set.of(Alarm.Kind.NOSPACE)),
        new VerifyRestored(
            RESTORED, new Revision(90), 1_000_000_000, Optional.of(7L), Optional.of("lost.db")),
        new VerifyUnwritten(new Revision(90)),
        new DisarmRestored(LOST, Set.of(Alarm.Kind.NOSPACE)),
        new AddPlace(LOST),
        new RemovePlace(LOST),
        new ResumeElsewhere(LOST, Destination.node("worker-2")),
        new LeaveDestination(LOST, Destination.node("worker-2")),
        new ResumeAnywhere(LOST),
        new StartElsewhere(LOST, Destination.zone("eu-1b")),
        new SetVolumeAside(LOST, ID, "pvc-4711", Optional.of(FORMER)),
        new StopForGood(LOST, "its preStop hook removes the member"),
        new TakeOverToAdopt("StatefulSet etcd"),
        new AdoptWorkloads(FORM.id(), FORM.change(), FORM.back()),
        new RestoreWorkloads(FORM.id(), FORM.back()));
  }

  private static final WorkloadForm FORM =
      new WorkloadForm(
          WorkloadForm.Stage.UNFIT,
          "5eed5eed5eed5eed",
          "The podManagementPolicy of the StatefulSet etcd is OrderedReady.",
          true,
          "Create the StatefulSet etcd again",
          "Create the StatefulSet etcd again as it was",
          Optional.of("it has a finalizer"),
          List.of("While the StatefulSet is away, nobody creates a pod."));

  static Plan plan() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    return (Plan)
        Runbooks.prescribe(
            "minority-replace",
            new Options(Map.of("member", List.of("etcd-1"))),
            drawn.view(),
            ApprovalPolicy.DEFAULT);
  }

  /** A plan of all steps for a cluster of which every fact is known. */
  static Plan everything() {
    DrawnCluster drawn = drawn();
    drawn.compared = true;
    drawn.control =
        Optional.of(
            new WorkloadControl(
                "StatefulSet etcd",
                WorkloadControl.Holder.PLATFORM,
                "its template has no gate",
                Optional.of("its podManagementPolicy is OrderedReady"),
                Optional.of("helm applies a manifest with replicas: 3."),
                List.of(),
                Optional.of(FORM),
                Optional.of("helm applies its manifest"),
                List.of()));
    drawn.arrival =
        Optional.of(
            new Arrival(
                new Journey(LOST, Destination.zone("b")),
                new Arrival.Leaves("pvc-4711", "The volume pvc-4711 is on worker-1 alone"),
                Optional.of(new FailureDomain("b")),
                List.of("A later pod goes where the scheduler likes."),
                Optional.of("worker-2")));
    drawn.comparedEarlier =
        Optional.of(
            new DrawnCluster.EarlierComparison(
                Duration.ofHours(3), Optional.of("etcd-1 differs"), Optional.of(LOST)));
    drawn.salvage =
        Optional.of(
            new Salvage(
                ID,
                2,
                80,
                Salvage.Way.DATABASE_FILE,
                Salvage.Trailer.MISSING,
                Optional.of(new Salvage.LogEnd(2, 84))));
    drawn.alarms.add(new Alarm(Alarm.Kind.NOSPACE, Optional.of(ID)));
    drawn.releases.add(EtcdVersion.parse("3.6.16"));
    DrawnMember next = new DrawnMember("etcd-0.next");
    next.next();
    drawn.members.add(next);
    DrawnMember first = drawn.member(0);
    first.alarms.add(Alarm.Kind.NOSPACE);
    first.downgradeTo = Optional.of("3.5");
    first.binary = Optional.of(EtcdVersion.parse("3.6.16"));
    first.alsoAt = Optional.of(List.of("http://node-0:2380"));
    first.ordinal = Optional.of(0);
    first.site = Optional.of(new FailureDomain("east"));
    first.raftSnapshot = Optional.of(80L);
    first.joinObstacle = Optional.of("its template makes the list of variables");
    first.problems.put(EtcdVersion.parse("3.6.16"), "its directory is not there");
    first.workload =
        new Workload(
            new Workload.Running(
                Optional.of(RUN), Optional.of(HANG), Optional.of(Duration.ofSeconds(12))),
            "pid 4711 runs",
            Optional.of("write wal: no space left on device"),
            new Placement(
                Optional.of("9f86d081884c"),
                Optional.of(new FailureDomain("b")),
                Optional.of("pvc-4711"),
                Optional.of(new FailureDomain("east"))),
            Optional.of(
                new MachineTime(Optional.of(Instant.EPOCH), Optional.of(Duration.ofSeconds(-62)))),
            Optional.of("its livenessProbe asks for /readyz, in line 38 of etcd.yaml"),
            new Grace(Duration.ofSeconds(60), Grace.By.KUBELET),
            Optional.of(new Trap(Trap.Kind.STOP, "its preStop hook removes the member")));
    first.machine = first.workload.placement().node();
    first.seenZone = first.workload.placement().zone();
    first.seenVolume = first.workload.placement().volume();
    first.seenSite = first.workload.placement().site();
    first.data =
        new DataDirectory(
            DataDirectory.State.PRESENT,
            Optional.of(new DataFinding(DataVerdict.WAL_DAMAGED, "its log ends early")),
            Optional.of(1L << 30),
            Optional.of(ID),
            Optional.of("main.0a1b2c3d"),
            Optional.of(new DataOwner(ID, DrawnMember.HERE)),
            Optional.of(new WalDirectory("/wal", Optional.of(1L << 30), Optional.of("a link"))),
            Optional.of("its disk is not mounted"),
            Optional.of(Instant.EPOCH),
            Optional.of(
                new DataPosition(
                    2,
                    91,
                    90,
                    80,
                    81,
                    List.of(drawn.member(0).listing()),
                    Optional.of(new UncertainTail(2, 1, List.of("/a"), 3, true)),
                    Optional.of(
                        new LogPrint(
                            List.of(new LogPrint.TermRun(3, 2)),
                            List.of(new LogPrint.EntryDigest(88, 7)))))),
            Optional.of(92L),
            Optional.of(
                new DataFiles(
                    3L << 30,
                    2L << 30,
                    Optional.of("3.6:0a1b2c3d"),
                    Optional.of(Instant.EPOCH),
                    Optional.of(Instant.EPOCH),
                    Optional.of(
                        new DataFinding(
                            DataVerdict.DB_DAMAGED, "page 16 is not the page of a tree")))),
            Optional.of(89L));
    TlsFailure expired =
        new TlsFailure(
            TlsFailure.Certificate.THEIRS,
            TlsFailure.Reason.EXPIRED,
            Optional.of(Instant.EPOCH),
            "no TLS connection: NotAfter");
    drawn.member(1).silence = new Silence.Tls("etcd-1 does not answer", expired);
    drawn.member(1).peerUrl = "http://10.0.0.9:2380";
    drawn.member(2).peerUrl = "http://10.0.0.8:2380";
    drawn.protection =
        new Protection(
            Optional.of(
                new Drill(
                    "main.db",
                    Instant.EPOCH,
                    Duration.ofSeconds(41),
                    Duration.ofSeconds(38),
                    Optional.of(SnapshotFlaw.ofTrial("its revision is 7")),
                    Optional.of(Duration.ofSeconds(8)))),
            Optional.of(Duration.ofHours(6)),
            List.of("main.db"),
            Optional.of("the bucket is gone"),
            Optional.of(Duration.ofHours(192)),
            Optional.of(drawn.view().lastSnapshot().orElseThrow()),
            Optional.of("the clock is off"));
    Plan plan = plan();
    return new Plan(
        plan.runbook(),
        plan.request(),
        plan.title(),
        drawn
            .view()
            .after(past(drawn))
            .withSources(List.of(source(drawn)))
            .withUndoFacts(aftermath()),
        steps(),
        List.of("a warning"),
        plan.promise(),
        Optional.of(loss()));
  }

  private static UndoFacts aftermath() {
    return new UndoFacts(
        List.of(
            new KeptDirectory(
                LOST,
                "main.0a1b2c3d",
                ID,
                Optional.of(OWNER),
                Optional.of(new DataFinding(DataVerdict.WAL_DAMAGED, "its log ends early")),
                Optional.of(
                    new DataPosition(
                        2, 91, 90, 80, 81, List.of(), Optional.empty(), Optional.empty())))),
        List.of("etcd-2: its host is away"),
        Optional.of(2L),
        Optional.of("nobody votes"));
  }

  private static AnnouncedLoss loss() {
    return new AnnouncedLoss(
        "the data of etcd-1",
        new Revision(90),
        Optional.of(120L),
        Optional.of(30L),
        Optional.of(35L),
        Optional.of(DrawnCluster.NOW),
        Optional.of(DrawnCluster.NOW.plusSeconds(60)),
        List.of("30 revisions are certainly lost."),
        Optional.of(140L));
  }

  private static RestoreSource source(DrawnCluster drawn) {
    return new RestoreSource(
        drawn.saved(
            LOST,
            new DataPosition(2, 91, 90, 80, 81, List.of(), Optional.empty(), Optional.empty()),
            Optional.of(ID)),
        new Revision(90),
        91,
        Optional.of(7L),
        List.of(Alarm.Kind.NOSPACE),
        Optional.of("3.5"),
        Optional.of(true),
        Optional.of(2L),
        Optional.of(SnapshotFlaw.unusable("its log ends early")));
  }

  private static RecordedPast past(DrawnCluster drawn) {
    ClusterRecord none = ClusterRecord.begin(drawn.key, drawn.now, "there was no record");
    Recorder recorder = new Recorder(drawn.view());
    RecordedPast past =
        new RecordedPast(
            recorder.accepting(recorder.seen(none), "dana", "restored").orElseThrow().current(),
            Optional.of("it is damaged"),
            recorder
                .seen(none)
                .restored(RESTORED, drawn.now.plusSeconds(1), Origin.restored("main.1", "main.db"))
                .unwritten(RESTORED.owner().cluster(), new HighWaterMark(91, drawn.now))
                .removed(RESTORED.owner().member(), 3)
                .incarnations(),
            List.of(drawn.member(1).name),
            Optional.empty(),
            List.of(drawn.member(1).name),
            Optional.of(
                new WorstLosses(
                    List.of(new WorstLoss("zone", "a", 1, 3, drawn.now, Optional.of(drawn.now))))));
    return past.drawing("0a1b2c3d");
  }

  static DrawnCluster drawn() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(0).settings.put("ETCD_INITIAL_CLUSTER_TOKEN", "payments-1");
    drawn.member(0).upkeep = Optional.of(new MaintenanceCounters(40, 2));
    drawn.member(1).gone();
    drawn.member(2).quotaBytes = -1;
    return drawn;
  }
}
