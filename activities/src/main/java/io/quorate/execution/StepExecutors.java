package io.quorate.execution;

import static java.util.stream.Collectors.toMap;

import io.quorate.data.DataDirectory;
import io.quorate.plan.PlannedStep;
import io.quorate.plan.StepResult;
import io.quorate.port.Failure;
import io.quorate.step.Addresses.AwaitReached;
import io.quorate.step.Addresses.UpdatePeerUrl;
import io.quorate.step.Adoptions.AdoptWorkloads;
import io.quorate.step.Adoptions.RestoreWorkloads;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Alarms.DisarmRestored;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The table from kinds of steps to their effects. A new step is one entry here. */
public final class StepExecutors {
  /** Time that a learner's start may take beyond the longest standstill while it receives. */
  private static final Duration EMPTY_START = Duration.ofSeconds(15);

  /**
   * Limit for the start of a member with data, which replays its write-ahead log before it serves.
   */
  private static final Duration START = Duration.ofMinutes(4);

  /**
   * Environment variables for one run of a process that has to take its next raft snapshot soon.
   */
  private static final SortedMap<String, String> SNAPSHOT_SOON =
      new TreeMap<>(
          Map.of("ETCD_SNAPSHOT_COUNT", Integer.toString(ResumeToSnapshot.SNAPSHOT_COUNT)));

  private static final Map<Class<? extends Step>, Entry<?>> BY_KIND =
      Stream.of(membership(), processes(), files(), database(), waits(), versions())
          .flatMap(List::stream)
          .collect(toMap(Entry::kind, entry -> entry));

  private StepExecutors() {}

  private static List<Entry<?>> membership() {
    return List.of(
        entry(AddLearner.class, MembershipExecutors::addLearner),
        readBack(
            PromoteLearner.class,
            (step, c) -> c.membership().promote(c.through(), c.id(step.member()), c.permit())),
        entry(RemoveMember.class, MembershipExecutors::removeMember),
        entry(ExpelMember.class, new MembershipExecutors.ExpelMemberExecutor()),
        readBack(
            RetireMember.class,
            (step, c) -> c.membership().remove(c.through(), step.id(), c.permit())),
        readBack(
            UpdatePeerUrl.class,
            (step, c) -> c.membership().update(c.through(), step.id(), step.urls(), c.permit())),
        readBack(
            MoveLeader.class,
            (step, c) -> c.maintenance().moveLeader(step.from(), c.id(step.to()), c.permit())));
  }

  private static List<Entry<?>> processes() {
    return List.of(
        readBack(TakeOverWorkloads.class, (step, c) -> c.ports().takeover().takeOver(c.permit())),
        readBack(
            TakeOverToAdopt.class, (step, c) -> c.ports().takeover().takeOverToAdopt(c.permit())),
        evidence(
            AdoptWorkloads.class, (step, c) -> c.ports().takeover().adopt(step.form(), c.permit())),
        evidence(
            RestoreWorkloads.class,
            (step, c) -> c.ports().takeover().giveBackForm(step.form(), c.permit())),
        readBack(HandBackWorkloads.class, (step, c) -> c.ports().takeover().handBack(c.permit())),
        readBack(
            AddPlace.class,
            (step, c) -> c.ports().platform().places().add(step.member(), c.permit())),
        evidence(
            RemovePlace.class,
            (step, c) -> c.ports().platform().places().remove(step.member(), c.permit())),
        readBack(
            HoldMember.class, (step, c) -> c.ports().workloads().hold(step.member(), c.permit())),
        readBack(
            LeaveDestination.class,
            (step, c) -> c.ports().workloads().hold(step.member(), c.permit())),
        entry(FenceMembers.class, new FenceMembersExecutor()),
        readBack(
            StopMember.class, (step, c) -> c.ports().workloads().stop(step.member(), c.permit())),
        readBack(
            StopForGood.class,
            (step, c) -> c.ports().workloads().stopForGood(step.member(), c.permit())),
        entry(EndSurvivor.class, new EndSurvivorExecutor()),
        readBack(
            TakeDown.class,
            (step, c) -> {
              RecordUpdate.rememberFiles(c.ports(), c.view());
              c.ports().workloads().stop(step.member(), c.permit());
            }),
        readBack(
            StopRestored.class,
            (step, c) -> {
              RecordUpdate.unwritten(c.ports(), c.view().clusterId(), step.upTo(), c.view().at());
              c.ports().workloads().stop(step.member(), c.permit());
            }),
        readBack(
            TerminateMember.class,
            (step, c) -> c.ports().workloads().terminate(step.member(), step.run(), c.permit())),
        readBack(
            KillMember.class,
            (step, c) -> c.ports().workloads().kill(step.member(), step.run(), c.permit())),
        readBack(
            StartMember.class,
            (step, c) -> new Starting(step, step.member(), c).whileItReceives(EMPTY_START)),
        readBack(
            StartElsewhere.class,
            (step, c) ->
                new Starting(step, step.member(), c).at(step.to()).whileItReceives(EMPTY_START)),
        readBack(
            ResumeElsewhere.class,
            (step, c) -> new Starting(step, step.member(), c).at(step.to()).until(START)),
        readBack(
            ResumeMember.class, (step, c) -> new Starting(step, step.member(), c).until(START)),
        readBack(
            ResumeAnywhere.class, (step, c) -> new Starting(step, step.member(), c).until(START)),
        readBack(
            ResumeToSnapshot.class,
            (step, c) -> new Starting(step, step.member(), c).with(SNAPSHOT_SOON).until(START)),
        readBack(
            StartRestored.class,
            (step, c) -> new Starting(step, step.first().name(), c).until(START)),
        readBack(
            ContinueMember.class,
            (step, c) -> c.ports().workloads().letGoOn(step.member(), step.run(), c.permit())),
        evidence(
            ReturnMember.class,
            (step, c) -> {
              RecordUpdate.tried(c.ports(), step.member(), c.view().at());
              // The record may be far away, and the permit is for a young look.
              StepContext now = c.permitted(c.afterFetching());
              return new Starting(step, step.member(), now).untilItRuns();
            }),
        evidence(
            BeginVoter.class,
            (step, c) -> {
              if (c.member(step.member()).data().state() == DataDirectory.State.PARTIAL) {
                // etcd's first start failed: what it left is no data, and no place for a new one.
                c.ports().data().setAside(step.member(), step.id(), c.anew().get());
              }
              return new Starting(step, step.member(), c).untilItRuns();
            }));
  }

  private static List<Entry<?>> files() {
    return List.of(
        evidence(
            SetDataAside.class,
            (step, c) -> c.ports().data().setAside(step.member(), step.was(), c.permit())),
        evidence(
            SetVolumeAside.class,
            (step, c) ->
                c.ports()
                    .data()
                    .setVolumeAside(step.member(), step.volume(), step.was(), c.permit())),
        evidence(
            SetCopyAside.class,
            (step, c) ->
                c.ports().data().setAside(step.copy(), AddLearner.NOT_YET_KNOWN, c.permit())),
        evidence(
            SetStaleCopyAside.class,
            (step, c) -> c.ports().data().setAside(step.copy(), step.id(), c.permit())),
        evidence(
            LeaveOldDirectory.class,
            (step, c) -> c.ports().data().setAside(step.member(), step.was(), c.permit())),
        evidence(
            LeaveRestoredDirectory.class,
            (step, c) -> c.ports().data().setAside(step.member(), step.was(), c.permit())),
        entry(DisarmRestored.class, SpaceExecutors::disarmRestored),
        evidence(VerifyUnwritten.class, (step, c) -> step.evidence()),
        evidence(
            PutBackDirectory.class,
            (step, c) ->
                c.ports()
                    .data()
                    .putBack(step.member(), step.owner().member(), step.operation(), c.permit())),
        evidence(
            PutBackUnused.class,
            (step, c) ->
                c.ports()
                    .data()
                    .putBack(step.member(), step.owner().member(), step.operation(), c.permit())),
        entry(ReturnToOldCluster.class, RestoreExecutors::returnToOldCluster),
        entry(SalvageMember.class, new SalvageMemberExecutor()),
        entry(TryRestore.class, new TryRestoreExecutor()),
        entry(RestoreMember.class, RestoreExecutors::restoreMember),
        entry(VerifyRestored.class, RestoreExecutors::verifyRestored),
        evidence(CopyMember.class, MoveExecutors::copy),
        evidence(
            LeavePlace.class,
            (step, c) ->
                c.ports().data().handOver(step.member(), step.to(), step.id(), c.permit())),
        readBack(
            SwitchRelease.class,
            (step, c) ->
                c.ports()
                    .installations()
                    .switchTo(step.member(), step.to(), step.settings(c.view()), c.permit())));
  }

  private static List<Entry<?>> database() {
    return List.of(
        entry(SaveFromSurvivor.class, SaveSnapshotExecutor::fromSurvivor),
        entry(SaveSnapshot.class, new SaveSnapshotExecutor()),
        entry(CountKeys.class, SpaceExecutors::countKeys),
        entry(Compact.class, SpaceExecutors::compact),
        entry(Defragment.class, SpaceExecutors::defragment),
        entry(DisarmAlarm.class, new SpaceExecutors.DisarmAlarmExecutor()),
        entry(DrillSnapshot.class, new DrillSnapshotExecutor()),
        entry(VerifyCluster.class, new VerifyClusterExecutor()));
  }

  private static List<Entry<?>> waits() {
    return List.of(
        evidence(AwaitEnd.class, (step, c) -> step.member() + " has ended"),
        evidence(AwaitInSync.class, (step, c) -> new CatchingUp(step.member(), c).awaitedOrTold()),
        evidence(AwaitVoting.class, (step, c) -> new CatchingUp(step.member(), c).voted()),
        entry(AwaitReached.class, MoveExecutors::awaitReached),
        evidence(AwaitReturn.class, ReturnWatch::awaited),
        evidence(AwaitQuorum.class, (step, c) -> AwaitQuorum.evidence(c.view())),
        entry(AwaitRelease.class, VersionExecutors::awaitRelease),
        entry(AwaitRaftSnapshot.class, VersionExecutors::awaitRaftSnapshot),
        entry(AwaitRoom.class, SpaceExecutors::awaitRoom),
        entry(CompareWays.class, MoveExecutors::compareWays));
  }

  private static List<Entry<?>> versions() {
    return List.of(
        entry(EnableDowngrade.class, VersionExecutors::enableDowngrade),
        readBack(CancelDowngrade.class, VersionExecutors::cancelDowngrade),
        entry(AwaitDowngradeEnd.class, VersionExecutors::awaitDowngradeEnd),
        evidence(
            AwaitDowngradeReady.class,
            (step, c) -> {
              c.requireFor(AwaitDowngradeReady.STEADY, step::missing);
              return "cluster and storage version are %s on all members, for %d s now"
                  .formatted(step.line(), AwaitDowngradeReady.STEADY.toSeconds());
            }),
        evidence(
            AwaitClusterVersion.class,
            (step, c) -> {
              c.requireFor(AwaitClusterVersion.STEADY, step::missing);
              return "the cluster version is %s on all members, for %d s now"
                  .formatted(step.line(), AwaitClusterVersion.STEADY.toSeconds());
            }));
  }

  /** An entry for a step whose effect the next look shows. */
  private static <S extends Step> Entry<S> readBack(
      Class<S> kind, BiConsumer<S, StepContext> effect) {
    return entry(
        kind,
        (step, context) -> {
          effect.accept(step, context);
          return Optional.empty();
        });
  }

  /** An entry for a step that returns its own evidence. */
  private static <S extends Step> Entry<S> evidence(
      Class<S> kind, BiFunction<S, StepContext, String> effect) {
    return entry(kind, (step, context) -> Optional.of(effect.apply(step, context)));
  }

  private static <S extends Step> Entry<S> entry(Class<S> kind, StepExecutor<S> executor) {
    return new Entry<>(kind, executor);
  }

  private record Entry<S extends Step>(Class<S> kind, StepExecutor<S> executor) {
    StepResult execute(Guarded guarded, PlannedStep planned, Attempt attempt) {
      return guarded.execute(planned, kind.cast(planned.step()), executor, attempt);
    }
  }

  /**
   * Whether a kind of step has an effect here. A question to people and a soak have none; the
   * workflow does them itself.
   */
  public static boolean has(Class<? extends Step> kind) {
    return BY_KIND.containsKey(kind);
  }

  /**
   * Executes one step of a plan through the guard; see {@link Guarded#execute}. Where it waits
   * because quorum is lost, and needs a member that the plan keeps stopped, that member is started
   * first and the plan is over.
   */
  public static StepResult execute(Guarded guarded, PlannedStep planned, Attempt attempt) {
    Entry<?> entry = BY_KIND.get(planned.step().getClass());
    if (entry == null) {
      throw new IllegalArgumentException("no effect is known of " + planned.step().name());
    }
    try {
      return entry.execute(guarded, planned, attempt);
    } catch (Failure.NotYet waiting) {
      PlannedStep back = guarded.comingBack(planned).orElseThrow(() -> waiting);
      throw broughtBack(execute(guarded, back, attempt), waiting);
    }
  }

  /** The end of a plan whose stopped member was started, because quorum needed it. */
  private static WorldChanged broughtBack(StepResult came, Failure waiting) {
    return new WorldChanged(
        "Quorum was lost while a member was out (%s). It was started where it was: %s."
            .formatted(waiting.getMessage(), came.evidence()));
  }
}
