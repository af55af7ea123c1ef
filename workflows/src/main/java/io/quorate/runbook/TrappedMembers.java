package io.quorate.runbook;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.runbook.adoption.AdoptRunbook;
import io.quorate.step.QuorumNeed;
import io.quorate.step.Reason;
import io.quorate.step.Removals;
import io.quorate.step.Step;
import io.quorate.step.Stops;
import io.quorate.step.Stops.StopForGood;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Trap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Members that a plan would harm in addition to its purpose ({@link Trap}). A plan that would set
 * such a trap off is refused before people are asked, unless the plan springs the trap knowingly
 * ({@link StopForGood}) or quorum is lost: then nobody can be taken out, and a plan that ends a
 * member says what else its end does.
 */
final class TrappedMembers {
  private final Plan plan;
  private final Set<MemberName> stopped = new HashSet<>();

  private TrappedMembers(Plan plan) {
    this.plan = plan;
  }

  /** Why this plan would set a trap off; empty where it would not. */
  static Optional<Reason> refusal(Plan plan) {
    TrappedMembers members = new TrappedMembers(plan);
    return plan.steps().stream().flatMap(step -> members.refusal(step).stream()).findFirst();
  }

  /** Why this step would set a trap off, after the steps before it. */
  private Optional<Reason> refusal(Step step) {
    Optional<Reason> found =
        mayEnd(step).stream()
            .sorted()
            .flatMap(name -> plan.seen().member(name).stream())
            .flatMap(member -> stop(member).stream())
            .findFirst()
            .or(() -> step instanceof Removals removal ? removal(removal) : Optional.empty());
    if (step instanceof Stops stop) {
      stopped.add(stop.member());
    }
    return found;
  }

  /** The members whose process ends with this step, for all that the step tells. */
  private static Set<MemberName> mayEnd(Step step) {
    boolean ends =
        step.hazard().mutates()
            && !step.letsRun()
            && !(step instanceof StopForGood)
            && step.quorumNeed() != QuorumNeed.WITHOUT_QUORUM;
    if (!ends) {
      return Set.of();
    }
    return step instanceof Removals removal ? Set.of(removal.member()) : step.hosts();
  }

  private Optional<Reason> stop(Member member) {
    return trap(member, Trap.Kind.STOP)
        .map(
            trap -> {
              ClusterView view = plan.seen();
              String headline =
                  "A stop of %s would lose it: %s.".formatted(member.name(), trap.words());
              return DiagnosisTable.diagnose(view) instanceof Whole
                  ? RunbookReason.TO_BE_ADOPTED.because(
                      headline, Wording.start(view, AdoptRunbook.NAME))
                  : RunbookReason.STOP_LOSES_MEMBER.because(
                      headline,
                      "To give %s up anyway, %s."
                          .formatted(member.name(), member.words().end(member.name())),
                      "Then: quorate status " + view.cluster());
            });
  }

  /** A member that is stopped first is started again in the form that does no harm. */
  private Optional<Reason> removal(Removals removal) {
    return plan.seen()
        .member(removal.member())
        .flatMap(member -> trap(member, Trap.Kind.REMOVAL))
        .map(
            trap ->
                RunbookReason.TO_BE_RESTARTED.because(
                    "%s runs; if it were removed now, it would come back: %s."
                        .formatted(removal.member(), trap.words()),
                    Wording.start(plan.seen(), "rolling-restart", "--member " + removal.member())));
  }

  /** The trap of a member that no step before has stopped. */
  private Optional<Trap> trap(Member member, Trap.Kind kind) {
    return stopped.contains(member.name()) ? Optional.empty() : member.workload().trap(kind);
  }
}
