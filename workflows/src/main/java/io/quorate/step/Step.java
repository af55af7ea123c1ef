package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.StableName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One step of a plan. It carries stable names, never connection details; all that is material is in
 * its {@link #sentence}, because that is what an approver reads.
 *
 * <p>A new step is a record here, its name in the {@code permits} of {@link ActivityStep}, and an
 * effect in the table of step executors.
 */
public sealed interface Step permits ActivityStep, WorkflowStep {

  /** All kinds of steps there are. */
  static List<Class<? extends Step>> kinds() {
    return Stream.of(ActivityStep.class, WorkflowStep.class)
        .<Class<?>>flatMap(half -> Stream.of(half.getPermittedSubclasses()))
        .<Class<? extends Step>>map(kind -> kind.asSubclass(Step.class))
        .toList();
  }

  /** The stable name of a kind of step: {@code add-learner} for {@link AddLearner}. */
  static String nameOf(Class<? extends Step> kind) {
    return StableName.of(kind);
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

  /** What it needs of quorum; the guard's rules follow from it. */
  default QuorumNeed quorumNeed() {
    return QuorumNeed.WITH_QUORUM;
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
