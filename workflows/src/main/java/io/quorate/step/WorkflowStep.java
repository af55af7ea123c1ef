package io.quorate.step;

import io.quorate.cluster.RehearsalText;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/** A step that the workflow itself carries out, by waiting for people or for time. */
public sealed interface WorkflowStep extends Step {
  /**
   * Asks people to approve the plan that contains this step. No earlier step changes anything; the
   * workflow itself waits for the answer.
   *
   * @param approvals how many have to approve; 0 asks nobody
   * @param group the group that approvers have to belong to; empty: any approver
   * @param terms of the approvals beside their number; empty in a plan of a release without terms
   */
  record AskApproval(int approvals, Optional<String> group, Optional<ApprovalTerms> terms)
      implements WorkflowStep {
    /** A question whose approvals the policy of the installation fills in. */
    public static final AskApproval AS_POLICY_SAYS = new AskApproval(1, Optional.empty());

    /** Creates a question without terms. */
    public AskApproval(int approvals, Optional<String> group) {
      this(approvals, group, Optional.empty());
    }

    @Override
    public String sentence() {
      String of =
          group.map(name -> " of " + name).orElse("") + terms.map(ApprovalTerms::words).orElse("");
      return switch (approvals) {
        case 0 -> "Ask nobody: the policy needs no approval for this";
        case 1 -> "Ask one approver" + of;
        default -> "Ask " + approvals + " approvers" + of;
      };
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(1), 1);
    }
  }

  /**
   * Lets all but one member run the new etcd for a while before the last one follows, because until
   * then every switch can be taken back (docs/etcd.md#upgrades). The workflow itself waits; {@code
   * continue} ends the wait.
   *
   * @param length at least a second
   */
  record Soak(Duration length) implements WorkflowStep {
    /** Throws {@link IllegalArgumentException} for less than a second. */
    public Soak {
      if (length.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException("nobody soaks for " + length);
      }
    }

    @Override
    public String sentence() {
      return "Soak for " + words() + " before the last member; continue ends it";
    }

    /** The length as {@code 10 min} or {@code 90 s}. */
    public String words() {
      return length.toSeconds() % 60 == 0 ? length.toMinutes() + " min" : length.toSeconds() + " s";
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    /** A budget that is never used: no activity carries this step out. */
    @Override
    public Budget budget() {
      return new Budget(length, 1);
    }
  }

  /**
   * Says what a step would do, in a rehearsal. Nobody carries it out: it has no effect, no activity
   * and no undo, and the workflow passes it.
   *
   * @param wrapped the step that a plan in earnest would have
   */
  record Rehearse(Step wrapped) implements WorkflowStep {
    @Override
    public String sentence() {
      return RehearsalText.marked(wrapped.sentence()) + danger();
    }

    @Override
    public String sentence(ClusterView view) {
      return RehearsalText.marked(wrapped.sentence(view)) + danger();
    }

    @Override
    public String material() {
      return RehearsalText.marked(wrapped.material()) + danger();
    }

    private String danger() {
      return wrapped.hazard().compareTo(Hazard.IRREVERSIBLE) < 0
          ? ""
          : " (in earnest: " + wrapped.hazard().words() + ")";
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(1), 1);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return wrapped.project(view);
    }

    @Override
    public boolean changesVoters() {
      return wrapped.changesVoters();
    }

    @Override
    public Optional<String> estimate(ClusterView view) {
      return wrapped.estimate(view);
    }
  }
}
