package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.roll.RollingSwitch.Way;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Downgrades.CancelDowngrade;
import io.quorate.step.Versions.AwaitClusterVersion;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.List;
import java.util.Optional;

/**
 * One prescription of {@code rolling-downgrade --cancel} (docs/etcd.md#downgrades): the downgrade
 * is called off through a member that runs the newer etcd, and switched members are switched back.
 * While a member is silent the downgrade is only called off, which harms no member and lets members
 * join again.
 */
final class DowngradeCancellation {
  private final ClusterView view;
  private final RollingDowngradeRequest request;

  DowngradeCancellation(ClusterView view, RollingDowngradeRequest request) {
    this.view = view;
    this.request = request;
  }

  Prescription prescription() {
    Optional<String> enabled = view.downgradeTo();
    if (enabled.isEmpty() && request.backTo().isEmpty()) {
      return new NothingToDo(
          RollReason.NO_DOWNGRADE.because(
              "No member reports a downgrade that could be cancelled."));
    }
    Optional<EtcdVersion> backTo = request.backTo().or(() -> enabled.flatMap(this::newest));
    List<Member> out = view.voters().stream().filter(voter -> !view.isVoting(voter)).toList();
    if (backTo.isEmpty() && !out.isEmpty()) {
      return new Refusal(
          RollReason.TOO_LATE_TO_CANCEL.because(
              "Every member that votes runs "
                  + enabled.orElseThrow()
                  + " already, so there is nothing to cancel. etcd ends the downgrade once "
                  + Wording.and(out)
                  + (out.size() == 1 ? " answers" : " answer")
                  + ", or is out.",
              Wording.start(view, "member-restart"),
              "Or, if its data is lost: " + Wording.start(view, "minority-replace")));
    }
    if (backTo.isEmpty()) {
      return new Refusal(
          RollReason.TOO_LATE_TO_CANCEL.because(
              "Every member runs "
                  + enabled.orElseThrow()
                  + " already, so there is nothing to cancel: etcd ends the downgrade within"
                  + " seconds."));
    }
    return ChangeReadiness.confirmed(view)
        .or(this::withoutQuorum)
        .orElseGet(() -> prescription(backTo.get(), enabled));
  }

  /** The version of the members that were not switched yet. */
  private Optional<EtcdVersion> newest(String line) {
    return RunningVersions.of(view)
        .newest()
        .filter(version -> MinorLine.of(version).compareTo(MinorLine.parse(line)) > 0);
  }

  private Optional<Prescription> withoutQuorum() {
    return DiagnosisTable.diagnose(view) instanceof QuorumLost lost
        ? ChangeReadiness.withoutQuorum(view, lost)
        : Optional.empty();
  }

  private Prescription prescription(EtcdVersion backTo, Optional<String> enabled) {
    RollingSwitch switching =
        new RollingSwitch(view, "rolling-downgrade", request.wanted().to(backTo), Way.BACK);
    Optional<Prescription> objection =
        (switching.resumes()
                ? Optional.<Prescription>empty()
                : ChangeReadiness.toRestart(view, DiagnosisCode.VERSION_SKEW))
            .or(switching::objection);
    if (enabled.isEmpty()) {
      return switching.left().isEmpty()
          ? new NothingToDo(
              RollReason.DOWNGRADE_CANCELLED.because(
                  "The downgrade is cancelled, and every member runs etcd " + backTo + "."))
          : objection.orElseGet(() -> plan(backTo, enabled, switching));
    }
    if (objection.isEmpty()) {
      return plan(backTo, enabled, switching);
    }
    return objection.get() instanceof Refusal trouble
        ? only(backTo, enabled.get(), switching, trouble)
        : objection.get();
  }

  private Plan plan(EtcdVersion backTo, Optional<String> enabled, RollingSwitch switching) {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    enabled.map(CancelDowngrade::new).ifPresent(steps::then);
    switching.turns(steps, Optional.empty());
    steps.then(new AwaitClusterVersion(backTo.line()), new VerifyCluster(view.voters().size()));
    List<Member> back = switching.left();
    return new Plan(
        "rolling-downgrade",
        request.callingOff(backTo),
        "Call off the downgrade of "
            + view.cluster()
            + (back.isEmpty() ? "" : ", and switch " + Wording.and(back) + " back to " + backTo),
        view,
        steps.list(),
        switching.warnings(),
        back.isEmpty() ? "No acknowledged write can be lost." : switching.promise());
  }

  private Plan only(EtcdVersion backTo, String enabled, RollingSwitch switching, Refusal trouble) {
    String later = switching.left().isEmpty() ? "" : "No member is switched back yet. ";
    return new Plan(
        "rolling-downgrade",
        request.callingOff(backTo),
        "Call off the downgrade of " + view.cluster() + " to " + enabled,
        view,
        StepList.of(AskApproval.AS_POLICY_SAYS, new CancelDowngrade(enabled)).list(),
        List.of(later + trouble.because()),
        "No acknowledged write can be lost.");
  }
}
