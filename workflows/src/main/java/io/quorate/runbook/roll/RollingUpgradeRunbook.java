package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionSkew;
import io.quorate.runbook.Wording;
import io.quorate.runbook.roll.RollingSwitch.Way;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.step.Versions.AwaitClusterVersion;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Soak;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Rolling upgrade (docs/etcd.md#upgrades): every voter goes to a later patch or to the next minor,
 * one at a time, the leader last and only after it has handed on the leadership. Before the last
 * voter follows, the others soak: once the last one has started, the cluster version moves and
 * there is no simple way back. An unfinished upgrade is continued.
 */
public final class RollingUpgradeRunbook implements Runbook<RollingUpgradeRequest> {
  @Override
  public String name() {
    return "rolling-upgrade";
  }

  @Override
  public String sentence() {
    return "Take all members to a newer etcd, one at a time, while writes go on.";
  }

  @Override
  public List<Option> options() {
    return Stream.concat(
            WantedVersion.OPTIONS.stream(),
            Stream.of(
                Option.text(
                    RollingUpgradeRequest.SOAK,
                    "DURATION",
                    "How long all but one run it before the last one follows: 10m, or 0s.")))
        .toList();
  }

  @Override
  public RollingUpgradeRequest request(Options options) {
    return RollingUpgradeRequest.of(options);
  }

  @Override
  public String title(RollingUpgradeRequest request) {
    return request
        .wanted()
        .to()
        .map(version -> "upgrade to etcd " + version)
        .orElse("finish the upgrade");
  }

  @Override
  public Prescription prescribe(ClusterView view, RollingUpgradeRequest request) {
    Optional<EtcdVersion> target = request.target(view);
    if (target.isEmpty()) {
      return new Refusal(RollReason.VERSION_NOT_NAMED.because("No upgrade is unfinished."));
    }
    EtcdVersion to = target.get();
    RollingSwitch switching = new RollingSwitch(view, name(), request.wanted().to(to), Way.ON);
    return downgrading(view)
        .or(() -> finished(view, switching, to))
        .or(() -> VersionSkew.tooWide(view))
        .or(() -> newer(view, to))
        .or(() -> VersionSkew.withoutOne(view))
        .or(() -> unready(view, switching))
        .or(switching::objection)
        .orElseGet(() -> plan(view, request, switching, to));
  }

  private static Optional<Prescription> downgrading(ClusterView view) {
    return view.downgradeTo()
        .map(
            line ->
                new Refusal(
                    StepReason.DOWNGRADE_ENABLED.because(
                        "A downgrade to " + line + " is enabled.",
                        VersionSkew.finishOrCancel(view))));
  }

  /**
   * The wait, or the end, when every member runs the target; etcd moves the cluster version within
   * seconds.
   */
  private static Optional<Prescription> finished(
      ClusterView view, RollingSwitch switching, EtcdVersion to) {
    if (!switching.left().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> before = view.clusterVersion().filter(line -> !line.equals(to.line()));
    return Optional.of(
        before.isPresent()
            ? ChangeReadiness.soon(
                view,
                RollReason.CLUSTER_VERSION_MOVES.because(
                    "All members run etcd "
                        + to
                        + ", and the cluster version is "
                        + before.get()
                        + "."))
            : new NothingToDo(RollReason.ALL_RUN_IT.because("All members run etcd " + to + ".")));
  }

  /**
   * The refusal when a member runs a newer version: an older etcd is never simply started
   * (docs/etcd.md#n-19).
   */
  private static Optional<Prescription> newer(ClusterView view, EtcdVersion to) {
    List<Member> newer =
        view.voters().stream()
            .filter(view::isLive)
            .filter(voter -> VersionSkew.runs(voter, version -> to.isBefore(version)))
            .toList();
    boolean back = view.voters().stream().anyMatch(voter -> VersionSkew.runs(voter, to::equals));
    boolean otherLine =
        newer.stream().anyMatch(voter -> VersionSkew.runs(voter, v -> !v.sameLine(to)));
    if (newer.isEmpty() || !(back || otherLine)) {
      return Optional.empty();
    }
    EtcdVersion runs = newer.get(0).status().map(MemberStatus::version).orElseThrow();
    return Optional.of(
        new Refusal(
            RollReason.MEMBERS_ARE_NEWER.because(
                Wording.and(newer)
                    + (newer.size() == 1 ? " runs" : " run")
                    + " etcd "
                    + runs
                    + ", which is newer than "
                    + to
                    + (back ? "; the upgrade is unfinished." : "."),
                Wording.start(view, "rolling-downgrade", "--to " + to))));
  }

  private static Optional<Prescription> unready(ClusterView view, RollingSwitch switching) {
    return switching.resumes()
        ? ChangeReadiness.confirmed(view)
        : ChangeReadiness.toRestart(view, DiagnosisCode.VERSION_SKEW);
  }

  private Plan plan(
      ClusterView view, RollingUpgradeRequest request, RollingSwitch switching, EtcdVersion to) {
    var snapshots = new RollingSwitch.V2RequestGate(view, request.before());
    Step[] soak = request.soak().isZero() ? new Step[0] : new Step[] {new Soak(request.soak())};
    boolean onlyTheLast =
        switching.left().stream().allMatch(view::isVoting) && switching.left().size() == 1;
    StepList steps = new StepList();
    if (onlyTheLast) {
      // An approval is good for 15 minutes only, so the question comes after the wait.
      steps.then(soak);
    }
    steps.then(
        SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()),
        AskApproval.AS_POLICY_SAYS);
    switching.turns(steps, Optional.of(snapshots), onlyTheLast ? new Step[0] : soak);
    boolean minor =
        switching.left().stream()
            .anyMatch(m -> switching.hop(m).filter(hop -> !hop.source().sameLine(to)).isPresent());
    if (minor) {
      steps.then(new AwaitClusterVersion(to.line()));
    }
    steps.then(new VerifyCluster(view.voters().size()));
    return new Plan(
        name(),
        request.about(
            to,
            switching.forces(snapshots)
                ? OptionalLong.of(snapshots.beyond())
                : OptionalLong.empty()),
        "Upgrade " + Wording.and(switching.left()) + " of " + view.cluster() + " to etcd " + to,
        view,
        steps.list(),
        switching.warnings(),
        switching.promise());
  }
}
