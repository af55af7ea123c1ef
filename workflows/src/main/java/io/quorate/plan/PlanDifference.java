package io.quorate.plan;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Without;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The difference between two plans for an approver who is asked again: what is gone, what is new.
 */
public final class PlanDifference {
  private PlanDifference() {}

  /**
   * Why this answer of the runbook voids a question about the plan; empty when it does not. The
   * cost of a stated loss changes with every write to a cluster that serves, so another plan is no
   * reason to ask about a rehearsal anew.
   *
   * @param sameRelease whether the plan was made by the release that asks now. Another release
   *     words titles, promises and warnings differently, which is no difference of the world.
   */
  public static Optional<String> voids(Plan asked, Prescription now, boolean sameRelease) {
    return switch (now) {
      case Plan other when asked.rehearsed().isPresent() -> Optional.empty();
      case Plan same when sameRelease && same.digest().equals(left(asked, same).digest()) ->
          Optional.empty();
      case Plan same when !sameRelease && same.sameMatterAs(left(asked, same)) -> Optional.empty();
      case NotYet later -> Optional.empty();
      case Plan other -> Optional.of(between(asked, other));
      case Without nothing -> Optional.of("The world changed: " + nothing.because());
    };
  }

  /**
   * Returns the plan without those steps before its question that the runbook does not want any
   * more, because they are done: the snapshot of a survivor, for example. Such steps only observe.
   */
  private static Plan left(Plan asked, Plan now) {
    List<Step> steps = asked.steps();
    int question =
        IntStream.range(0, steps.size())
            .filter(index -> steps.get(index) instanceof AskApproval)
            .findFirst()
            .orElse(0);
    Stream<Step> wanted = steps.subList(0, question).stream().filter(now.steps()::contains);
    return asked.withSteps(
        Stream.concat(wanted, steps.subList(question, steps.size()).stream()).toList());
  }

  /** The difference in a sentence or two; never empty. */
  static String between(Plan before, Plan now) {
    List<String> differences = new ArrayList<>();
    compare(differences, "before ", "now ", facts(before), facts(now));
    compare(differences, "without the step ", "with the step ", steps(before), steps(now));
    compare(
        differences,
        "without the warning ",
        "with the warning ",
        bare(before.warnings()),
        bare(now.warnings()));
    compare(differences, "the loss before: ", "the loss now: ", loss(before), loss(now));
    return "The plan would be another one now"
        + (differences.isEmpty() ? "." : ": " + String.join("; ", differences) + ".");
  }

  private static void compare(
      List<String> differences, String gone, String come, List<String> before, List<String> now) {
    before.stream()
        .filter(line -> !now.contains(line))
        .forEach(line -> differences.add(gone + line));
    now.stream()
        .filter(line -> !before.contains(line))
        .forEach(line -> differences.add(come + line));
  }

  private static List<String> steps(Plan plan) {
    return plan.steps().stream().map(Step::material).toList();
  }

  private static List<String> loss(Plan plan) {
    return plan.loss().map(AnnouncedLoss::lines).map(PlanDifference::bare).orElse(List.of());
  }

  /** The sentences without their full stops, because a sentence goes on after each. */
  private static List<String> bare(List<String> sentences) {
    return sentences.stream().map(sentence -> sentence.replaceFirst("\\.$", "")).toList();
  }

  private static List<String> facts(Plan plan) {
    return plan.seen().members().stream().map(PlanDifference::fact).toList();
  }

  private static String fact(Member member) {
    return member.name()
        + " "
        + member.entry().map(PlanDifference::listed).orElse("not in the membership")
        + ", "
        + member.status().map(MemberStatus::version).map(v -> "answers with " + v).orElse("silent");
  }

  private static String listed(MembershipEntry entry) {
    return (entry.learner() ? "learner " : "voter ") + entry.id() + " at " + entry.peerUrls();
  }
}
