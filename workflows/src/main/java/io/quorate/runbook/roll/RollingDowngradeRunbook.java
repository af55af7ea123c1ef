package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.DiagnosisCode;
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
import io.quorate.runbook.VersionSkew;
import io.quorate.runbook.Wording;
import io.quorate.runbook.roll.RollingSwitch.Way;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.step.Downgrades.EnableDowngrade;
import io.quorate.step.Reason;
import io.quorate.step.Releases.AwaitRelease;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.StepReason;
import io.quorate.step.Versions.AwaitDowngradeReady;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rolling downgrade (docs/etcd.md#downgrades): every voter goes to the minor before, one at a time,
 * the leader last. The downgrade is enabled in etcd first, and no member is stopped before cluster
 * version and storage version show the target on all of them (docs/etcd.md#n-21): an older etcd
 * under newer data bricks later restarts. An unfinished upgrade is turned back instead, which needs
 * no downgrade in etcd.
 */
public final class RollingDowngradeRunbook implements Runbook<RollingDowngradeRequest> {
  @Override
  public String name() {
    return "rolling-downgrade";
  }

  @Override
  public String sentence() {
    return "Take all members to the minor before, one at a time, while writes go on.";
  }

  @Override
  public List<Option> options() {
    return Stream.concat(
            WantedVersion.OPTIONS.stream(),
            Stream.of(
                Option.flag(
                    RollingDowngradeRequest.CANCEL,
                    "Call off a downgrade that is under way, and switch members back.")))
        .toList();
  }

  @Override
  public RollingDowngradeRequest request(Options options) {
    return RollingDowngradeRequest.of(options);
  }

  @Override
  public String title(RollingDowngradeRequest request) {
    return request.cancel()
        ? "call off the downgrade"
        : request
            .wanted()
            .to()
            .map(version -> "downgrade to etcd " + version)
            .orElse("finish the downgrade");
  }

  @Override
  public Prescription prescribe(ClusterView view, RollingDowngradeRequest request) {
    if (request.cancel()) {
      return new DowngradeCancellation(view, request).prescription();
    }
    Optional<EtcdVersion> target = request.target(view);
    if (target.isEmpty()) {
      return new Refusal(whichVersion(view));
    }
    EtcdVersion to = target.get();
    boolean back = turnsBack(view, to);
    RollingSwitch switching =
        new RollingSwitch(view, name(), request.wanted().to(to), back ? Way.BACK : Way.ON);
    return otherLine(view, to)
        .or(() -> finished(view, switching, to))
        .or(() -> VersionSkew.tooWide(view))
        .or(() -> older(view, to))
        .or(() -> back ? Optional.empty() : halfUpgraded(view, to))
        .or(() -> VersionSkew.withoutOne(view))
        .or(() -> unready(view, switching, back))
        .or(switching::objection)
        .orElseGet(
            () -> back ? back(view, request, switching, to) : plan(view, request, switching, to));
  }

  private static Reason whichVersion(ClusterView view) {
    return view.downgradeTo()
        .map(
            line ->
                RunbookReason.RELEASE_NOT_CONFIGURED.because(
                    "A downgrade to "
                        + line
                        + " is enabled, no member runs that yet, and no release of it is"
                        + " configured.",
                    "Write one under etcd.releases in quorate.yml, or cancel the downgrade: "
                        + Wording.start(view, "rolling-downgrade", "--cancel")))
        .orElseGet(() -> RollReason.VERSION_NOT_NAMED.because("No downgrade is unfinished."));
  }

  /**
   * Whether the request only turns back an upgrade: some members still run the target, and the
   * cluster version has not moved on.
   */
  private static boolean turnsBack(ClusterView view, EtcdVersion to) {
    return view.downgradeTo().isEmpty()
        && view.clusterVersion().filter(to.line()::equals).isPresent()
        && view.voting().stream().anyMatch(voter -> VersionSkew.runs(voter, to::equals));
  }

  private static Optional<Prescription> finished(
      ClusterView view, RollingSwitch switching, EtcdVersion to) {
    if (!switching.left().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        view.downgradeTo().isPresent()
            ? ChangeReadiness.soon(
                view,
                RollReason.DOWNGRADE_ENDS.because(
                    "All members run etcd " + to + "; etcd ends the downgrade within seconds."))
            : new NothingToDo(RollReason.ALL_RUN_IT.because("All members run etcd " + to + ".")));
  }

  private static Optional<Prescription> otherLine(ClusterView view, EtcdVersion to) {
    return view.downgradeTo()
        .filter(line -> !line.equals(to.line()))
        .map(
            line ->
                new Refusal(
                    RollReason.OTHER_DOWNGRADE_ENABLED.because(
                        "A downgrade to " + line + " is enabled, not to " + to.line() + ".",
                        VersionSkew.finishOrCancel(view))));
  }

  private static Optional<Prescription> older(ClusterView view, EtcdVersion to) {
    return RunningVersions.of(view).newest().filter(newest -> newest.isBefore(to)).isPresent()
        ? Optional.of(
            new Refusal(
                RollReason.MEMBERS_ARE_OLDER.because(
                    "All members run an etcd that is older than " + to + ".",
                    Wording.start(view, "rolling-upgrade", "--to " + to))))
        : Optional.empty();
  }

  /**
   * The refusal to turn back an upgrade to a version that no member runs: that takes etcd's
   * downgrade call.
   */
  private static Optional<Prescription> halfUpgraded(ClusterView view, EtcdVersion to) {
    List<Member> there =
        view.voters().stream()
            .filter(voter -> VersionSkew.runs(voter, version -> version.sameLine(to)))
            .toList();
    boolean runsIt = there.stream().anyMatch(voter -> VersionSkew.runs(voter, to::equals));
    if (there.isEmpty()
        || runsIt
        || view.downgradeTo().isPresent()
        || !RunningVersions.of(view).areMixed()) {
      return Optional.empty();
    }
    if (view.clusterVersion().isEmpty()) {
      return Optional.of(
          ChangeReadiness.soon(
              view,
              StepReason.CLUSTER_VERSION_UNTOLD.because(
                  "The members do not report one cluster version at this moment.")));
    }
    EtcdVersion runs = there.get(0).status().map(MemberStatus::version).orElseThrow();
    return Optional.of(
        new Refusal(
            RollReason.UPGRADE_UNFINISHED.because(
                "An upgrade is not finished, and "
                    + Wording.and(there)
                    + (there.size() == 1 ? " runs" : " run")
                    + " etcd "
                    + runs
                    + ".",
                Wording.start(view, "rolling-downgrade", "--to " + runs))));
  }

  /**
   * The objection to beginning now. A member may be out only once etcd has lowered the cluster
   * version, because only then a member may start with the older etcd.
   */
  private static Optional<Prescription> unready(
      ClusterView view, RollingSwitch switching, boolean back) {
    boolean resumes = switching.resumes() && (back || isLowered(view));
    return resumes
        ? ChangeReadiness.confirmed(view)
        : ChangeReadiness.toRestart(view, DiagnosisCode.VERSION_SKEW);
  }

  private static boolean isLowered(ClusterView view) {
    return view.downgradeTo().isPresent() && view.downgradeTo().equals(view.clusterVersion());
  }

  private Plan back(
      ClusterView view, RollingDowngradeRequest request, RollingSwitch switching, EtcdVersion to) {
    StepList steps =
        StepList.of(
            new SaveSnapshot(Wording.snapshotSource(view).orElseThrow()),
            AskApproval.AS_POLICY_SAYS);
    switching.turns(steps, Optional.empty());
    steps.then(new VerifyCluster(view.voters().size()));
    return new Plan(
        name(),
        request.about(to),
        "Switch " + Wording.and(switching.left()) + " of " + view.cluster() + " back to etcd " + to,
        view,
        steps.list(),
        switching.warnings(),
        "The cluster version is still " + to.line() + ". " + switching.promise());
  }

  private Plan plan(
      ClusterView view, RollingDowngradeRequest request, RollingSwitch switching, EtcdVersion to) {
    List<String> warnings = new ArrayList<>(switching.warnings());
    StepList steps = new StepList();
    RollingSwitch rest = switching;
    if (view.downgradeTo().isEmpty()) {
      steps.then(new SaveSnapshot(Wording.snapshotSource(view).orElseThrow()));
      steps.then(AskApproval.AS_POLICY_SAYS, new EnableDowngrade(to.line()));
    } else {
      // A snapshot restored on the newer etcd would keep the downgrade enabled for ever
      // (docs/etcd.md#traps-of-a-downgrade).
      warnings.add(
          "No snapshot is saved first: one that is taken now would carry the downgrade with it.");
      steps.then(AskApproval.AS_POLICY_SAYS);
      rest = new RollingSwitch(asTheyAre(view, steps), name(), request.wanted().to(to), Way.ON);
    }
    steps.then(new AwaitDowngradeReady(to.line()));
    rest.turns(steps, Optional.empty());
    steps.then(new AwaitDowngradeEnd(to.line()), new VerifyCluster(view.voters().size()));
    return new Plan(
        name(),
        request.about(to),
        "Downgrade " + Wording.and(switching.left()) + " of " + view.cluster() + " to etcd " + to,
        view,
        steps.list(),
        warnings,
        switching.promise());
  }

  /**
   * Adds steps that start members which are out, with the etcd they have: every member has to
   * answer before the versions can be trusted.
   *
   * @return the view after these steps
   */
  private static ClusterView asTheyAre(ClusterView view, StepList steps) {
    ClusterView started = view;
    for (Member member : new OneAtATime(view).out()) {
      EtcdVersion has = member.installation().binary().orElseThrow();
      steps.then(new ResumeMember(member.name()), new AwaitRelease(member.name(), has));
      started = started.projected().running(member.name(), has);
    }
    return started;
  }
}
