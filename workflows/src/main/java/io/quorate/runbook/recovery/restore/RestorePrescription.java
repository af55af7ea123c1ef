package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.ClusterId;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.Incarnation;
import io.quorate.runbook.StepList;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.runbook.recovery.restore.EndingSurvivors.Salvageable;
import io.quorate.runbook.recovery.restore.FewerVoters.FormerPlaces;
import io.quorate.runbook.recovery.restore.MissingSource.UnfitRestore;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.IsolatedRuns.SalvageMember;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.ConfiguredMember;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The other half of a recovery: too few voters can come back, so a cluster is made of what is left.
 * First everything that is left is made a snapshot, without touching it; then people decide about
 * one of them.
 */
public record RestorePrescription(ClusterView view, MajorityRecoveryRequest request) {
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private RestoreObjections objections() {
    return new RestoreObjections(view, request);
  }

  /** The refusal of a restore, the snapshots that come before it, or its plan. */
  public Prescription prescription() {
    return refused()
        .or(() -> UnfitRestore.forgotten(view))
        .or(objections()::unfenced)
        .or(objections()::mayServeTogether)
        .or(() -> new EndingSurvivors(view, request, isSnapshotLeft()).prescription())
        .orElseGet(
            () -> new Salvageable(view).members().isEmpty() || isDone() ? restore() : salvage());
  }

  /**
   * The plan that restores the snapshot of which people say that a cluster that works is to go back
   * to it.
   */
  Prescription back() {
    return UnfitRestore.forgotten(view)
        .or(objections()::notToBeStopped)
        .or(() -> objections().unstartable(view.members()))
        .or(objections()::notToBeSetAside)
        .or(objections()::mayServeTogether)
        .orElseGet(this::restore);
  }

  private Optional<Prescription> refused() {
    return request.isFrom(From.RETURN)
        ? Optional.of(
            new Refusal(
                RecoveryReason.TOO_FEW_RETURN.because(
                    "Too few voters can come back with their data.")))
        : Optional.empty();
  }

  private boolean isDone() {
    return switch (request.stage()) {
      case SALVAGED, RESTORED -> true;
      case FRESH, WAITED, RETURNED, ENDED -> request.isFrom(From.SNAPSHOT);
    };
  }

  /** Returns whether {@code --from snapshot} finds a source. */
  private boolean isSnapshotLeft() {
    return candidates().anyMatch(one -> !one.isSalvaged());
  }

  private Plan salvage() {
    StepList steps = new StepList();
    List<Member> sources = new Salvageable(view).members();
    List<Member> restarting = Salvageable.restarting(sources);
    if (!restarting.isEmpty()) {
      steps.then(AskApproval.AS_POLICY_SAYS);
    }
    steps.fence(restarting);
    sources.forEach(
        member -> steps.then(new SalvageMember(member.name(), member.id().orElseThrow())));
    return new Plan(
        MajorityRecoveryRequest.NAME,
        request.at(Stage.SALVAGED),
        "Make snapshots of what is left of " + view.cluster(),
        view,
        steps.list(),
        List.of(),
        "The data of no member is opened for writing. What a restore would lose is said before"
            + " anybody is asked.");
  }

  private Prescription restore() {
    Optional<RestoreSource> source = source();
    if (source.isEmpty()) {
      return unread(view)
          .orElseGet(() -> new Refusal(new MissingSource(view, request, histories()).reason()));
    }
    Optional<Member> place = place(source.get());
    return place.isEmpty()
        ? new Refusal(
            RecoveryReason.NO_PLACE_TO_RESTORE.because(
                "Nowhere can a snapshot be restored: no voter has a known place with its disk"
                    + " mounted and a start possible.",
                unfitPlaces()))
        : new RestorePlan(view, request, source.get(), place.get()).make();
  }

  /**
   * Returns the wait while the store does not say which snapshots it has; empty where the store
   * answered.
   */
  static Optional<Prescription> unread(ClusterView view) {
    return view.protection()
        .flatMap(Protection::unread)
        .map(
            why ->
                new NotYet(
                    RecoveryReason.SNAPSHOTS_UNKNOWN.because(
                        "Which snapshots are left is not known: " + why + "."),
                    view.at().plus(LOOK_SOON)));
  }

  /** The furthest source of this cluster, in raft's order; or the one that was asked for. */
  private Optional<RestoreSource> source() {
    return RaftOrder.furthest(candidates().filter(this::isWanted));
  }

  /** The sources that are left for this request, wherever their data comes from. */
  private Stream<RestoreSource> candidates() {
    return Stream.concat(view.sources().stream(), triedAgain())
        .filter(allowed())
        .filter(one -> request.snapshot().map(one.saved().file()::equals).orElse(true));
  }

  /** Whether a source is of the history that is lost, or a person names what nobody else may. */
  private Predicate<RestoreSource> allowed() {
    Set<ClusterId> histories = histories();
    return source ->
        (source.isForeign() || histories.contains(source.saved().clusterId()))
            && (isNamed() || !(source.isForeign() || view.past().isGivenUp(source.saved())));
  }

  /** The snapshot that was named although a trial marked it: it is restored on trial again. */
  private Stream<RestoreSource> triedAgain() {
    return view.unusableSources().stream()
        .filter(source -> request.snapshot().isPresent() && source.isMarkedByTrial());
  }

  /**
   * The ids of the history that is lost. Where it was restored and never served, the one before it
   * counts too: nothing was written since. Of two histories raft tells no order, so a person names
   * the snapshot while data of both is left.
   */
  private Set<ClusterId> histories() {
    Optional<ClusterId> here = view.clusterId();
    Optional<ClusterId> before =
        view.past()
            .lastServed()
            .map(Incarnation::clusterId)
            .filter(one -> view.past().isUnserved(here));
    boolean nothingOfIt = view.sources().stream().noneMatch(view::isOwn);
    return before.isPresent() && (nothingOfIt || request.snapshot().isPresent())
        ? Stream.concat(here.stream(), before.stream()).collect(Collectors.toSet())
        : here.map(Set::of).orElse(Set.of());
  }

  /**
   * Returns whether a person named the snapshot. Only a person may choose a history that was given
   * up, or a foreign file.
   */
  private boolean isNamed() {
    return request.snapshot().isPresent();
  }

  private boolean isWanted(RestoreSource source) {
    return request
        .from()
        .map(
            from ->
                switch (from) {
                  case SURVIVOR -> source.isSalvaged();
                  case SNAPSHOT -> !source.isSalvaged();
                  case RETURN -> false;
                })
        .orElse(true);
  }

  /** Returns what keeps the places of voters from being used, in one sentence for each voter. */
  private List<String> unfitPlaces() {
    return view.voters().stream()
        .flatMap(
            voter ->
                voter.data().doubt().stream()
                    .map(why -> "Mend %s, then start this again: %s.".formatted(voter.name(), why)))
        .toList();
  }

  /**
   * Where the snapshot is restored first: a place that can be used, one whose etcd is not older
   * than the snapshot before others, by name.
   */
  private Optional<Member> place(RestoreSource source) {
    return view.voters().stream()
        .filter(voter -> voter.configured().map(ConfiguredMember::peerUrl).isPresent())
        .filter(voter -> FormerPlaces.canBeginEmpty(voter) && !request.off().covers(voter))
        .min(
            Comparator.comparing((Member voter) -> UnfitRestore.isOlder(voter, source))
                .thenComparing(Member::name));
  }
}
