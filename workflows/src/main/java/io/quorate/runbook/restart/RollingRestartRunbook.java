package io.quorate.runbook.restart;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Reason;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.StepReason;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
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
      return new Refusal(
          StepReason.NOT_A_VOTER.because(
              unknown.get() + " is no voter of this cluster.", "Name a voter of the cluster."));
    }
    List<Member> left = request.left(view);
    if (left.isEmpty()) {
      return new NothingToDo(
          RestartReason.EVERY_MEMBER_RESTARTED.because("Every member was restarted."));
    }
    return objection(view, left)
        .or(() -> anotherLine(view, left))
        .orElseGet(() -> plan(view, request, left));
  }

  /**
   * The objection where a member that runs would be started again with another minor: what a roll
   * checks for that, as the gates of the data and the settings, a restart does not.
   */
  private static Optional<Prescription> anotherLine(ClusterView view, List<Member> left) {
    return left.stream()
        .filter(view::isLive)
        .flatMap(member -> anotherLine(view, member).stream())
        .findFirst();
  }

  private static Optional<Prescription> anotherLine(ClusterView view, Member member) {
    Optional<EtcdVersion> running = member.status().map(MemberStatus::version);
    Optional<EtcdVersion> next = member.installation().binary();
    // A tag of an image may have a numbering of its own.
    return running.isEmpty()
            || next.filter(to -> to.major() == running.get().major() && !to.sameLine(running.get()))
                .isEmpty()
        ? Optional.empty()
        : Optional.of(new Refusal(anotherLine(view, member, running.get(), next.get())));
  }

  private static Reason anotherLine(
      ClusterView view, Member member, EtcdVersion running, EtcdVersion next) {
    String roll = next.isBefore(running) ? "rolling-downgrade" : "rolling-upgrade";
    return RestartReason.RESTART_CHANGES_THE_VERSION.because(
        "%s runs etcd %s, and a restart would start etcd %s."
            .formatted(member.name(), running, next),
        "Put etcd %s back, or correct binary or etcd.releases in quorate.yml.".formatted(running),
        "If etcd %s is wanted: %s".formatted(next, Wording.start(view, roll, "--to " + next)));
  }

  private static Optional<Prescription> objection(ClusterView view, List<Member> left) {
    if (DiagnosisTable.diagnose(view).code() == DiagnosisCode.NO_SPACE) {
      return underNospace(view, left);
    }
    boolean resumes = new OneAtATime(view).resumes(left) && !RunningVersions.of(view).areMixed();
    return resumes
        ? ChangeReadiness.confirmed(view)
        : ChangeReadiness.toRestart(view).or(() -> OneAtATime.unseen(left));
  }

  /**
   * The objection under NOSPACE, where a restart is of use only because the environment files say a
   * larger quota than what runs: then it is the way out where all that fills the databases is alive
   * (docs/etcd.md#nospace).
   */
  private static Optional<Prescription> underNospace(ClusterView view, List<Member> left) {
    List<Member> out = new OneAtATime(view).out();
    boolean mixed = RunningVersions.of(view).areMixed();
    if (!out.isEmpty() || !view.learners().isEmpty() || (mixed && !raisesTheQuota(left))) {
      return ChangeReadiness.toChange(view);
    }
    if (mixed) {
      return Optional.of(
          new Refusal(
              RestartReason.NO_ROLL_UNDER_NOSPACE.because(
                  "NOSPACE is raised and members run different minor versions, so no roll goes on.",
                  byHand(left))));
    }
    if (!raisesTheQuota(left)) {
      return Optional.of(
          new Refusal(
              RestartReason.NO_ROLL_UNDER_NOSPACE.because(
                  DiagnosisTable.diagnose(view).sentence()
                      + " A restart goes first only where the "
                      + view.words().settings()
                      + "s have a larger "
                      + view.words().setting(Quota.SETTING)
                      + " than what runs.",
                  Wording.start(view, "clear-nospace"))));
    }
    if (view.margin() <= 0) {
      return Optional.of(
          new Refusal(
              RunbookReason.NOBODY_TO_SPARE.because("No voter can be spared.", byHand(left))));
    }
    return ChangeReadiness.toSpareOne(view, DiagnosisCode.NO_SPACE)
        .or(() -> OneAtATime.unseen(left));
  }

  private static String byHand(List<Member> left) {
    return "Restart "
        + Wording.and(left)
        + " by hand"
        + (left.size() == 1 ? "" : ", one after the other")
        + " (writes are refused anyway), then use clear-nospace.";
  }

  /** Whether a member gets a larger quota by its restart, and none a smaller one. */
  private static boolean raisesTheQuota(List<Member> left) {
    return left.stream().anyMatch(member -> configured(member).isAbove(running(member)))
        && left.stream().noneMatch(member -> running(member).isAbove(configured(member)));
  }

  private static Quota configured(Member member) {
    return Quota.of(member.installation().settings());
  }

  private static Quota running(Member member) {
    return DisarmAlarm.quota(member);
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
    steps.then(new VerifyCluster(view.voters().size(), view.raised()));
    return new Plan(
        "rolling-restart",
        request.about(view),
        "Restart " + Wording.and(ordered) + " of " + view.cluster(),
        view,
        steps.list(),
        view.raises(Alarm.Kind.NOSPACE)
            ? List.of("NOSPACE stays raised and writes are refused, until clear-nospace has run.")
            : List.of(),
        "No acknowledged write can be lost. "
            + (view.quorum().tolerated() > 1
                ? "Writes go on even if one of the others fails meanwhile."
                : "If another member fails while one is stopped, writes stop until one of them is"
                    + " back."));
  }
}
