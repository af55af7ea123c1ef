package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.Incarnation;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.OtherHistory;
import io.quorate.cluster.Protection;
import io.quorate.cluster.RaftOrder;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.Room;
import io.quorate.cluster.Salvage;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.MajorityRecoveryRequest.From;
import io.quorate.runbook.recovery.MajorityRecoveryRequest.Stage;
import io.quorate.step.AskApproval;
import io.quorate.step.EndSurvivor;
import io.quorate.step.SalvageMember;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The other half of a recovery: too few voters can come back, so a cluster is made of what is left.
 * First everything that is left is made a snapshot, without touching it; then people decide about
 * one of them.
 */
final class RestorePrescription {
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private final ClusterView view;
  private final MajorityRecoveryRequest request;
  private final Diagnosis lost;
  private final RestoreObjections objections;

  RestorePrescription(ClusterView view, MajorityRecoveryRequest request, Diagnosis lost) {
    this.view = view;
    this.request = request;
    this.lost = lost;
    this.objections = new RestoreObjections(view, request, lost);
  }

  Prescription prescription() {
    return refused()
        .or(() -> UnfitRestore.forgotten(view))
        .or(objections::unfenced)
        .or(objections::mayServeTogether)
        .or(this::ending)
        .orElseGet(
            () -> new Salvageable(view).members().isEmpty() || isDone() ? restore() : salvage());
  }

  /**
   * The plan that restores the snapshot of which people say that a cluster that works is to go back
   * to it.
   */
  Prescription back() {
    return UnfitRestore.forgotten(view)
        .or(objections::notToBeStopped)
        .or(() -> objections.unstartable(view.members()))
        .or(objections::notToBeSetAside)
        .or(objections::mayServeTogether)
        .orElseGet(this::restore);
  }

  private Optional<Prescription> refused() {
    return request.from().filter(From.RETURN::equals).isPresent()
        ? Optional.of(
            new Refusal(
                lost.sentence()
                    + " Too few voters can come back with their data. Without --from return the"
                    + " operation says what a restore would lose."))
        : Optional.empty();
  }

  private boolean isDone() {
    return switch (request.stage()) {
      case SALVAGED, RESTORED -> true;
      case FRESH, WAITED, RETURNED, ENDED ->
          request.from().filter(From.SNAPSHOT::equals).isPresent();
    };
  }

  /**
   * The plan that ends what runs on without quorum, after a snapshot of it: the end of its log can
   * be read only then, and may hold what nobody else has.
   */
  private Optional<Prescription> ending() {
    List<Member> running = new Survivors(view).running();
    if (running.isEmpty()) {
      return Optional.empty();
    }
    List<Member> again = running.stream().filter(this::wasSalvaged).toList();
    if (wasAsked() && !again.isEmpty()) {
      return Optional.of(new Refusal(lost.sentence() + " " + startedAgain(again)));
    }
    Optional<Prescription> unstartable =
        objections
            .unstartable(running, withoutItsData())
            .filter(any -> !givesSurvivorsUp() || noPlace());
    if (unstartable.isPresent()) {
      return unstartable;
    }
    Optional<String> full = full(running);
    if (full.isPresent() && !givesSurvivorsUp()) {
      return Optional.of(new Refusal(lost.sentence() + " " + full.get()));
    }
    StepList steps = new StepList();
    new Survivors(view).save(steps);
    steps.then(AskApproval.AS_POLICY_SAYS);
    running.forEach(member -> steps.then(new EndSurvivor(member.name())));
    Stream.concat(running.stream(), new Salvageable(view).members().stream())
        .distinct()
        .filter(member -> member.configured().isPresent())
        .filter(member -> view.strangerIn(member).isEmpty())
        .filter(member -> OtherHistory.givenUp(view, member).isEmpty())
        .filter(member -> !givesSurvivorsUp() || Room.toSalvage(member).missing(view).isEmpty())
        .forEach(member -> steps.then(salvaging(member)));
    return Optional.of(
        new Plan(
            MajorityRecoveryRunbook.NAME,
            request.at(givesSurvivorsUp() ? Stage.SALVAGED : Stage.ENDED),
            "Save what "
                + Wording.and(running)
                + " of "
                + view.cluster()
                + (running.size() == 1 ? " has, then stop it" : " have, then stop them"),
            view,
            steps.list(),
            Stream.concat(stopping(running).stream(), full.stream()).toList(),
            "No data is touched. What a restore would lose is said before anybody is asked for"
                + " it."));
  }

  /**
   * Whether this operation has asked for the end of who runs, or for a restore: a question that is
   * void counts, else a member that comes and goes is asked about for ever.
   */
  private boolean wasAsked() {
    return switch (request.stage()) {
      case ENDED, SALVAGED, RESTORED -> true;
      case FRESH, WAITED, RETURNED -> false;
    };
  }

  /** Whether a snapshot was made of this member's data while the member did not run. */
  private boolean wasSalvaged(Member member) {
    return salvage(member).isPresent();
  }

  /**
   * The furthest snapshot that was made of this member's data, as far as the data reaches now,
   * while the member did not run; empty where there is none. A salvage of long ago is of data that
   * reached less far. The snapshot may reach less far than the data that it was made of.
   */
  private Optional<Salvage> salvage(Member member) {
    return view.sources().stream()
        .filter(source -> source.isOf(view) && !source.mayBeStale())
        .flatMap(source -> source.saved().salvage().stream())
        .filter(made -> member.hasId(made.member()))
        .filter(made -> Long.compareUnsigned(made.endOfData(), applied(member)) >= 0)
        .max((one, other) -> Long.compareUnsigned(one.index(), other.index()));
  }

  private static long applied(Member member) {
    return member.status().map(MemberStatus::raftAppliedIndex).orElse(0L);
  }

  /**
   * Refuses to go on because members run again that were stopped for a snapshot of their data: one
   * more question would end like the last one.
   */
  private String startedAgain(List<Member> running) {
    return "%s did not run when a snapshot was made of the data that is left, and %s again: something besides Quorate starts %s. Find it on the host (a supervisor, a timer, a person) and switch it off, then start this again.%s"
        .formatted(
            Wording.and(running),
            running.size() == 1 ? "runs" : "run",
            running.size() == 1 ? "it" : "them",
            running.stream().map(this::lacking).collect(Collectors.joining()));
  }

  /** What the snapshot that was made of this member's data lacks, in a sentence. */
  private String lacking(Member member) {
    return salvage(member)
        .map(Salvage::index)
        .filter(index -> Long.compareUnsigned(index, applied(member)) < 0)
        .map(
            index ->
                " The snapshot that was made of the data of %s reaches raft index %s, and %s has applied %s: what is between is not in it."
                    .formatted(
                        member.name(),
                        Long.toUnsignedString(index),
                        member.name(),
                        Long.toUnsignedString(applied(member))))
        .orElse("");
  }

  private boolean givesSurvivorsUp() {
    return request.from().filter(From.SNAPSHOT::equals).isPresent();
  }

  /** How to restore a saved snapshot without what runs, where one and a place for it are left. */
  private Optional<String> withoutItsData() {
    Set<ClusterId> histories = histories();
    return Optional.of(
            "To restore a saved snapshot without its data: start this again with --from snapshot.")
        .filter(any -> !givesSurvivorsUp() && !noPlace())
        .filter(
            any ->
                view.sources().stream()
                    .filter(one -> histories.contains(one.saved().clusterId()))
                    .filter(one -> isNamed() || !view.past().isGivenUp(one.saved()))
                    .anyMatch(one -> !one.isSalvaged()));
  }

  /** Why the data of those that run could not be copied once they are stopped. */
  private Optional<String> full(List<Member> running) {
    return running.stream()
        .flatMap(member -> Room.toSalvage(member).missing(view).stream())
        .findFirst()
        .map(
            missing ->
                "What "
                    + Wording.and(running)
                    + (running.size() == 1 ? " has" : " have")
                    + " could not be copied once nothing runs: "
                    + missing
                    + (givesSurvivorsUp()
                        ? " Its data stays where it is, and is no source."
                        : " To restore a saved snapshot without it: start this again with --from"
                            + " snapshot."));
  }

  private List<String> stopping(List<Member> running) {
    List<String> warnings = new ArrayList<>();
    List<Member> off = request.off().voters(view);
    if (!off.isEmpty()) {
      warnings.add(
          Wording.and(off)
              + (off.size() == 1 ? " is" : " are")
              + " not waited for: whoever asked stated "
              + RestoreObjections.options(off)
              + ", and nobody could look at "
              + (off.size() == 1 ? "its host." : "their hosts."));
    }
    warnings.add(
        Wording.and(running)
            + " may still answer reads that need no quorum. From here on nobody answers until"
            + " quorum is back or a snapshot is restored, which is a question of its own.");
    return warnings;
  }

  private static SalvageMember salvaging(Member member) {
    return new SalvageMember(member.name(), member.id().orElseThrow());
  }

  private Plan salvage() {
    StepList steps = new StepList();
    new Salvageable(view).members().forEach(member -> steps.then(salvaging(member)));
    return new Plan(
        MajorityRecoveryRunbook.NAME,
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
      return unread(view, lost)
          .orElseGet(
              () ->
                  new Refusal(
                      lost.sentence()
                          + " "
                          + new MissingSource(view, request, histories()).sentence()));
    }
    Optional<Member> place = place(source.get());
    return place.isEmpty()
        ? new Refusal(
            lost.sentence()
                + " Nowhere can a snapshot be restored: on no host the place of a member is known"
                + ", its disk mounted, and a start possible."
                + unfitPlaces())
        : new RestorePlan(view, request, source.get(), place.get()).make();
  }

  /** The wait while the store does not say which snapshots it has. */
  static Optional<Prescription> unread(ClusterView view, Diagnosis found) {
    return view.protection()
        .flatMap(Protection::unread)
        .map(
            why ->
                new NotYet(
                    found.sentence() + " Which snapshots are left is not known: " + why + ".",
                    view.at().plus(LOOK_SOON)));
  }

  /** The furthest source of this cluster, in raft's order; or the one that was asked for. */
  private Optional<RestoreSource> source() {
    Set<ClusterId> histories = histories();
    return RaftOrder.furthest(
        Stream.concat(view.sources().stream(), triedAgain())
            .filter(
                source ->
                    source.isForeign() ? isNamed() : histories.contains(source.saved().clusterId()))
            .filter(source -> isNamed() || !view.past().isGivenUp(source.saved()))
            .filter(this::isWanted));
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
    boolean nothingOfIt = view.sources().stream().noneMatch(source -> source.isOf(view));
    return before.isPresent() && (nothingOfIt || request.snapshot().isPresent())
        ? Stream.concat(here.stream(), before.stream()).collect(Collectors.toSet())
        : here.map(Set::of).orElse(Set.of());
  }

  /** A person may choose a future that was given up, or a foreign file, and nobody else. */
  private boolean isNamed() {
    return request.snapshot().isPresent();
  }

  private boolean isWanted(RestoreSource source) {
    boolean kind =
        request
            .from()
            .map(
                from ->
                    switch (from) {
                      case SURVIVOR -> source.isSalvaged();
                      case SNAPSHOT -> !source.isSalvaged();
                      case RETURN -> false;
                    })
            .orElse(true);
    return kind && request.snapshot().map(source.saved().file()::equals).orElse(true);
  }

  /** Why the places of voters cannot be used, a sentence each. */
  private String unfitPlaces() {
    return view.voters().stream()
        .flatMap(
            voter ->
                voter.data().doubt().stream()
                    .map(why -> " Of %s: %s.".formatted(voter.name(), why)))
        .collect(Collectors.joining());
  }

  private boolean noPlace() {
    return view.voters().stream()
        .noneMatch(voter -> RestorePlan.canBeginEmpty(voter) && !request.off().covers(voter));
  }

  /**
   * Where the snapshot is restored first: a place that can be used, one whose etcd is not older
   * than the snapshot before others, by name.
   */
  private Optional<Member> place(RestoreSource source) {
    return view.voters().stream()
        .filter(voter -> voter.configured().map(ConfiguredMember::peerUrl).isPresent())
        .filter(voter -> RestorePlan.canBeginEmpty(voter) && !request.off().covers(voter))
        .min(
            Comparator.comparing((Member voter) -> RestorePlan.isOlder(voter, source))
                .thenComparing(Member::name));
  }
}
