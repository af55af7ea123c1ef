package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.Locale;
import java.util.Optional;

/**
 * One step of a plan. It carries stable names, never connection details; all that is material is in
 * its {@link #sentence}, because that is what an approver reads.
 *
 * <p>A new step is a record here, its name in {@code permits}, and an effect in the table of step
 * executors.
 */
public sealed interface Step
    permits AddLearner,
        AskApproval,
        AwaitClusterVersion,
        AwaitDowngradeEnd,
        AwaitDowngradeReady,
        AwaitInSync,
        AwaitRaftSnapshot,
        AwaitRelease,
        AwaitRoom,
        AwaitVoting,
        CancelDowngrade,
        Compact,
        CompareWays,
        CopyMember,
        CountKeys,
        Defragment,
        DisarmAlarm,
        EnableDowngrade,
        ExpelMember,
        HoldMember,
        LeavePlace,
        MoveLeader,
        PromoteLearner,
        RemoveMember,
        ResumeMember,
        ResumeToSnapshot,
        RetireMember,
        SaveSnapshot,
        SetDataAside,
        Soak,
        StartMember,
        StopMember,
        SwitchRelease,
        UpdatePeerUrl,
        VerifyCluster {

  /** The stable name of a kind of step: {@code add-learner} for {@link AddLearner}. */
  static String nameOf(Class<? extends Step> kind) {
    return kind.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Its stable name, append-only: it is in histories and in what people script against. */
  default String name() {
    return nameOf(getClass());
  }

  /** The type of its activity, as the Temporal page shows it: {@code AddLearner}. */
  default String activityType() {
    return getClass().getSimpleName();
  }

  /** What it does, in one line for people; equal sentences mean equal steps. */
  String sentence();

  /** The part of the sentence that a yes is about; usually all of it. */
  default String material() {
    return sentence();
  }

  /** Whether the other step does the same, however a release words it. */
  default boolean sameMatterAs(Step other) {
    return equals(other);
  }

  Hazard hazard();

  Budget budget();

  /** What the cluster is after it, a new member assumed dead until it was seen in sync. */
  default ClusterView project(ClusterView view) {
    return view;
  }

  /** Its own precondition; the rules common to all steps are the guard's. */
  default Verdict mayRun(ClusterView view) {
    return Verdict.PROCEED;
  }

  /** The evidence that its effect is there already (its natural key), if it is. */
  default Optional<String> isDone(ClusterView view) {
    return Optional.empty();
  }

  /** The same step, once the ids that earlier steps brought about are known. */
  default Step bind(MemberName member, MemberId id) {
    return this;
  }

  /** How to take it back, where that exists: carried out when the operation is aborted. */
  default Optional<Step> undo() {
    return Optional.empty();
  }

  /** Whether a person may skip it with a reason. */
  default boolean maySkip() {
    return false;
  }

  /**
   * Whether an abort may call off a running attempt: what an attempt leaves behind is harmless, and
   * the step's undo sees to it.
   */
  default boolean mayBeCalledOff() {
    return !hazard().mutates();
  }

  /**
   * The member it brings into the membership or gives a vote: assumed dead when quorum is judged.
   */
  default Optional<MemberName> newcomer() {
    return Optional.empty();
  }

  /** The member whose process or files it touches; its host is looked at even while it answers. */
  default Optional<MemberName> host() {
    return Optional.empty();
  }

  /**
   * Whether it waits for a quorum that confirms the membership. A step that can only bring votes
   * back does not: it is what quorum waits for.
   */
  default boolean needsQuorum() {
    return true;
  }

  /** Whether it changes who has a vote; then a plan shows the margin before and after it. */
  default boolean changesVoters() {
    return false;
  }

  /** What can be estimated from what was seen, such as how long it takes; shown, never material. */
  default Optional<String> estimate(ClusterView view) {
    return Optional.empty();
  }
}
