package io.quorate.carrier;

import io.quorate.cluster.AddedIds;
import io.quorate.plan.Plan;
import io.quorate.plan.StepResult;
import io.quorate.step.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Who carries out which step. A new step is one line here. */
public final class Carriers {
  private static final List<Carrier<?>> ALL =
      List.of(
          new AddLearnerCarrier(),
          new AwaitClusterVersionCarrier(),
          new AwaitDowngradeEndCarrier(),
          new AwaitDowngradeReadyCarrier(),
          new AwaitInSyncCarrier(),
          new AwaitRaftSnapshotCarrier(),
          new AwaitReleaseCarrier(),
          new AwaitRoomCarrier(),
          new AwaitVotingCarrier(),
          new CancelDowngradeCarrier(),
          new CompactCarrier(),
          new CompareWaysCarrier(),
          new CopyMemberCarrier(),
          new CountKeysCarrier(),
          new DefragmentCarrier(),
          new DisarmAlarmCarrier(),
          new EnableDowngradeCarrier(),
          new ExpelMemberCarrier(),
          new HoldMemberCarrier(),
          new LeavePlaceCarrier(),
          new MoveLeaderCarrier(),
          new PromoteLearnerCarrier(),
          new RemoveMemberCarrier(),
          new ResumeMemberCarrier(),
          new ResumeToSnapshotCarrier(),
          new RetireMemberCarrier(),
          new SaveSnapshotCarrier(),
          new SetDataAsideCarrier(),
          new StartMemberCarrier(),
          new StopMemberCarrier(),
          new SwitchReleaseCarrier(),
          new UpdatePeerUrlCarrier(),
          new VerifyClusterCarrier());

  private static final Map<Class<?>, Carrier<?>> BY_STEP =
      ALL.stream().collect(Collectors.toMap(Carrier::step, Function.identity()));

  private Carriers() {}

  /**
   * The carrier of a kind of step; the question to people has none, the operation asks it, and it
   * soaks by itself.
   */
  public static Optional<Carrier<?>> of(Class<? extends Step> kind) {
    return Optional.ofNullable(BY_STEP.get(kind));
  }

  /** Carries out one step of a plan through the guard; see {@link Guarded#carryOut}. */
  public static StepResult carryOut(
      Guarded guarded, Plan plan, int index, AddedIds added, Attempt attempt) {
    Carrier<?> carrier =
        of(plan.steps().get(index).getClass())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no carrier carries out " + plan.steps().get(index).name()));
    return guarded.carryOut(plan, index, added, carrier, attempt);
  }
}
