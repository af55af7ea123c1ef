package io.quorate.runbook.placement;

import io.quorate.cluster.FailureDomain;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.Spares;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.runbook.Wording;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.PlaceChanges.RemovePlace;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One prescription of {@link ScaleRunbook}: which members come or go, and in which order. */
final class ScalePrescription {
  static final String NAME = "scale";
  static final String MEMBERS = "members";
  private final ClusterView view;
  private final int wanted;

  ScalePrescription(ClusterView view, int wanted) {
    this.view = view;
    this.wanted = wanted;
  }

  Prescription prescription() {
    int more = wanted - view.voters().size();
    if (more <= 0) {
      List<Member> going = new ArrayList<>(leftOver(view));
      going.addAll(leaving(-more));
      going.sort(Comparator.comparing(member -> -member.ordinal().orElse(0)));
      PlaceLimits limits = new PlaceLimits(view);
      return limits.fixed(going).or(() -> limits.inTheMiddle(going)).orElseGet(() -> down(going));
    }
    List<Member> spare = new Spares(view).all();
    if (spare.size() < more) {
      return new Refusal(
          PlacementReason.TOO_FEW_CONFIGURED.because(
              "There are "
                  + view.voters().size()
                  + " voters and "
                  + (spare.isEmpty()
                      ? "no other member is"
                      : "only "
                          + Wording.and(spare)
                          + (spare.size() == 1 ? " more is" : " more are"))
                  + " configured."));
    }
    List<Member> coming = new Spares(view).coming(more);
    return coming.stream()
        .filter(member -> !member.isLearner() && !member.workload().provenAbsent())
        .findFirst()
        .<Prescription>map(
            member ->
                new Refusal(
                    RunbookReason.STRAY_PROCESS.because(
                        "A process may run as "
                            + member.name()
                            + " ("
                            + member.workload().evidence()
                            + "), which is no member.",
                        member.words())))
        .or(() -> new PlaceLimits(view).fixed(coming))
        .or(() -> new JoinSteps(view).objection(coming))
        .or(() -> joinsBadly(coming))
        .orElseGet(() -> up(coming));
  }

  /**
   * The members to remove: where the platform gives up its last place first, the members at the
   * last places; else those of the most crowded zone first, the leader last, otherwise the last by
   * name.
   */
  private List<Member> leaving(int fewer) {
    OneAtATime turns = new OneAtATime(view);
    List<Member> left = new ArrayList<>(view.voters());
    List<Member> leaving = new ArrayList<>();
    for (int count = 0; count < fewer; count++) {
      Member next =
          left.stream()
              .max(
                  Comparator.<Member, Integer>comparing(member -> member.ordinal().orElse(0))
                      .thenComparing(member -> inZone(left, member.zone()))
                      .thenComparing(member -> !turns.leads(member))
                      .thenComparing(Member::name))
              .orElseThrow();
      left.remove(next);
      leaving.add(next);
    }
    if (leaving.stream().allMatch(member -> member.ordinal().isEmpty())) {
      leaving.sort(Comparator.comparing(turns::leads));
    }
    return leaving;
  }

  /**
   * The members outside the membership whose places the platform has made all the same, as after an
   * attempt that was left half done.
   */
  static List<Member> leftOver(ClusterView view) {
    return view.members().stream()
        .filter(member -> !member.isListed() && member.ordinal().isPresent())
        .filter(member -> !member.hasNoPlace())
        .toList();
  }

  private static long inZone(List<Member> members, FailureDomain zone) {
    return members.stream().filter(member -> member.zone().equals(zone)).count();
  }

  private Optional<Prescription> joinsBadly(List<Member> coming) {
    return coming.stream()
        .filter(member -> !member.isListed())
        .map(member -> VersionConcerns.ofJoining(view, member, NAME))
        .flatMap(concerns -> concerns.refusal(view, VersionUse.JOINER).stream())
        .findFirst()
        .map(Refusal::new);
  }

  private Plan up(List<Member> coming) {
    StepList steps = begin();
    JoinSteps joining = JoinSteps.atOtherPlaces(view);
    coming.forEach(member -> joining.add(steps, member));
    List<String> warnings = new ArrayList<>(joining.warnings(coming));
    warnings.addAll(new PlaceLimits(view).manifest(coming));
    warnings.addAll(
        new VersionConcerns(view, NAME)
            .warnings(VersionUse.RUNNING, VersionUse.MEMBER_ADD, VersionUse.LEARNER_PROMOTION));
    return plan(
        steps,
        "Add " + Wording.and(coming) + " to " + view.cluster(),
        warnings,
        JoinSteps.promise(
            steps,
            "No acknowledged write can be lost: each joins as a learner, which does not count"
                + " before it has caught up."));
  }

  private Plan down(List<Member> leaving) {
    StepList steps = begin();
    OneAtATime turns = new OneAtATime(view);
    List<Member> staying = view.voters().stream().filter(m -> !leaving.contains(m)).toList();
    for (Member member : leaving) {
      if (member.isVoter()) {
        turns.handOn(steps, member, staying);
        steps.then(new RetireMember(member.name(), member.id().orElseThrow()));
      }
      if (member.configured().isPresent()) {
        steps.then(new StopMember(member.name()));
      }
      if (member.ordinal().isPresent()) {
        steps.then(new RemovePlace(member.name()));
      }
    }
    List<String> warnings = new ArrayList<>(new PlaceLimits(view).manifest(leaving));
    if (wanted == 1) {
      warnings.add("One voter tolerates no loss, and its data is the only copy.");
    }
    return plan(
        steps,
        "Take " + Wording.and(leaving) + " out of " + view.cluster(),
        warnings,
        "No acknowledged write can be lost while "
            + Wording.and(staying)
            + (staying.size() == 1 ? " stays up." : " stay up.")
            + " The data of those that leave is kept where it is.");
  }

  private StepList begin() {
    return StepList.of(
        new SaveSnapshot(Wording.snapshotSource(view).orElseThrow()), AskApproval.AS_POLICY_SAYS);
  }

  private Plan plan(StepList steps, String title, List<String> warnings, String promise) {
    steps.then(new VerifyCluster(wanted));
    return new Plan(
        NAME,
        Map.of(MEMBERS, List.of(String.valueOf(wanted))),
        title,
        view,
        steps.list(),
        warnings,
        promise);
  }
}
