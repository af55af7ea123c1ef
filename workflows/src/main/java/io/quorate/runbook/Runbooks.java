package io.quorate.runbook;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Requirement;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.NearNames;
import io.quorate.cluster.StableName;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.runbook.adoption.AdoptRunbook;
import io.quorate.runbook.placement.PlannedMigrationRunbook;
import io.quorate.runbook.placement.ScaleRunbook;
import io.quorate.runbook.protect.BackupRunbook;
import io.quorate.runbook.protect.RestoreDrillRunbook;
import io.quorate.runbook.recovery.MajorityRecoveryRunbook;
import io.quorate.runbook.recovery.undo.UndoRunbook;
import io.quorate.runbook.rehearsal.RehearsalRunbook;
import io.quorate.runbook.repair.RepairCorruptMemberRunbook;
import io.quorate.runbook.replace.MinorityReplaceRunbook;
import io.quorate.runbook.restart.MemberRestartRunbook;
import io.quorate.runbook.restart.RollingRestartRunbook;
import io.quorate.runbook.roll.RollingDowngradeRunbook;
import io.quorate.runbook.roll.RollingUpgradeRunbook;
import io.quorate.runbook.space.ClearNospaceRunbook;
import io.quorate.runbook.space.DefragmentRunbook;
import io.quorate.step.Adoptions.AdoptWorkloads;
import io.quorate.step.Reason;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadForm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Registry of all runbooks of this version. A new runbook is one line here. */
public final class Runbooks {
  private static final List<Runbook<?>> ALL =
      List.of(
          new MinorityReplaceRunbook(),
          new MemberRestartRunbook(),
          new RollingRestartRunbook(),
          new DefragmentRunbook(),
          new ScaleRunbook(),
          new AdoptRunbook(),
          new PlannedMigrationRunbook(),
          new ClearNospaceRunbook(),
          new RepairCorruptMemberRunbook(),
          new RollingUpgradeRunbook(),
          new RollingDowngradeRunbook(),
          new MajorityRecoveryRunbook(),
          new UndoRunbook(),
          new BackupRunbook(),
          new RestoreDrillRunbook(),
          new RehearsalRunbook());

  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private Runbooks() {}

  public static List<Runbook<?>> all() {
    return ALL;
  }

  public static Optional<Runbook<?>> named(String name) {
    return ALL.stream().filter(runbook -> runbook.name().equals(name)).findFirst();
  }

  /**
   * The runbook that a person named, with spaces, underscores or hyphens and in any case.
   *
   * @throws WrongUsageException with near names and the list when there is none
   */
  public static Runbook<?> typed(String name) {
    return named(StableName.ofTyped(name))
        .orElseThrow(
            () -> {
              List<String> known = ALL.stream().<String>map(Runbook::name).toList();
              return new WrongUsageException(
                  "there is no runbook "
                      + NearNames.quoted(name)
                      + NearNames.questionAndList(name, "Runbooks", known));
            });
  }

  /**
   * Asks a runbook, puts the steps around its plan that the platform needs, and sets the approvals
   * that the policy requires for the hazard of the plan. A plan is refused whose question nobody
   * would be left to answer, or whose first change the platform would refuse.
   *
   * @throws IllegalArgumentException with a sentence when there is no such runbook, or the options
   *     do not fit it
   */
  public static Prescription prescribe(
      String name, Options options, ClusterView view, ApprovalPolicy policy) {
    Prescription answer = ask(existing(name), options, view);
    return asked(answer instanceof Plan plan ? onThePlatform(plan) : answer, policy);
  }

  /** The plan with what its platform needs, or a refusal where no member can be held there. */
  private static Prescription onThePlatform(Plan plan) {
    return plan.seen()
        .control()
        .filter(control -> plan.hazard().mutates())
        .flatMap(control -> refusal(control, plan))
        .orElseGet(() -> new PlatformRights(plan).warned().bracketed());
  }

  private static Optional<Prescription> refusal(WorkloadControl control, Plan plan) {
    return new PlatformRights(plan)
        .refusal()
        .or(() -> unheld(control, plan))
        .map(Prescription.Refusal::new);
  }

  private static Optional<Reason> unheld(WorkloadControl control, Plan plan) {
    boolean reforms = plan.steps().stream().anyMatch(AdoptWorkloads.class::isInstance);
    if (reforms) {
      return Optional.empty();
    }
    return control
        .form()
        .filter(form -> form.blocks() && form.stage() != WorkloadForm.Stage.FITTED)
        .map(
            form ->
                RunbookReason.TO_BE_ADOPTED.because(
                    form.defect(), Wording.start(plan.seen(), AdoptRunbook.NAME)))
        .or(() -> control.refusal().map(RunbookReason.NOT_TAKEN_OVER::because))
        .or(() -> TrappedMembers.refusal(plan));
  }

  /** Returns the answer of a runbook as this policy asks about it, or refuses to ask. */
  public static Prescription asked(Prescription answer, ApprovalPolicy policy) {
    if (!(answer instanceof Plan plan)
        || plan.steps().stream().noneMatch(AskApproval.class::isInstance)) {
      return answer;
    }
    Requirement needed = policy.needs(plan.hazardAsked());
    return policy
        .unanswerable(needed)
        .<Prescription>map(
            why -> new Prescription.Refusal(RunbookReason.TOO_FEW_APPROVERS.because(why)))
        .orElseGet(() -> asking(plan, needed));
  }

  /**
   * Returns the scope of the look that this runbook needs with these options.
   *
   * @throws IllegalArgumentException with a sentence when there is no such runbook, or the options
   *     do not fit it
   */
  public static LookScope scope(String name, Options options) {
    return scope(existing(name), options);
  }

  private static <R> LookScope scope(Runbook<R> runbook, Options options) {
    R request = runbook.request(options);
    return new LookScope(
        runbook.depth(),
        runbook.snapshot(request),
        runbook.members(request),
        runbook.journey(request));
  }

  /** Says what the runbook would do, without the name of the cluster: {@code replace etcd-1}. */
  public static String title(String name, Options options) {
    return titled(existing(name), options);
  }

  private static Runbook<?> existing(String name) {
    return named(name)
        .orElseThrow(() -> new IllegalArgumentException("there is no runbook '" + name + "'"));
  }

  private static <R> String titled(Runbook<R> runbook, Options options) {
    return runbook.title(runbook.request(options));
  }

  /**
   * Asks the runbook; waits while no membership can be seen, because a runbook would judge an empty
   * cluster.
   */
  private static <R> Prescription ask(Runbook<R> runbook, Options options, ClusterView view) {
    R request = runbook.request(options);
    Optional<String> other = runbook.goesOnAs(view, request);
    if (other.isPresent()) {
      return runbook.own(ask(existing(other.get()), options, view), request);
    }
    return DiagnosisTable.diagnose(view) instanceof Diagnosis.Unobservable blind
            && !runbook.answersBlind()
        ? new NotYet(ChangeReadiness.unobservable(view, blind), view.at().plus(LOOK_SOON))
        : runbook.prescribe(view, request);
  }

  private static Plan asking(Plan plan, Requirement needed) {
    List<Step> steps =
        plan.steps().stream()
            .map(step -> step instanceof AskApproval ? question(needed) : step)
            .toList();
    return plan.withSteps(steps);
  }

  private static Step question(Requirement needed) {
    return new AskApproval(needed.approvals(), needed.group(), needed.terms());
  }
}
