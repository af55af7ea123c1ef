package io.quorate.runbook;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.plan.Prescription;
import io.quorate.step.AddLearner;
import io.quorate.step.AwaitInSync;
import io.quorate.step.HoldMember;
import io.quorate.step.PromoteLearner;
import io.quorate.step.RemoveMember;
import io.quorate.step.SetDataAside;
import io.quorate.step.StartMember;
import java.util.List;
import java.util.Optional;

/**
 * Steps that bring a member into the membership, always as a learner first: a learner that never
 * starts costs the cluster nothing (docs/etcd.md#n-08). A learner that an earlier attempt left is
 * adopted.
 */
public final class JoinSteps {
  private final ClusterView view;

  public JoinSteps(ClusterView view) {
    this.view = view;
  }

  /**
   * The objection to adding these members, judged by the etcd version on their hosts and by where
   * they will listen.
   */
  public Optional<Prescription> objection(List<Member> coming) {
    return coming.stream()
        .flatMap(member -> new NewcomerRelease(view, member).objection().stream())
        .findFirst()
        .or(() -> elsewhere(coming));
  }

  private static Optional<Prescription> elsewhere(List<Member> coming) {
    return coming.stream()
        .filter(member -> !member.isListed())
        .flatMap(member -> ChangedAddress.notListening(member).stream())
        .findFirst()
        .map(why -> new Prescription.Refusal("Nobody is added at a wrong URL: " + why + "."));
  }

  public void add(StepList steps, Member member) {
    MemberName name = member.name();
    if (member.isLearner() && view.isLive(member)) {
      steps.then(new AwaitInSync(name), new PromoteLearner(name));
      return;
    }
    new NewcomerRelease(view, member).step().ifPresent(steps::then);
    if (!member.isLearner() || mustStartOver(member)) {
      startOver(steps, member);
    }
    steps.then(new StartMember(name), new AwaitInSync(name), new PromoteLearner(name));
  }

  private void startOver(StepList steps, Member member) {
    MemberName name = member.name();
    if (member.isLearner()) {
      steps.then(new HoldMember(name), new RemoveMember(name, member.id().orElseThrow()));
    }
    steps.then(
        new SetDataAside(name, whose(member)),
        new AddLearner(name, member.configured().map(ConfiguredMember::peerUrl).orElseThrow()));
  }

  /**
   * The id for the name of the directory that is set aside. Where the data is another's it is left
   * open: that other may be a member, and {@link SetDataAside} refuses the id of a member.
   */
  private MemberId whose(Member member) {
    return view.strangerIn(member).isPresent()
        ? AddLearner.NOT_YET_KNOWN
        : member.id().orElse(AddLearner.NOT_YET_KNOWN);
  }

  /**
   * Whether a learner left over from an earlier attempt has to be added again, because it was
   * started and its data is not whole or somebody else's, or it was never started and data is
   * there.
   */
  private boolean mustStartOver(Member learner) {
    boolean started = learner.entry().filter(MembershipEntry::started).isPresent();
    return learner.workload().state() != Workload.State.RUNNING
        && switch (learner.data().state()) {
          case ABSENT, EMPTY -> started;
          case PARTIAL -> true;
          case PRESENT -> !started || !view.hasOwnData(learner);
          case UNREADABLE -> false;
        };
  }
}
