package io.quorate.step;

import io.quorate.view.ClusterView;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The two steps around a plan that changes something, on a platform whose own controller would undo
 * what Quorate does to a member: Quorate takes the workloads over, and hands them back.
 *
 * <p>No rule of etcd applies to them. The workloads have to be handed back whatever became of the
 * cluster, and taking them over changes no member; the guard judges each step between the two.
 */
public sealed interface Bracket extends ActivityStep {
  /** The platform's own controller: {@code StatefulSet etcd}. */
  String controller();

  /** The holder of the control after the step. */
  Holder holder();

  /** Whether the step opens the bracket, and its undo closes the bracket again. */
  default boolean opens() {
    return holder() == Holder.QUORATE;
  }

  /**
   * Puts the bracket around the changes among these steps, where the platform of the cluster needs
   * it. The bracket opens before the first change. It closes at the very end, after the plan has
   * verified its effect: an abort during the verification takes steps back, and needs the workloads
   * for that.
   */
  static List<Step> around(List<Step> steps, ClusterView view) {
    Optional<Step> first = steps.stream().filter(step -> step.hazard().mutates()).findFirst();
    if (first.isEmpty() || view.control().isEmpty()) {
      return steps;
    }
    String controller = view.control().get().controller();
    List<Step> all = new ArrayList<>(steps);
    boolean adopts = steps.stream().anyMatch(Adoptions.AdoptWorkloads.class::isInstance);
    all.add(
        steps.indexOf(first.get()),
        adopts ? new TakeOverToAdopt(controller) : new TakeOverWorkloads(controller));
    all.add(new HandBackWorkloads(controller));
    return all;
  }

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

  @Override
  default Optional<String> isDone(ClusterView view) {
    return view.control().filter(seen -> seen.holder() == holder()).map(WorkloadControl::evidence);
  }

  @Override
  default Verdict mayRun(ClusterView view) {
    return view.control()
        .map(Bracket::known)
        .orElseGet(
            () ->
                new Verdict.Refused(
                    StepReason.NO_CONTROLLER.because(
                        "the platform of this cluster has no " + controller())));
  }

  private static Verdict known(WorkloadControl seen) {
    return seen.holder() == Holder.UNKNOWN
        ? new Verdict.NotYet(
            StepReason.HOLDER_UNKNOWN.because(
                "nobody knows who has the workloads of "
                    + seen.controller()
                    + ": "
                    + seen.evidence()))
        : Verdict.PROCEED;
  }

  @Override
  default ClusterView project(ClusterView view) {
    return view.controlledBy(view.control().map(seen -> seen.heldBy(holder())));
  }

  /** Takes the workloads over, so that no member is started unless Quorate starts it. */
  record TakeOverWorkloads(String controller) implements Bracket {
    @Override
    public String sentence() {
      return "Take the workloads over from " + controller + " until the end of this plan";
    }

    @Override
    public Holder holder() {
      return Holder.QUORATE;
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new HandBackWorkloads(controller));
    }
  }

  /**
   * Takes the workloads over from a controller in whose form no member can be held, so that the
   * form is changed. The change stops no member, so it is asked less than a hold.
   */
  record TakeOverToAdopt(String controller) implements Bracket {
    @Override
    public String sentence() {
      return new TakeOverWorkloads(controller).sentence();
    }

    @Override
    public Holder holder() {
      return Holder.QUORATE;
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new HandBackWorkloads(controller));
    }
  }

  /** Hands the workloads back to the platform's own controller, as they were taken over. */
  record HandBackWorkloads(String controller) implements Bracket {
    @Override
    public String sentence() {
      return "Hand the workloads back to " + controller;
    }

    @Override
    public Holder holder() {
      return Holder.PLATFORM;
    }
  }
}
