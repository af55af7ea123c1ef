package io.quorate.runbook;

import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.Votes.MoveLeader;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The turns of a roll: one voter after the other is stopped, and is back before the next turn
 * begins (docs/etcd.md#upgrades). Rolling restart, upgrade and downgrade share them. Followers come
 * first, so that the leadership moves once.
 */
public final class OneAtATime {
  private final ClusterView view;

  public OneAtATime(ClusterView view) {
    this.view = view;
  }

  /** The order of the turns: members that do not vote now, followers, the leader. */
  public List<Member> order(List<Member> chosen) {
    List<Member> ordered = new ArrayList<>(chosen);
    ordered.sort(
        Comparator.<Member, Boolean>comparing(view::isVoting)
            .thenComparing(this::leads)
            .thenComparing(Member::name));
    return ordered;
  }

  public boolean leads(Member member) {
    return member.status().filter(MemberStatus::isLeader).isPresent();
  }

  /**
   * Adds the steps of one turn: stop, the steps of the runbook for the stopped member, restart.
   *
   * @param done members whose turn is over; one of them takes over the leadership, so that the
   *     leadership moves only once
   */
  public void turn(StepList steps, Member member, List<Member> done, Step... meanwhile) {
    out(steps, member, done);
    steps.then(meanwhile).then(new ResumeMember(member.name()), new AwaitVoting(member.name()));
  }

  /**
   * Adds the first half of a turn: the member hands on the leadership and stops, unless it is out
   * already.
   */
  public void out(StepList steps, Member member, List<Member> done) {
    handOn(steps, member, done);
    if (view.isLive(member)) {
      steps.then(new StopMember(member.name()));
    }
  }

  /** The voters that do not vote now. */
  public List<Member> out() {
    return view.voters().stream().filter(voter -> !view.isVoting(voter)).toList();
  }

  /**
   * Whether nothing is wrong but one member that an earlier attempt stopped; its turn comes first.
   */
  public boolean resumes(List<Member> left) {
    return DiagnosisTable.diagnose(view).code() == DiagnosisCode.MEMBER_STOPPED
        && out().size() == 1
        && left.containsAll(out())
        && view.quorum().tolerated() > 0
        && view.learners().isEmpty();
  }

  /**
   * The objection to a member whose process is not known: it can be neither stopped nor started.
   */
  public static Optional<Prescription> unseen(List<Member> left) {
    return left.stream()
        .filter(member -> !member.workload().provenAbsent() && member.workload().run().isEmpty())
        .findFirst()
        .map(
            member ->
                new Refusal(
                    StepReason.PROCESS_UNKNOWN.because(
                        "What runs as "
                            + member.name()
                            + " is not known ("
                            + member.workload().evidence()
                            + "), so it cannot be restarted.",
                        member.words().lookAt(member.name()))));
  }

  /** Adds the step that moves the leadership to another voter, when this member is the leader. */
  public void handOn(StepList steps, Member member, List<Member> done) {
    if (leads(member)) {
      successor(member, done).ifPresent(to -> steps.then(new MoveLeader(member.name(), to.name())));
    }
  }

  /**
   * The best follower to take over the leadership: preferably one whose turn is over, then one in
   * another zone than the leader, then the one with the highest applied index.
   */
  private Optional<Member> successor(Member leader, List<Member> done) {
    return view.voting().stream()
        .filter(other -> !other.name().equals(leader.name()))
        .min(
            Comparator.<Member, Boolean>comparing(other -> !done.contains(other))
                .thenComparing(other -> other.zone().equals(leader.zone()))
                .thenComparing(other -> -other.appliedIndex())
                .thenComparing(Member::name));
  }
}
