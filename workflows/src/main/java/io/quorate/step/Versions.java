package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/**
 * The steps that wait for cluster version, storage version or raft snapshot before a release is
 * switched.
 */
public sealed interface Versions extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /** A wait until all members show one line, for as long as that wait asks for. */
  sealed interface AwaitLine extends Versions {
    /** The line, such as 3.6. */
    String line();

    @Override
    default ClusterView project(ClusterView view) {
      return view.projected().clusterVersion(line());
    }

    /** Says what this view lacks for one look of the wait; empty when the view lacks nothing. */
    default Optional<String> missing(ClusterView view) {
      return Preconditions.notShowing(view, line());
    }

    @Override
    default Verdict mayRun(ClusterView view) {
      return missing(view)
          .<Verdict>map(why -> new Verdict.NotYet(StepReason.VERSION_NOT_SHOWN_YET.because(why)))
          .orElse(Verdict.PROCEED);
    }
  }

  /**
   * Waits until the cluster version, and from 3.6 on the storage version, have followed on all
   * members. etcd moves them within seconds of the last member's start; a member that has just
   * started may report older ones, so two looks 5 s apart have to agree (docs/etcd.md#upgrades).
   *
   * @param line such as 3.6
   */
  record AwaitClusterVersion(String line) implements AwaitLine {
    /** How long the values have to stay the same. */
    public static final Duration STEADY = Duration.ofSeconds(5);

    @Override
    public String sentence() {
      return "Wait until the cluster version is " + line + " on all members";
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(1), 20);
    }
  }

  /**
   * Waits until cluster version and storage version show the target of a downgrade on every member,
   * and stay so for 2 s, because members report values that are not on the disk yet
   * (docs/etcd.md#downgrades). No member is stopped earlier: an older etcd on the wrong storage
   * version starts, answers 200 on every health page and refuses every call, and the downgrade
   * cannot be finished safely any more (docs/etcd.md#n-21).
   *
   * @param line such as 3.5
   */
  record AwaitDowngradeReady(String line) implements AwaitLine {
    /** How long the values have to stay the same. */
    public static final Duration STEADY = Duration.ofSeconds(2);

    @Override
    public String sentence() {
      return "Wait until cluster and storage version are " + line + " on all members";
    }

    /** Budget of about a minute of tries: etcd needs 0.8 to 4 s, once every member answers. */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(1), 15);
    }
  }

  /**
   * Writes the canary until the member's newest raft snapshot is beyond an index, and sees the
   * member vote. v2 requests that older versions wrote into the raft log are then before the
   * snapshot, where 3.7 does not read them; after it they make 3.7 panic at every start
   * (docs/etcd.md#v2-requests).
   *
   * @param beyond the raft index when the operation was first prescribed
   */
  record AwaitRaftSnapshot(MemberName member, long beyond) implements Versions, OnOneMember {
    @Override
    public String sentence() {
      return "Write until " + member + " has taken a raft snapshot";
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(10), 20);
    }

    /** The evidence of the raft snapshot, also for a member that was stopped again for its turn. */
    @Override
    public Optional<String> isDone(ClusterView view) {
      boolean stopped =
          view.member(member).map(Member::workload).filter(process -> process.isHeld()).isPresent();
      return stopped || view.member(member).filter(view::isVoting).isPresent()
          ? Preconditions.raftSnapshot(view, member, beyond)
          : Optional.empty();
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().inSync(member);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(member).filter(view::isVoting).isPresent()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.VOTER_DOES_NOT_VOTE.because(member + " does not vote yet"));
    }
  }
}
