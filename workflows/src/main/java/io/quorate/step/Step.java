package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.StableName;
import io.quorate.step.Joins.AddLearner;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One step of a plan. It carries stable names, never connection details; everything material is in
 * its {@link #sentence}, because that is what an approver reads.
 *
 * <p>A new step is a record in the file of its family, and an effect in the table of step
 * executors. A new family is a name in the {@code permits} of {@link ActivityStep}.
 */
public sealed interface Step permits ActivityStep, WorkflowStep {

  /** All kinds of steps. */
  static List<Class<? extends Step>> kinds() {
    return within(Step.class).distinct().toList();
  }

  private static Stream<Class<? extends Step>> within(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(Step::within)
        : Stream.of(type.asSubclass(Step.class));
  }

  /** The stable name of a kind of step: {@code add-learner} for {@link AddLearner}. */
  static String nameOf(Class<? extends Step> kind) {
    return StableName.of(kind);
  }

  /** The stable name, append-only: it is in histories and in what people script against. */
  default String name() {
    return nameOf(getClass());
  }

  /** The activity type, as the Temporal page shows it: {@code AddLearner}. */
  default String activityType() {
    return getClass().getSimpleName();
  }

  /** Says what the step does, in one line for people; equal sentences mean equal steps. */
  String sentence();

  /** The sentence on a cluster as it was seen, with what the platform says of the step. */
  default String sentence(ClusterView view) {
    return sentence();
  }

  /** The part of the sentence that an approval is about; usually all of it. */
  default String material() {
    return sentence();
  }

  /** Whether the other step does the same, however a release words it. */
  default boolean sameMatterAs(Step other) {
    return equals(other);
  }

  Hazard hazard();

  Budget budget();

  /** The budget on a cluster as it was seen: a large database takes longer to move. */
  default Budget budget(ClusterView view) {
    return budget();
  }

  /** The cluster after the step, a new member assumed dead until it was seen in sync. */
  default ClusterView project(ClusterView view) {
    return view;
  }

  /** The step's own precondition; the rules common to all steps are the guard's. */
  default Verdict mayRun(ClusterView view) {
    return Verdict.PROCEED;
  }

  /** The evidence that the effect is there already (its natural key); empty when it is not. */
  default Optional<String> isDone(ClusterView view) {
    return Optional.empty();
  }

  /** The step once the id of a member that an earlier step added is known. */
  default Step bind(MemberName member, MemberId id) {
    return this;
  }

  /**
   * The step that takes this one back, where that is possible; carried out when the operation is
   * aborted.
   */
  default Optional<Step> undo() {
    return Optional.empty();
  }

  /** Whether a person may skip the step with a reason. */
  default boolean maySkip() {
    return false;
  }

  /**
   * Whether an abort may cancel a running attempt: what an attempt leaves behind is harmless, or
   * the step's undo removes it.
   */
  default boolean mayBeCalledOff() {
    return !hazard().mutates();
  }

  /** Whether the step only waits, and a person may end the wait with {@code continue}. */
  default boolean endsByContinue() {
    return false;
  }

  /**
   * The member that the step brings into the membership or gives a vote: assumed dead when quorum
   * is judged.
   */
  default Optional<MemberName> newcomer() {
    return Optional.empty();
  }

  /**
   * The member that something else may take out of the membership while the step is carried out. It
   * counts as listed in the {@linkplain #project projection}.
   */
  default Optional<MemberName> leaver() {
    return Optional.empty();
  }

  /**
   * The one member whose process or files the step touches; its host is observed even while it
   * answers. Empty for none, and for a step of {@linkplain #hosts several}.
   */
  default Optional<MemberName> host() {
    return Optional.empty();
  }

  /** All members whose process or files the step touches. */
  default Set<MemberName> hosts() {
    return host().map(Set::of).orElse(Set.of());
  }

  /**
   * Whether the step leaves the process of its member alone, or lets it run on. A changing step
   * that does not say so counts as one that may end the process.
   */
  default boolean letsRun() {
    return false;
  }

  /** Whether the step starts a member on data that is there: all of that data is read before. */
  default boolean startsOnData() {
    return false;
  }

  /** Returns the step's need for quorum, which selects the rules of the guard. */
  default QuorumNeed quorumNeed() {
    return QuorumNeed.WITH_QUORUM;
  }

  /** Whether the step changes who has a vote; a plan shows the margin before and after it then. */
  default boolean changesVoters() {
    return false;
  }

  /**
   * Room on a disk that the step will need. Before a voter is taken out, the rooms of all later
   * steps are checked. Before a process is ended without quorum, the rooms of the steps that use
   * its data are checked (docs/etcd.md#full-disks).
   */
  default Optional<DiskSpace> room(ClusterView view) {
    return Optional.empty();
  }

  /** An estimate from what was seen, such as how long the step takes; shown, never material. */
  default Optional<String> estimate(ClusterView view) {
    return Optional.empty();
  }
}
