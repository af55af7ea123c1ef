package io.quorate.step;

import io.quorate.view.ClusterView;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import io.quorate.workload.WorkloadForm;
import io.quorate.workload.WorkloadForm.Stage;
import java.util.Optional;

/**
 * The steps that give the platform's controller of the workloads the form in which members can be
 * held, and that give it its old form back. No member is stopped, and none of etcd's rules apply.
 */
public sealed interface Adoptions extends ActivityStep {
  /** The {@linkplain WorkloadForm#id id} of the objects that are changed. */
  String form();

  /** The stage at which the step is done. */
  Stage aim();

  @Override
  default Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  default Budget budget() {
    return Budget.HOST;
  }

  @Override
  default QuorumNeed quorumNeed() {
    return QuorumNeed.NONE;
  }

  /** A controller without a form that is in the way is not changed any more. */
  @Override
  default Optional<String> isDone(ClusterView view) {
    return view.control()
        .filter(seen -> seen.holder() != Holder.UNKNOWN)
        .filter(seen -> seen.form().map(form -> form.stage() == aim()).orElse(true))
        .map(WorkloadControl::evidence);
  }

  @Override
  default ClusterView project(ClusterView view) {
    return view.controlledBy(
        view.control().map(seen -> seen.formed(seen.form().map(form -> form.at(aim())))));
  }

  @Override
  default Verdict mayRun(ClusterView view) {
    Optional<WorkloadForm> form = view.control().flatMap(WorkloadControl::form);
    if (form.isEmpty()) {
      return new Verdict.NotYet(
          StepReason.HOLDER_UNKNOWN.because(
              view.control()
                  .map(WorkloadControl::evidence)
                  .orElse("nothing is known of a controller of the workloads")));
    }
    return form.get().id().equals(form()) ? allowed(form.get()) : otherObjects();
  }

  /** The verdict on a step whose objects are those of the plan. */
  Verdict allowed(WorkloadForm seen);

  /** The verdict on a step whose objects somebody has changed. */
  Verdict otherObjects();

  /**
   * Gives the controller the form in which members can be held.
   *
   * @param change the sentence of the step, in the platform's words
   * @param back the sentence of its undo
   */
  record AdoptWorkloads(String form, String change, String back) implements Adoptions {
    @Override
    public String sentence() {
      return change;
    }

    @Override
    public Stage aim() {
      return Stage.FITTED;
    }

    /** Once the change has begun, nothing but its end is wanted. */
    @Override
    public Verdict allowed(WorkloadForm seen) {
      return seen.objection()
          .filter(why -> seen.stage() == Stage.UNFIT)
          .<Verdict>map(why -> new Verdict.Refused(StepReason.FORM_CANNOT_CHANGE.because(why)))
          .orElse(Verdict.PROCEED);
    }

    @Override
    public Verdict otherObjects() {
      return new Verdict.Changed(
          StepReason.FORM_CHANGED.because("Somebody has changed the objects since the plan."));
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new RestoreWorkloads(form, back));
    }
  }

  /** Gives the controller the form back that it had before the plan. */
  record RestoreWorkloads(String form, String back) implements Adoptions {
    @Override
    public String sentence() {
      return back;
    }

    @Override
    public Stage aim() {
      return Stage.UNFIT;
    }

    @Override
    public Verdict allowed(WorkloadForm seen) {
      return Verdict.PROCEED;
    }

    @Override
    public Verdict otherObjects() {
      return new Verdict.Refused(
          StepReason.FORM_CHANGED_SINCE.because(
              "Somebody has changed the objects since, and Quorate takes back no change but its"
                  + " own"));
    }
  }
}
