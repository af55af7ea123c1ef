package io.quorate.operation;

import io.quorate.cluster.Sentences;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Restore that a round of an operation has done. People read of it at every end of the operation,
 * however much came after it: in a later round it is a notice of the operation.
 *
 * @param cost what the restore cost, as the end of a sentence
 * @param undo how the restore is undone, in a sentence; empty text where nothing was set aside
 * @param kept what was set aside, and where; empty text where nothing was
 */
public record RestoreDone(String cost, String undo, String kept) {
  /** Topic of the notice about the restore of an earlier round. */
  public static final String TOPIC = "restored";

  private static final String RESTORE = "restore-member";
  private static final String SET_ASIDE = "leave-old-directory";

  /** Returns the restore of the round that the state shows; empty where it did none. */
  public static Optional<RestoreDone> of(OperationState state) {
    boolean restored =
        state.steps().stream()
            .anyMatch(step -> step.name().equals(RESTORE) && step.progress().isDone());
    return state
        .briefing()
        .filter(plan -> restored)
        .flatMap(plan -> plan.loss().map(loss -> cost(plan, loss)))
        .map(cost -> of(state, cost));
  }

  private static RestoreDone of(OperationState state, String cost) {
    List<StepState> aside =
        state.steps().stream()
            .filter(step -> step.name().equals(SET_ASIDE) && step.evidence().isPresent())
            .toList();
    String kept =
        aside.stream().map(step -> step.evidence().orElse("")).collect(Collectors.joining("; "));
    return new RestoreDone(
        cost,
        aside.isEmpty()
            ? ""
            : "It can be undone until a client writes: quorate undo " + state.operation() + ".",
        Sentences.ended(kept.isEmpty() ? "" : "Kept: " + kept));
  }

  private static String cost(Briefing plan, LossSummary loss) {
    return plan.brief().map(PlanInBrief::costs).orElseGet(() -> Sentences.small(loss.worst()));
  }

  /** Returns the notice about the restore of an earlier round; empty where none was done. */
  public static Optional<String> earlier(OperationState state) {
    return state.topics().stream()
        .filter(notice -> notice.topic().equals(TOPIC) && !notice.withdrawn())
        .map(Notice::sentence)
        .findFirst();
  }

  /** Returns what a later round, and the end, say of the restore. */
  public String sentence() {
    return Sentences.joined(
        Sentences.ended("The restore that this operation did cost " + cost), undo, kept);
  }

  /** Returns how it is undone and what is kept. */
  public String left() {
    return Sentences.joined(undo, kept);
  }
}
