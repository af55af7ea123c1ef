package io.quorate.runbook;

import io.quorate.plan.Plan;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.workload.MissingRights;
import io.quorate.workload.MissingRights.Need;
import io.quorate.workload.WorkloadControl.Holder;
import java.util.Optional;
import java.util.stream.Stream;

/** Rights on the platform that a plan needs and Quorate has not got. */
public record PlatformRights(Plan plan) {
  /**
   * The view for a plan that nobody carries out: a Quorate that has rights to look and no others
   * plans all the same, with a warning.
   */
  public static ClusterView notRequired(ClusterView view) {
    return view.controlledBy(
        view.control()
            .map(seen -> seen.lacking(seen.missing().stream().map(MissingRights::maybe).toList())));
  }

  /** Why some step of the plan would be refused; empty where none would for all that is known. */
  Optional<Reason> refusal() {
    return missing()
        .filter(rights -> rights.need() == Need.ALWAYS)
        .findFirst()
        .map(rights -> RunbookReason.RIGHTS_MISSING.because(rights.sentence(), rights.todo()));
  }

  /** The plan with a warning for all that is missing. */
  Plan warned() {
    return plan.warning(
        missing()
            .map(rights -> rights.sentence() + " " + String.join(" ", rights.todo()))
            .toList());
  }

  /** Nothing is asked once Quorate has the workloads: they have to be given back then. */
  private Stream<MissingRights> missing() {
    return plan.seen().control().stream()
        .filter(control -> control.holder() == Holder.PLATFORM && plan.hazard().mutates())
        .flatMap(control -> control.missing().stream())
        .filter(rights -> rights.areOf(plan.runbook()));
  }
}
