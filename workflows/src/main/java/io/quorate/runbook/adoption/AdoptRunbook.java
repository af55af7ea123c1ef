package io.quorate.runbook.adoption;

import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.step.Adoptions.AdoptWorkloads;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import io.quorate.workload.WorkloadForm;
import io.quorate.workload.WorkloadForm.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Adoption: the platform's controller of the workloads gets the form in which members can be held,
 * while all members run on. It needs no quorum, because without it nothing else can be done for a
 * cluster that has lost its quorum.
 *
 * <p>Where the controller has that form, members that a stop would lose are {@linkplain
 * AdoptionRoll replaced}, one at a time.
 */
public final class AdoptRunbook implements Runbook<Options> {
  /** The name of the runbook. */
  public static final String NAME = "adopt";

  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String sentence() {
    return "Give the controller of the platform the form in which members can be stopped; replace"
        + " members that a stop would lose.";
  }

  @Override
  public List<Option> options() {
    return List.of();
  }

  @Override
  public Options request(Options options) {
    return options;
  }

  @Override
  public String title(Options options) {
    return "adopt the workloads";
  }

  @Override
  public boolean answersBlind() {
    return true;
  }

  @Override
  public Prescription prescribe(ClusterView view, Options options) {
    return view.control()
        .map(control -> prescribe(view, control))
        .orElseGet(
            () ->
                new NothingToDo(
                    AdoptionReason.NOTHING_TO_ADOPT.because(
                        "Nothing has to be adopted: the platform of this cluster has no controller"
                            + " of its own.")));
  }

  private static Prescription prescribe(ClusterView view, WorkloadControl control) {
    if (control.holder() == Holder.UNKNOWN) {
      return new NotYet(
          AdoptionReason.CONTROLLER_UNSEEN.because(
              control.controller() + " could not be read: " + control.evidence()),
          view.at().plus(LOOK_SOON));
    }
    Optional<WorkloadForm> form = control.form().filter(seen -> seen.stage() != Stage.FITTED);
    if (form.isEmpty()) {
      return AdoptionRoll.of(view)
          .map(AdoptionRoll::prescription)
          .orElseGet(
              () ->
                  new NothingToDo(
                      AdoptionReason.FORM_FITS.because(
                          control.controller() + " has the form in which members can be held.")));
    }
    Optional<String> objection =
        form.get().stage() == Stage.UNFIT ? form.get().objection() : Optional.empty();
    return objection
        .<Prescription>map(why -> new Refusal(AdoptionReason.FORM_STAYS.because(why)))
        .orElseGet(() -> plan(view, control, form.get()));
  }

  private static Plan plan(ClusterView view, WorkloadControl control, WorkloadForm form) {
    StepList steps =
        StepList.of(
            AskApproval.AS_POLICY_SAYS, new AdoptWorkloads(form.id(), form.change(), form.back()));
    if (DiagnosisTable.diagnose(view) instanceof Whole) {
      steps.then(new VerifyCluster(view.voters().size()));
    }
    return new Plan(
        NAME,
        Map.of(),
        "Adopt %s of %s".formatted(control.controller(), view.cluster()),
        view,
        steps.list(),
        form.warnings(),
        promise(view));
  }

  /** With another form the controller may create at once what the former one kept away. */
  private static String promise(ClusterView view) {
    String others =
        view.members().stream()
            .filter(member -> !member.workload().runs())
            .map(member -> member.name().value())
            .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? "No member is stopped or restarted, so no acknowledged write can be lost."
        : "No member that runs is stopped or restarted, and what the controller creates anew of %s is not started before it is proven or stated that nothing of it runs."
            .formatted(others);
  }
}
