package io.quorate.runbook.repair;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.plan.Plan;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.Spares;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.runbook.Wording;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Removals.ExpelMember;
import io.quorate.step.Removals.ExpelMember.Lineage;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Stops;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plans of a repair that has no objection. */
final class RepairPlan {
  private static final String ALL_THE_SAME =
      "No acknowledged write can be lost: all that vote have the same data.";

  private final ClusterView view;
  private final RepairCorruptMemberRequest request;
  private final Optional<ComparedRestore> restore;

  RepairPlan(ClusterView view, RepairCorruptMemberRequest request) {
    this.view = view;
    this.request = request;
    this.restore = ComparedRestore.of(view);
  }

  /** The CORRUPT alarms in etcd's list of alarms. */
  static List<Alarm> corruptAlarms(ClusterView view) {
    return view.alarms().stream().filter(alarm -> alarm.kind() == Alarm.Kind.CORRUPT).toList();
  }

  /**
   * The member that is to join at the end: a learner that was left over, or a configured member
   * that is missing where the number of voters is even.
   */
  static Optional<Member> missing(ClusterView view) {
    boolean even = view.voters().size() % 2 == 0;
    return new Spares(view)
        .coming(1).stream().filter(member -> member.isLearner() || even).findFirst();
  }

  /**
   * Plan that replaces voters that are lost, after all others were found to have equal data. Where
   * all of them would be an even number, the last one is only removed (docs/etcd.md#n-30).
   */
  Plan replacingLost(List<Member> lost) {
    StepList steps =
        StepList.of(
            SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()),
            AskApproval.AS_POLICY_SAYS);
    JoinSteps joining = new JoinSteps(remove(steps, lost));
    int back = view.voters().size() % 2 == 0 ? lost.size() - 1 : lost.size();
    lost.subList(0, back).forEach(member -> joining.add(steps, member));
    disarm(steps);
    steps.then(new VerifyCluster(view.voters().size() - lost.size() + back));
    return plan(
        "Replace "
            + Wording.and(lost)
            + " of "
            + view.cluster()
            + (view.raises(Alarm.Kind.CORRUPT) ? " and disarm CORRUPT" : ""),
        request.odd(),
        steps,
        compared(
            lost.subList(0, back),
            "All that vote have the same data; "
                + Wording.and(lost)
                + " may have been the one that differed. Find out why (version, disk, a file"
                + " changed by hand)."),
        JoinSteps.promise(steps, allTheSame()));
  }

  private String allTheSame() {
    return ALL_THE_SAME
        + (view.raises(Alarm.Kind.CORRUPT)
            ? " Writes are refused until the alarm is disarmed, as they are now."
            : "");
  }

  /** Adds the removal of lost voters, which goes first: etcd adds nobody while one is silent. */
  private ClusterView remove(StepList steps, List<Member> lost) {
    ClusterView without = view;
    for (Member member : lost) {
      steps.then(
          new HoldMember(member.name()),
          new RemoveMember(member.name(), member.id().orElseThrow()));
      without = without.projected().removed(member.name());
    }
    return without;
  }

  /**
   * Plan that removes the differing member and adds an empty one, in sync with the others.
   *
   * @param lost voters that are only removed, before it; a replacement adds them again afterwards
   */
  Plan replacing(Member odd, List<Member> lost) {
    MemberId id = odd.id().orElseThrow();
    List<Member> right =
        view.voting().stream().filter(member -> !member.name().equals(odd.name())).toList();
    StepList steps =
        StepList.of(SaveSnapshot.unlessFresh(source(right)), AskApproval.AS_POLICY_SAYS);
    ClusterView left = remove(steps, lost);
    new OneAtATime(view).handOn(steps, odd, right);
    if (view.isLive(odd)) {
      steps.then(Stops.givingUp(odd));
    } else if (!odd.workload().isHeld()) {
      steps.then(new HoldMember(odd.name()));
    }
    steps.then(new ExpelMember(odd.name(), id, lineage()));
    new JoinSteps(left.projected().removed(odd.name())).add(steps, odd);
    disarm(steps);
    steps.then(new VerifyCluster(left.voters().size()));
    Plan silent =
        plan(
            "Replace " + odd.name() + " of " + view.cluster() + ", whose data differs",
            Map.of(odd.name(), id),
            steps,
            warnings(odd, lost),
            "");
    return silent.promising(promise(silent.bracketed(), odd, right));
  }

  /** Plan that ends an earlier repair: all voters have equal data. */
  Plan finishing(Optional<Member> missing) {
    StepList steps =
        StepList.of(
            SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()),
            AskApproval.AS_POLICY_SAYS);
    missing.ifPresent(member -> new JoinSteps(view).add(steps, member));
    disarm(steps);
    steps.then(new VerifyCluster(view.voters().size() + (missing.isPresent() ? 1 : 0)));
    String add = missing.map(member -> "Add " + member.name() + " to ").orElse("");
    String what =
        add.isEmpty()
            ? "Disarm CORRUPT of " + view.cluster()
            : add + view.cluster() + (corruptAlarms(view).isEmpty() ? "" : " and disarm CORRUPT");
    return plan(
        what,
        request.odd(),
        steps,
        List.of("Find out why the data differed (version, disk, a file changed by hand)."),
        JoinSteps.promise(steps, allTheSame()));
  }

  private void disarm(StepList steps) {
    corruptAlarms(view)
        .forEach(alarm -> steps.then(new DisarmAlarm(alarm, DisarmAlarm.raisedBy(view, alarm))));
  }

  /**
   * The voter from which a snapshot is taken: a follower among the voters with the right data, so
   * that the leader is spared.
   */
  private static MemberName source(List<Member> right) {
    return right.stream()
        .min(
            Comparator.comparing(
                member -> member.status().filter(MemberStatus::isLeader).isPresent()))
        .map(Member::name)
        .orElseThrow();
  }

  private Plan plan(
      String title,
      Map<MemberName, MemberId> odd,
      StepList steps,
      List<String> warnings,
      String promise) {
    return new Plan(
        RepairCorruptMemberRequest.NAME,
        request.about(new TreeMap<>(odd)),
        title,
        view,
        steps.list(),
        warnings,
        promise);
  }

  /** The origin of the data. A restore that is recorded contradicts who says there was none. */
  private Lineage lineage() {
    return restore.isPresent() ? Lineage.UNKNOWN : request.lineage();
  }

  private String origin() {
    if (restore.isPresent()) {
      return restore.get().sentence();
    }
    return request.lineage() == Lineage.UNKNOWN
        ? "That the majority is right, nobody can know: "
            + view.words().places()
            + " do not show whether this cluster was ever restored, or a member wiped. Whoever"
            + " knows that neither was can state it with --never-restored, for the approvers to"
            + " read."
        : "That there never was a restore or a wipe is the word of whoever asked for this, not"
            + " something Quorate saw.";
  }

  private List<String> warnings(Member odd, List<Member> lost) {
    List<String> warnings = new ArrayList<>();
    if (!lost.isEmpty()) {
      warnings.add(
          Wording.and(lost)
              + " is lost and only removed; minority-replace brings back what is missing"
              + " afterwards.");
    }
    warnings.add(
        "Reads through "
            + odd.name()
            + ", linearizable ones too, may have been wrong for a while.");
    warnings.add(origin());
    List<MemberName> named =
        corruptAlarms(view).stream()
            .flatMap(alarm -> alarm.member().stream())
            .flatMap(id -> view.members().stream().filter(member -> member.hasId(id)))
            .map(Member::name)
            .filter(name -> !name.equals(odd.name()))
            .toList();
    if (!named.isEmpty()) {
      warnings.add(
          "The alarm names "
              + MemberName.inWords(named)
              + ": etcd compares with its leader, right or wrong. The comparison decides.");
    }
    warnings.addAll(
        new VersionConcerns(view, RepairCorruptMemberRequest.NAME)
            .warnings(VersionUse.RUNNING, VersionUse.LEARNER_PROMOTION));
    warnings.addAll(compared(List.of(odd)));
    return warnings;
  }

  /**
   * The warnings with what was compared. Under the alarm CORRUPT no write moves the compared
   * revisions; without the alarm this warning would differ at every look.
   */
  private List<String> compared(List<Member> coming, String... before) {
    List<String> warnings = new ArrayList<>(List.of(before));
    warnings.addAll(new JoinSteps(view).warnings(coming));
    if (view.raises(Alarm.Kind.CORRUPT)) {
      warnings.add("What was compared:" + new ComparisonTable(view).text());
    }
    return warnings;
  }

  private static String promise(Plan plan, Member odd, List<Member> right) {
    int last = plan.margins().lastIndexOf(0);
    String who = Wording.and(right);
    String kept =
        "The data of "
            + odd.name()
            + " is kept, aside. No acknowledged write can be lost if "
            + who
            + " are right";
    return last < 0
        ? kept + "."
        : kept
            + ". If one of them fails before step "
            + (last + 1)
            + ", writes stop until it is back.";
  }
}
