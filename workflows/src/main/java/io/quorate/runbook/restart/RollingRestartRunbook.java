package io.quorate.runbook.restart;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.RunningVersions;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.AskApproval;
import io.quorate.step.SaveSnapshot;
import io.quorate.step.VerifyCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rolling restart: every voter is stopped and started again with its data, one at a time, the
 * leader last and only after it has handed on the leadership (docs/etcd.md#upgrades without another
 * version).
 */
public final class RollingRestartRunbook implements Runbook<RollingRestartRequest> {
  @Override
  public String name() {
    return "rolling-restart";
  }

  @Override
  public String sentence() {
    return "Restart the members one at a time, the leader last, while writes go on.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.members(
            RollingRestartRequest.MEMBER, "The member to restart; left out: all voters."));
  }

  @Override
  public RollingRestartRequest request(Options options) {
    return RollingRestartRequest.of(options);
  }

  @Override
  public String title(RollingRestartRequest request) {
    return request.members().isEmpty()
        ? "restart all members"
        : "restart " + MemberName.inWords(request.members());
  }

  @Override
  public Prescription prescribe(ClusterView view, RollingRestartRequest request) {
    Optional<MemberName> unknown =
        request.members().stream()
            .filter(name -> view.member(name).filter(Member::isVoter).isEmpty())
            .findFirst();
    if (unknown.isPresent()) {
      return new Refusal(unknown.get() + " is no voter of this cluster.");
    }
    List<Member> left = request.left(view);
    if (left.isEmpty()) {
      return new NothingToDo("Every member was restarted.");
    }
    return objection(view, left).orElseGet(() -> plan(view, request, left));
  }

  private static Optional<Prescription> objection(ClusterView view, List<Member> left) {
    boolean resumes = new OneAtATime(view).resumes(left) && !RunningVersions.of(view).areMixed();
    return resumes
        ? ChangeReadiness.confirmed(view)
        : ChangeReadiness.toSpareOne(view).or(() -> OneAtATime.unseen(left));
  }

  private static Plan plan(ClusterView view, RollingRestartRequest request, List<Member> left) {
    OneAtATime turns = new OneAtATime(view);
    List<Member> ordered = turns.order(left);
    StepList steps =
        StepList.of(
            new SaveSnapshot(Wording.snapshotSource(view).orElseThrow()),
            AskApproval.AS_POLICY_SAYS);
    List<Member> done = new ArrayList<>();
    for (Member member : ordered) {
      turns.turn(steps, member, done);
      done.add(member);
    }
    steps.then(new VerifyCluster(view.voters().size()));
    return new Plan(
        "rolling-restart",
        request.about(view),
        "Restart " + Wording.and(ordered) + " of " + view.cluster(),
        view,
        steps.list(),
        List.of(),
        "No acknowledged write can be lost. "
            + (view.quorum().tolerated() > 1
                ? "Writes go on even if one of the others fails meanwhile."
                : "If another member fails while one is stopped, writes stop until one of them is"
                    + " back."));
  }
}
