package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.ClusterId;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.RestoredMember;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.loss.Loss;
import io.quorate.runbook.recovery.loss.OtherSources;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.restore.EndingSurvivors.Salvageable;
import io.quorate.runbook.recovery.restore.Fences.UnfencedMembers;
import io.quorate.runbook.recovery.restore.FewerVoters.FormerPlaces;
import io.quorate.runbook.recovery.restore.FewerVoters.SourceLeftovers;
import io.quorate.runbook.recovery.restore.MissingSource.UnfitRestore;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Directories.LeaveOldDirectory;
import io.quorate.step.IsolatedRuns.TryRestore;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.PromoteLearner;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.RestoredClusters.VerifyRestored;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.TakeDown;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherMachine;
import io.quorate.workload.ConfiguredMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Steps of a restore from one source: fence all, restore one, verify it, grow to full size. */
final class RestorePlan {
  private final ClusterView view;
  private final MajorityRecoveryRequest request;
  private final RestoreSource source;
  private final Member place;
  private final Loss loss;
  private final SourceLeftovers leftovers;
  private final RevisionRaise raise;

  /**
   * The plan for this source.
   *
   * @param place the member as which it is restored first
   */
  RestorePlan(
      ClusterView view, MajorityRecoveryRequest request, RestoreSource source, Member place) {
    this.view = view;
    this.request = request;
    this.source = source;
    this.place = place;
    this.loss = new Loss(view, source, request.chosen().isPresent());
    this.leftovers = new SourceLeftovers(source, place);
    this.raise = new RevisionRaise(view, request, source);
  }

  Prescription make() {
    RestoredMember first = first();
    if (!view.past().incarnations(first.owner().cluster()).isEmpty()) {
      return new Refusal(
          StepReason.CLUSTER_ID_USED.because(
              "The token "
                  + first.bootstrapName()
                  + " would give the cluster id "
                  + first.owner().cluster()
                  + ", which was used before.",
              "Choose another --bump-revision."));
    }
    return new UnfitRestore(source, place)
        .tooNew()
        .or(() -> canBump() ? raise.tooLow() : Optional.empty())
        .orElseGet(() -> plan(first));
  }

  private Plan plan(RestoredMember first) {
    String file = source.saved().file();
    StepList steps = StepList.of(new TryRestore(place.name(), file, bump()));
    if (view.margin() >= 0) {
      view.leader().ifPresent(leader -> steps.then(new SaveSnapshot(leader.name())));
    }
    steps.then(AskApproval.AS_POLICY_SAYS);
    fence(steps);
    old().stream()
        .filter(member -> member.data().couldBeRead() && !member.data().nothingThere())
        .forEach(
            member -> steps.then(new LeaveOldDirectory(member.name(), member.id().orElseThrow())));
    steps.then(
        new RestoreMember(first, file, bump(), request.off().members()),
        new VerifyRestored(first, source.revision(), bump(), source.keys(), Optional.of(file)),
        new StartRestored(first, request.off().members()));
    leftovers.clear(steps);
    others().forEach(member -> join(steps, member));
    steps.then(new VerifyCluster(1 + others().size()));
    steps.then(new SaveSnapshot(place.name()));
    Plan plan =
        new Plan(
            MajorityRecoveryRequest.NAME,
            request.leaving(view.clusterId()).at(Stage.RESTORED),
            "Restore " + view.cluster() + " from " + file,
            view,
            steps.list(),
            warnings(),
            loss.promise());
    return plan.announcing(loss.announced());
  }

  /** Members that work are stopped only because their data is wrong, which their step says. */
  private void fence(StepList steps) {
    if (request.dataIsWrong().isPresent()) {
      old().stream()
          .filter(member -> !member.workload().isAbsent())
          .forEach(member -> steps.then(new TakeDown(member.name())));
    } else {
      steps.fence(old().stream().filter(member -> !RestoreMember.cannotStart(member)).toList());
    }
  }

  /**
   * The configured members of the old cluster, listed as voters or not: all are fenced that were
   * not stated to be off.
   */
  private List<Member> old() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isPresent())
        .filter(member -> !request.off().covers(member))
        .toList();
  }

  private RestoredMember first() {
    String url = place.configured().map(ConfiguredMember::peerUrl).orElseThrow();
    return RestoredMember.of(place.name(), url, token());
  }

  private String token() {
    long before = view.past().earlier().size() + (view.past().incarnation().isPresent() ? 1L : 0L);
    return RevisionRaise.Token.of(view.cluster(), before, source.saved(), bump())
        + view.past().drawn().map("-"::concat).orElse("");
  }

  private long bump() {
    return canBump() ? raise.value() : 0;
  }

  private boolean canBump() {
    return place.installation().binary().orElse(source.saved().version()).raisesRevisions();
  }

  /**
   * The members that join the restored one: those whose place can be used, an odd number with it.
   */
  private List<Member> others() {
    return FormerPlaces.odd(
        leftovers,
        voters().stream()
            .filter(voter -> !voter.name().equals(place.name()))
            .filter(voter -> voter.configured().isPresent())
            .filter(voter -> voter.isListed() || voter.data().nothingThere())
            .filter(voter -> FormerPlaces.canBeginEmpty(voter) && !request.off().covers(voter)));
  }

  /** The voters that there were: where a restore never served, those of before it. */
  private List<Member> voters() {
    List<Member> before = former().voters();
    return before.isEmpty() ? view.voters() : before;
  }

  private int voterCount() {
    return Math.max(view.voters().size(), former().voterCount());
  }

  private FormerPlaces former() {
    return new FormerPlaces(view, request.off());
  }

  static void join(StepList steps, Member member) {
    steps.then(
        new AddLearner(
            member.name(), member.configured().map(ConfiguredMember::peerUrl).orElseThrow()),
        new StartMember(member.name()),
        new AwaitInSync(member.name()),
        new PromoteLearner(member.name()));
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(UnfencedMembers.of(view, request.off()).warnings());
    OtherMachine.in(view).stream().map(OtherMachine::sentence).forEach(warnings::add);
    fewer().warning().ifPresent(warnings::add);
    learners().ifPresent(warnings::add);
    Stream.concat(Stream.of(place), others().stream())
        .flatMap(member -> JoinSteps.fewerUrls(member).stream())
        .forEach(warnings::add);
    warnings.addAll(ofTheSource());
    warnings.addAll(ofClients());
    view.clusterId()
        .map(ClusterId::toString)
        .ifPresent(
            id ->
                warnings.add(
                    "The old cluster "
                        + id
                        + " ends here: nothing of it is deleted, and a member of it that is started"
                        + " by hand is refused by the new one."));
    costOfChoice().ifPresent(warnings::add);
    warnings.addAll(leftovers.warnings());
    new OtherSources(loss).openToAll().ifPresent(warnings::add);
    new Fences(old()).sentences().ifPresent(warnings::add);
    return warnings;
  }

  /** A learner of the old cluster is none of the new one. */
  private Optional<String> learners() {
    List<Member> learners = old().stream().filter(Member::isLearner).toList();
    return learners.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Wording.and(learners)
                + (learners.size() == 1 ? " was a learner and does" : " were learners and do")
                + " not join: the data is set aside, and the place is kept stopped until somebody"
                + " adds the member again.");
  }

  private FewerVoters fewer() {
    List<Member> afterwards = Stream.concat(Stream.of(place), others().stream()).toList();
    return new FewerVoters(voterCount(), voters(), request.off(), afterwards, leftovers);
  }

  private List<String> ofTheSource() {
    List<String> warnings = new ArrayList<>();
    request
        .dataIsWrong()
        .ifPresentOrElse(
            because -> {
              new OtherSources(loss).foreign().ifPresent(warnings::add);
              warnings.add(
                  (view.margin() < 0 ? "" : "The cluster works. ")
                      + "All that was written after the snapshot is thrown away, because the data"
                      + " is wrong: "
                      + because
                      + (because.endsWith(".") ? "" : ".")
                      + " It is down from the first stop until "
                      + place.name()
                      + " serves.");
            },
            () -> {
              warnings.addAll(new OtherSources(loss).warnings());
              warnings.addAll(unused());
            });
    return warnings;
  }

  private List<String> ofClients() {
    return Stream.of(
            Optional.of(bump() == 0 ? RevisionRaise.NONE : raise.sentence()),
            raise.hearsay(),
            Optional.of(
                "Leases begin anew with their full time, and locks have to be taken again."))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Data of which a snapshot was to be made, and could not. */
  private List<String> unused() {
    return request.stage() == Stage.SALVAGED
        ? new Salvageable(view)
            .members().stream()
                .map(
                    member ->
                        "No snapshot could be made of the data of "
                            + member.name()
                            + ": it is no source.")
                .toList()
        : List.of();
  }

  /** Says for the question what the choice costs; empty where no choice was made. */
  private Optional<String> costOfChoice() {
    return request
        .chosen()
        .map(
            chosen -> view.voters().stream().filter(voter -> !voter.name().equals(chosen)).toList())
        .filter(others -> !others.isEmpty())
        .map(
            others ->
                "What only %s has is lost for clients, acknowledged or not: whoever asked chose the data of %s, and no quorum vouches for it. A snapshot of each that answered was saved before this question, and all data directories are kept."
                    .formatted(
                        Wording.and(others).replace(" and ", " or "),
                        request.chosen().orElseThrow()));
  }
}
