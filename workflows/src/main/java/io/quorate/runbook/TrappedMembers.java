package io.quorate.runbook;

import io.quorate.cluster.MemberName;
import io.quorate.plan.Plan;
import io.quorate.runbook.adoption.AdoptRunbook;
import io.quorate.step.Reason;
import io.quorate.step.Removals;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Trap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Members that a change would harm beside what it is to do ({@link Trap}). A plan that would set
 * such a trap off is refused before people are asked. Only adopt springs traps, and knowingly.
 */
final class TrappedMembers {
  private TrappedMembers() {}

  /** Why this plan would set a trap off; empty where it would not. */
  static Optional<Reason> refusal(Plan plan) {
    return plan.runbook().equals(AdoptRunbook.NAME)
        ? Optional.empty()
        : plan.steps().stream()
            .flatMap(step -> touched(step).stream().sorted())
            .flatMap(name -> plan.seen().member(name).stream())
            .flatMap(member -> refusal(plan, member).stream())
            .findFirst();
  }

  private static Set<MemberName> touched(Step step) {
    if (!step.hazard().mutates()) {
      return Set.of();
    }
    Set<MemberName> names = new HashSet<>(step.hosts());
    if (step instanceof Removals removal) {
      names.add(removal.member());
    }
    return names;
  }

  private static Optional<Reason> refusal(Plan plan, Member member) {
    return member.workload().trap().flatMap(trap -> refusal(plan, member, trap));
  }

  private static Optional<Reason> refusal(Plan plan, Member member, Trap trap) {
    ClusterView view = plan.seen();
    return switch (trap.kind()) {
      case STOP ->
          Optional.of(
              RunbookReason.TO_BE_ADOPTED.because(
                  "A stop of %s would lose it: %s.".formatted(member.name(), trap.words()),
                  Wording.start(view, AdoptRunbook.NAME)));
      case REMOVAL ->
          plan.steps().stream()
                  .anyMatch(
                      step -> step instanceof Removals out && out.member().equals(member.name()))
              ? Optional.of(
                  RunbookReason.TO_BE_RESTARTED.because(
                      "Taken out of the membership while it runs, %s would not stay out: %s."
                          .formatted(member.name(), trap.words()),
                      Wording.start(view, "rolling-restart", "--member " + member.name())))
              : Optional.empty();
    };
  }
}
