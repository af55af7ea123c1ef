package io.quorate.runbook.recovery.restore;

import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.diagnosis.Return;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.record.RestoredMember;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.loss.Loss;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.runbook.recovery.restore.Fences.UnfencedMembers;
import io.quorate.runbook.recovery.restore.FewerVoters.FormerPlaces;
import io.quorate.runbook.recovery.restore.FewerVoters.SourceLeftovers;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.RestoredClusters.VerifyRestored;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.StepReason;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.ConfiguredMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A restore whose operation ended between the restore and the start. Its member looks like one that
 * is only down, but nobody verified it, and what its source lacks is lost once it serves: it is
 * verified and started as a restore, and never returned as if nothing had happened. Voters whose
 * places are empty by then join it, as they would have in that operation.
 */
public final class UnfinishedRestore {
  private final ClusterView view;
  private final MajorityRecoveryRequest request;
  private final Optional<Incarnation> restored;
  private final FormerPlaces former;

  /** The restore that the record of this view has begun last, if it never served. */
  public UnfinishedRestore(ClusterView view, MajorityRecoveryRequest request) {
    this.view = view;
    this.request = request;
    this.restored =
        view.past().incarnation().filter(one -> view.past().isUnserved(view.clusterId()));
    this.former = new FormerPlaces(view, request.off());
  }

  /**
   * Whether the restored member is there, stopped, with its data, and nobody asks for another
   * snapshot in its place.
   */
  public boolean isThere() {
    return restored.isPresent() && member().isPresent() && !isPassedOver();
  }

  /** Whether somebody asks for another snapshot in the place of what was restored. */
  public boolean isPassedOver() {
    return restored.isPresent()
        && request
            .snapshot()
            .filter(file -> !restored.get().began().because().equals(Optional.of(file)))
            .isPresent();
  }

  private Optional<Member> member() {
    return view.voters().stream()
        .filter(voter -> Return.of(view, voter) == Return.STARTABLE)
        .findFirst();
  }

  /** The plan that finishes the restore, or why it is not finished. */
  public Prescription prescription() {
    Member member = member().orElseThrow();
    Incarnation incarnation = restored.orElseThrow();
    return contradicted(incarnation)
        .or(() -> mayRun(incarnation))
        .or(() -> backAgain(incarnation))
        .or(() -> source(incarnation).flatMap(source -> finish(incarnation, member, source)))
        .or(() -> RestorePrescription.unread(view))
        .orElseGet(() -> byHand(member, incarnation));
  }

  /** The refusal of a statement about a member of which something is seen by now. */
  private Optional<Prescription> contradicted(Incarnation incarnation) {
    return request
        .off()
        .contradiction(view)
        .map(
            what ->
                new Refusal(
                    StepReason.STATEMENT_CONTRADICTED.because(
                        what + ".", RestoreObjections.withoutIt(view), orUndo(incarnation))));
  }

  /**
   * The refusal where a member of the cluster before it is there again with its data: that was not
   * set aside, may be newer than what was restored, and could serve beside it.
   */
  private Optional<Prescription> backAgain(Incarnation incarnation) {
    List<Member> there =
        former.left().stream()
            .filter(member -> member.data().state() == DataDirectory.State.PRESENT)
            .filter(
                member ->
                    member
                        .data()
                        .owner()
                        .map(DataOwner::cluster)
                        .filter(incarnation.clusterId()::equals)
                        .isEmpty())
            .toList();
    return there.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                RecoveryReason.OLD_DATA_IS_BACK.because(
                    Wording.and(there)
                        + " of the old cluster "
                        + (there.size() == 1 ? "is" : "are")
                        + " there again with data that may be newer than what operation "
                        + operation(incarnation)
                        + " restored, which has not served yet.",
                    orUndo(incarnation),
                    "Or set that data aside, by a rename that keeps it, and start this again.")));
  }

  private static String orUndo(Incarnation incarnation) {
    return "To go back to the old data instead: quorate undo "
        + operation(incarnation)
        + ", then this again.";
  }

  private static String operation(Incarnation incarnation) {
    return incarnation.began().by().orElse("unknown");
  }

  /**
   * The refusal where a member of the cluster before it may run: it was stated to be off and is
   * seen, or nobody states it any more (docs/etcd.md#n-12).
   */
  private Optional<Prescription> mayRun(Incarnation incarnation) {
    List<Member> open =
        former.left().stream().filter(member -> !member.workload().provenAbsent()).toList();
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                StepReason.PROCESS_NOT_PROVEN_GONE.because(
                    "What operation "
                        + operation(incarnation)
                        + " restored is not started while "
                        + open.stream()
                            .map(
                                one ->
                                    one.name()
                                        + " of the old cluster may still run ("
                                        + one.workload().evidence()
                                        + ")")
                            .collect(Collectors.joining(" and "))
                        + ".",
                    Stream.concat(
                            MajorityRecoveryRequest.howToState(open).stream(),
                            Stream.of(orUndo(incarnation)))
                        .toList())));
  }

  private Optional<RestoreSource> source(Incarnation incarnation) {
    return view.sources().stream()
        .filter(one -> incarnation.began().because().filter(one.saved().file()::equals).isPresent())
        .findFirst();
  }

  /**
   * The plan, if the ids of the restored member are those that a restore of this source gives. By
   * how much that restore raised revisions is read from the token that was recorded.
   */
  private Optional<Prescription> finish(
      Incarnation incarnation, Member member, RestoreSource source) {
    String url = member.configured().map(ConfiguredMember::peerUrl).orElse("");
    return incarnation
        .bootstrapName()
        .map(token -> RestoredMember.of(member.name(), url, token))
        .filter(first -> first.owner().cluster().equals(incarnation.clusterId()))
        .flatMap(
            first ->
                RevisionRaise.Token.raise(
                        first.bootstrapName(),
                        view.cluster(),
                        view.past().earlier().size(),
                        source.saved())
                    .map(
                        bump ->
                            otherRaise(incarnation, member, bump)
                                .orElseGet(() -> plan(first, source, bump))));
  }

  /**
   * The refusal of a raise that a person asks for and that this restore does not have. The later
   * rounds of the operation that restored repeat its own option, also where etcd could not follow
   * it.
   */
  private Optional<Prescription> otherRaise(Incarnation incarnation, Member member, long bump) {
    return request
        .bump()
        .filter(asked -> asked != bump && request.stage() != Stage.RESTORED)
        .map(
            asked ->
                new Refusal(
                    RecoveryReason.RESTORED_WITH_OTHER_REVISIONS.because(
                        String.format(
                            Locale.ROOT,
                            "--bump-revision %,d cannot be followed: operation %s has restored %s"
                                + " already, with revisions raised by %,d.",
                            asked,
                            operation(incarnation),
                            member.name(),
                            bump),
                        "Leave --bump-revision out to finish that restore.",
                        orUndo(incarnation))));
  }

  private Plan plan(RestoredMember first, RestoreSource source, long bump) {
    Member place = member().orElseThrow();
    SourceLeftovers leftovers = new SourceLeftovers(source, place);
    List<Member> others = former.joining(leftovers);
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    steps.fence(
        former.left().stream().filter(member -> !RestoreMember.cannotStart(member)).toList());
    steps.then(
        new VerifyRestored(
            first, source.revision(), bump, source.keys(), Optional.of(source.saved().file())),
        new StartRestored(first, request.off().members()));
    leftovers.clear(steps);
    others.forEach(other -> RestorePlan.join(steps, other));
    steps.then(new VerifyCluster(1 + others.size()));
    steps.then(new SaveSnapshot(first.name()));
    List<String> warnings = new ArrayList<>(UnfencedMembers.before(view, request.off()).warnings());
    warnings.add(
        "Operation "
            + restored.orElseThrow().began().by().orElse("unknown")
            + " restored "
            + first.name()
            + " and ended before it served."
            + (former.voterCount() == 0
                ? " Which members there were before is not recorded, so it serves alone then: scale"
                    + " adds the others."
                : ""));
    List<Member> afterwards = Stream.concat(Stream.of(place), others.stream()).toList();
    new FewerVoters(former.voterCount(), former.voters(), request.off(), afterwards, leftovers)
        .warning()
        .ifPresent(warnings::add);
    warnings.addAll(leftovers.warnings());
    Loss loss = new Loss(view, source);
    Plan plan =
        new Plan(
            MajorityRecoveryRequest.NAME,
            request.at(Stage.RESTORED),
            "Finish the restore of " + view.cluster() + " from " + source.saved().file(),
            view,
            steps.list(),
            warnings,
            "Acknowledged writes may be lost: all that is not in the source. The old data is"
                + " kept.");
    return plan.announcing(loss.announced());
  }

  private Refusal byHand(Member member, Incarnation incarnation) {
    Origin began = incarnation.began();
    String file = began.because().orElse("an unknown source");
    return new Refusal(
        RecoveryReason.RESTORE_NOT_VERIFIABLE.because(
            member.name()
                + " was restored by operation "
                + operation(incarnation)
                + " from "
                + file
                + " and was not seen to serve. It cannot be verified: "
                + why(file, member, incarnation)
                + ".",
            "To restore another snapshot: "
                + Wording.start(view, MajorityRecoveryRequest.NAME, "--snapshot ID"),
            "Only to serve with it unverified, start the etcd of %s at its %s and look at its data."
                .formatted(member.name(), member.words().place())));
  }

  /** Returns why what was restored cannot be held against this file, in words. */
  private String why(String file, Member member, Incarnation incarnation) {
    return Stream.concat(view.sources().stream(), view.unusableSources().stream())
        .filter(one -> one.saved().file().equals(file))
        .findFirst()
        .map(
            kept ->
                kept.unusable()
                    .map(
                        reason ->
                            file + " is kept and must not be restored (" + reason.words() + ")")
                    .orElse(
                        "%s is kept, and a restore of it as it is now does not give the recorded token %s and the ids of %s"
                            .formatted(
                                file, incarnation.bootstrapName().orElse("(none)"), member.name())))
        .orElse(file + " is not among the snapshots any more");
  }
}
