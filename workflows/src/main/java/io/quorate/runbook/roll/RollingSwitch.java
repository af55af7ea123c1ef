package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import io.quorate.plan.Prescription;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.ReleasesOnHosts;
import io.quorate.runbook.StepList;
import io.quorate.step.Releases.AwaitRelease;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Releases.SwitchRelease.Kind;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Versions.AwaitRaftSnapshot;
import io.quorate.version.Hop;
import io.quorate.version.Hop.Direction;
import io.quorate.version.HopCondition;
import io.quorate.version.MinorLine;
import io.quorate.version.VersionKnowledge;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Switches the voters to another etcd, one at a time: shared by rolling upgrade and rolling
 * downgrade (docs/etcd.md#upgrades, #downgrades). Voters that run that etcd already are left alone;
 * a voter that is out comes first, whichever etcd it would be started with.
 */
final class RollingSwitch {
  /** Direction of a switch. */
  enum Way {
    /** A switch to an etcd that all members are to run from then on; gates apply. */
    ON,
    /** A switch back to the etcd that others still run, before the point of no return. */
    BACK
  }

  private final ClusterView view;
  private final EtcdVersion to;
  private final Way way;
  private final OneAtATime turns;
  private final List<Member> left;
  private final ReleasesOnHosts releases;
  private final HopObjections hops;

  RollingSwitch(ClusterView view, String runbook, WantedVersion wanted, Way way) {
    this.view = view;
    this.to = wanted.to().orElseThrow();
    this.way = way;
    this.turns = new OneAtATime(view);
    this.left = view.voters().stream().filter(voter -> !isOver(voter)).toList();
    this.releases = new ReleasesOnHosts(view, to, left);
    this.hops =
        new HopObjections(
            view,
            runbook,
            wanted.accepted(),
            left,
            way == Way.BACK
                ? List.of()
                : left.stream().flatMap(m -> releases.hop(m).stream()).toList());
  }

  /** The voters whose turn is to come, in their order. */
  List<Member> left() {
    return turns.order(left);
  }

  private boolean isOver(Member voter) {
    return view.isVoting(voter)
        && voter.status().map(MemberStatus::version).filter(to::equals).isPresent();
  }

  /** Whether a member runs the new etcd, or is stopped with it. */
  boolean isUnderWay() {
    return left.size() < view.voters().size()
        || left.stream()
            .anyMatch(
                member ->
                    member.installation().binary().filter(to::equals).isPresent()
                        || member.workload().isHeld());
  }

  /** Whether nothing is wrong but one member that an earlier attempt took out. */
  boolean resumes() {
    return isUnderWay() && turns.resumes(left);
  }

  /** The objection to the switch, whatever the state of the cluster. */
  Optional<Prescription> objection() {
    return hops.objection()
        .or(releases::missing)
        .or(() -> OneAtATime.unseen(left))
        .or(releases::settingsInTheWay);
  }

  /** Lists the warnings for approvers: advisories, and changes of settings. */
  List<String> warnings() {
    return Stream.of(hops.warnings(), releases.noWayBack(), releases.changedSettings())
        .flatMap(List::stream)
        .toList();
  }

  Optional<Hop> hop(Member member) {
    return releases.hop(member);
  }

  /**
   * Adds the turns of all members.
   *
   * @param snapshots the gate for members that have to take a raft snapshot before the hop
   * @param beforeLast steps before the last of the voting members
   */
  void turns(StepList steps, Optional<V2RequestGate> snapshots, Step... beforeLast) {
    List<Member> done = new ArrayList<>(view.voters().stream().filter(this::isOver).toList());
    List<Member> ordered = left();
    for (Member member : ordered) {
      boolean last = done.size() == view.voters().size() - 1;
      if (last && view.isVoting(member)) {
        steps.then(beforeLast);
      }
      turns.out(steps, member, done);
      if (isForced(member, snapshots)) {
        snapshots.orElseThrow().force(steps, member);
      }
      hop(member).map(hop -> step(member, hop, last)).ifPresent(steps::then);
      steps.then(new ResumeMember(member.name()), new AwaitRelease(member.name(), to));
      done.add(member);
    }
  }

  /** Whether any member has to take a raft snapshot before its hop. */
  boolean forces(V2RequestGate snapshots) {
    return left.stream().anyMatch(member -> isForced(member, Optional.of(snapshots)));
  }

  /**
   * Whether this member has to take a raft snapshot. A member that is stopped with the new etcd
   * already is started with it.
   */
  private boolean isForced(Member member, Optional<V2RequestGate> snapshots) {
    boolean switched =
        !view.isVoting(member) && member.installation().binary().filter(to::equals).isPresent();
    return !switched
        && hop(member)
            .filter(hop -> snapshots.filter(needed -> needed.lacks(member, hop)).isPresent())
            .isPresent();
  }

  private Step step(Member member, Hop hop, boolean last) {
    List<String> changes =
        releases.translation(member).map(SwitchRelease::changes).orElse(List.of());
    return new SwitchRelease(member.name(), hop.source(), to, changes, kind(hop, last));
  }

  private Kind kind(Hop hop, boolean last) {
    if (!last || way == Way.BACK) {
      return Kind.TURN;
    }
    if (hops.againstAdvice()) {
      return Kind.AGAINST_ADVICE;
    }
    boolean withinLine = hop.direction() == Direction.PATCH || hop.direction() == Direction.BACK;
    return withinLine ? Kind.TURN : Kind.POINT_OF_NO_RETURN;
  }

  /** The plan's promise: what can and cannot be lost during the roll, in a sentence. */
  String promise() {
    String margin =
        view.quorum().tolerated() > 1
            ? " Writes go on even if one of the others fails meanwhile."
            : " If another member fails while one is stopped, writes stop until one of them is"
                + " back.";
    boolean minor =
        way == Way.ON && left.stream().anyMatch(m -> hop(m).filter(this::isMinor).isPresent());
    return "No acknowledged write can be lost."
        + margin
        + (minor ? " Up to the last switch everything can be taken back." : "");
  }

  private boolean isMinor(Hop hop) {
    return !hop.from().equals(MinorLine.of(to));
  }

  /**
   * The v2 gate (docs/etcd.md#v2-requests): 3.7 panics at every start when the raft log holds a v2
   * request after the member's newest raft snapshot, and every 3.5 process has written some.
   * Nothing records when the last of them ended, so each member takes a raft snapshot newer than
   * the log was when the upgrade was first prescribed.
   */
  static final class V2RequestGate {
    private final long beyond;

    /**
     * The gate of one upgrade.
     *
     * @param before the raft index when the upgrade was first prescribed; empty when that is now
     */
    V2RequestGate(ClusterView view, OptionalLong before) {
      this.beyond =
          before.orElseGet(
              () ->
                  view.leader()
                      .flatMap(Member::status)
                      .map(MemberStatus::raftIndex)
                      .orElse(Long.MAX_VALUE));
    }

    long beyond() {
      return beyond;
    }

    /** Whether the member has to take a raft snapshot before this hop. */
    boolean lacks(Member member, Hop hop) {
      return VersionKnowledge.current()
              .conditions(hop)
              .contains(HopCondition.NO_V2_REQUEST_AFTER_RAFT_SNAPSHOT)
          && member.installation().raftSnapshotIndex().orElse(0L) < beyond;
    }

    /** Adds steps that make a stopped member take a raft snapshot and stop it again. */
    StepList force(StepList steps, Member member) {
      return steps.then(
          new ResumeToSnapshot(member.name(), beyond),
          new AwaitRaftSnapshot(member.name(), beyond),
          new StopMember(member.name()));
    }
  }
}
