package io.quorate.runbook.replace;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.ReplacementInARoll;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.runbook.Wording;
import io.quorate.runbook.replace.MinorityReplaceRequest.Vouched;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import io.quorate.workload.Workload.Gone;
import io.quorate.workload.Workload.Uncertain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Steps of a minority replace that has no objection. */
final class ReplacementPlan {
  private static final String NAME = "minority-replace";

  private final ClusterView view;
  private final MinorityReplaceRequest request;
  private final List<Member> chosen;
  private final List<Member> open;
  private final List<Member> out;

  /**
   * The plan for the chosen members.
   *
   * @param open the chosen members that are not replaced yet
   * @param out learners that are in the way and are taken out
   */
  ReplacementPlan(
      ClusterView view,
      MinorityReplaceRequest request,
      List<Member> chosen,
      List<Member> open,
      List<Member> out) {
    this.view = view;
    this.request = request;
    this.chosen = chosen;
    this.open = open;
    this.out = out;
  }

  boolean changesSomething() {
    return !additions().isEmpty() || !removed().isEmpty() || !out.isEmpty();
  }

  Prescription make() {
    Optional<MemberName> source = Wording.snapshotSource(view);
    if (source.isEmpty()) {
      return new Refusal(StepReason.VOTER_DOES_NOT_VOTE.because("No voter can give a snapshot."));
    }
    List<Member> lost = lost();
    List<Member> added = additions();
    StepList steps =
        StepList.of(SaveSnapshot.unlessFresh(source.get()), AskApproval.AS_POLICY_SAYS);
    for (Member learner : out) {
      if (learner.configured().isPresent()) {
        fence(learner).ifPresent(steps::then);
      }
      steps.then(new RemoveMember(learner.name(), id(learner)));
    }
    for (Member member : removed()) {
      if (!ReplacementObjections.isPhantom(member)) {
        steps.then(new HoldMember(member.name()));
      }
      steps.then(new RemoveMember(member.name(), id(member)));
    }
    // etcd ends the downgrade once the lost member is out, and only then a member can join.
    view.downgradeTo().map(AwaitDowngradeEnd::new).ifPresent(steps::then);
    JoinSteps joining = new JoinSteps(view);
    added.forEach(member -> joining.add(steps, member));
    int voters = view.voters().size() - lost.size() + added.size();
    steps.then(new VerifyCluster(voters, view.raised()));
    Plan silent =
        new Plan(
            NAME,
            request.about(open.isEmpty() ? chosen : without(out)),
            title(added),
            view,
            steps.list(),
            warnings(lost, added),
            "");
    return silent.promising(JoinSteps.promise(silent.steps(), promise(silent.bracketed())));
  }

  /**
   * Returns the step that keeps a learner from running on; empty where the learner's process cannot
   * be told.
   */
  private static Optional<Step> fence(Member learner) {
    return switch (learner.workload().state()) {
      case Workload.Running running -> Optional.of(new StopMember(learner.name()));
      case Gone.STOPPED, Gone.HELD, Uncertain.RESTARTING ->
          Optional.of(new HoldMember(learner.name()));
      case Gone.ABSENT, Uncertain.UNREACHABLE, Uncertain.STRANGER, Uncertain.AMBIGUOUS ->
          Optional.empty();
    };
  }

  private List<Member> without(List<Member> taken) {
    return chosen.stream().filter(member -> !taken.contains(member)).toList();
  }

  private String title(List<Member> added) {
    if (open.isEmpty()) {
      return "Remove the learner " + Wording.and(out) + " of " + view.cluster();
    }
    List<Member> only = open.stream().filter(ReplacementObjections::isPhantom).toList();
    String also = Wording.and(open.stream().filter(member -> !only.contains(member)).toList());
    String rest = also.isEmpty() ? "" : (added.isEmpty() ? "remove " : "replace ") + also;
    String all =
        only.isEmpty()
            ? rest
            : "remove " + Wording.and(only) + (rest.isEmpty() ? "" : " and " + rest);
    return Character.toUpperCase(all.charAt(0)) + all.substring(1) + " of " + view.cluster();
  }

  private List<Member> lost() {
    return open.stream().filter(Member::isVoter).toList();
  }

  /**
   * The members to remove: lost voters, and phantoms whether they are voters or not. Neither can be
   * started again.
   */
  private List<Member> removed() {
    return open.stream().filter(m -> m.isVoter() || ReplacementObjections.isPhantom(m)).toList();
  }

  /**
   * The members to add, a learner that is there already first, because etcd allows one at a time.
   * The last member is left out where it would make the number of voters even (docs/etcd.md#n-30),
   * because an even number tolerates no more losses.
   */
  List<Member> additions() {
    List<Member> all =
        new ArrayList<>(
            open.stream().filter(member -> !ReplacementObjections.isPhantom(member)).toList());
    all.sort(Comparator.comparing(member -> !member.isLearner()));
    int voters = view.voters().size() - lost().size() + all.size();
    if (voters % 2 == 0 && !all.isEmpty()) {
      all.remove(all.size() - 1);
    }
    return all;
  }

  private List<String> warnings(List<Member> lost, List<Member> added) {
    VersionConcerns versions = new VersionConcerns(view, NAME);
    List<String> warnings =
        new ArrayList<>(
            added.isEmpty()
                ? versions.warnings(VersionUse.RUNNING)
                : versions.warnings(VersionUse.RUNNING, VersionUse.LEARNER_PROMOTION));
    lost.stream()
        .filter(member -> !added.contains(member) && !ReplacementObjections.isPhantom(member))
        .forEach(
            member ->
                warnings.add(
                    member.name()
                        + " is removed and not added again: with it the number of voters would be"
                        + " even, which tolerates no more losses."));
    open.stream()
        .filter(ReplacementObjections::isPhantom)
        .forEach(
            member ->
                warnings.add(
                    member.name()
                        + " was added at "
                        + String.join(", ", member.entry().orElseThrow().peerUrls())
                        + ", which is not in the configuration, and never started: it has no"
                        + " data."));
    lost.stream()
        .filter(member -> member.entry().filter(MembershipEntry::started).isPresent())
        .forEach(member -> nothingThere(member).ifPresent(warnings::add));
    warnings.addAll(new JoinSteps(view).warnings(added));
    out.forEach(learner -> warnings.add(inTheWay(learner)));
    warnings.addAll(new ReplacementInARoll(view).warnings());
    if (view.raises(Alarm.Kind.NOSPACE)) {
      warnings.add(
          "NOSPACE stays raised and writes are refused, until clear-nospace has run; that needs"
              + " everybody to vote.");
    }
    if (request.lostByWord() == Vouched.BY_A_PERSON) {
      warnings.add(
          "That the data cannot come back is the word of whoever asked for this, not something"
              + " Quorate saw.");
    }
    return warnings;
  }

  /** Warns approvers of a directory without data: the directory may not be the member's. */
  private static Optional<String> nothingThere(Member member) {
    String whose = "The data directory of " + member.name();
    String alike =
        " A disk that is not mounted looks the same: look at its "
            + member.words().place()
            + ", and reject if its disk can come back.";
    return switch (member.data().state()) {
      case EMPTY ->
          Optional.of(
              whose
                  + " is empty"
                  + member
                      .data()
                      .emptySince()
                      .map(since -> ", since " + Amounts.moment(since))
                      .orElse("")
                  + "."
                  + alike);
      case ABSENT -> Optional.of(whose + " is not there." + alike);
      case PARTIAL ->
          Optional.of(whose + " has parts of data, as a start on a new disk leaves them." + alike)
              .filter(warning -> member.loopsWithoutItsData());
      case PRESENT, UNREADABLE -> Optional.empty();
    };
  }

  private String inTheWay(Member learner) {
    return learner.name()
        + " is a learner and has no vote. It is taken out of the membership"
        + (open.isEmpty()
            ? ", because with it there would be "
                + (view.voters().size() + 1)
                + " voters, an even number. "
                + toMakeItAVoter(learner)
            : ", because one member is brought in at a time.")
        + " Its data stays where it is; it is a copy."
        + JoinSteps.STANDBY;
  }

  private String toMakeItAVoter(Member learner) {
    int voters = view.voters().size() + 2;
    long configured =
        view.members().stream().filter(member -> member.configured().isPresent()).count();
    String first =
        learner.configured().isEmpty()
            ? "configure it and "
            : (configured < voters ? "configure one more member and " : "");
    return "To make it a voter, reject this, " + first + "use scale --members " + voters + ".";
  }

  private String promise(Plan plan) {
    List<Member> others = view.voting().stream().filter(m -> !chosen.contains(m)).toList();
    int last = plan.margins().lastIndexOf(0);
    String kept = "No acknowledged write can be lost";
    if (last < 0) {
      return kept + ". Writes go on even if one of the others fails meanwhile.";
    }
    boolean toTheEnd = last == plan.steps().size();
    String until = toTheEnd ? "" : " before step " + (last + 1);
    return others.size() == 1
        ? kept
            + ". If "
            + Wording.and(others)
            + " fails"
            + until
            + ", writes stop until it is back."
        : kept
            + " while "
            + Wording.and(others)
            + " stay up. If one of them fails"
            + until
            + ", writes stop until it is back; nothing is lost.";
  }

  private static MemberId id(Member member) {
    return member.id().orElseThrow();
  }
}
