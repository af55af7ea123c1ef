package io.quorate.workflow;

import io.quorate.operation.IncidentWish;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.WatchOrder;
import io.quorate.step.Reason;
import io.quorate.workflow.OperationProgress.WaitsFor;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Park of an operation: the operation keeps its place and asks a person how to proceed. Meanwhile
 * the cluster is watched, and people are told when the cause is gone; only a person resumes it,
 * unless quorum needs a member that the plan keeps stopped.
 */
record Parking(
    OperationProgress progress, PendingRequests pending, WatchedPause rest, Waits waits) {
  /**
   * Answer to a parked operation.
   *
   * @param chosen by a person; empty when the operation is aborted, or the plan is over
   * @param over why the plan is over, when a member had to be brought back meanwhile
   * @param wanted for what the operation makes way, when it changed nothing
   */
  record Answer(Optional<Request> chosen, Optional<String> over, Optional<IncidentWish> wanted) {}

  /** Waits for a person's choice; empty when the operation is aborted. */
  Optional<Request> ask(String because, Optional<Reason> reason, List<Choice> choices) {
    park(because, reason, choices);
    return chosen();
  }

  /**
   * Waits for a person's choice about a step that failed, and watches the cluster.
   *
   * @param watched the step that cannot be carried out
   */
  Answer ask(String because, Optional<Reason> reason, List<Choice> choices, WatchOrder watched) {
    park(because, reason, choices);
    Optional<String> over = rest.watch(cause(), watched, this::isAnswered);
    if (over.isPresent()) {
      progress.withdraw(cause());
      return new Answer(Optional.empty(), over, Optional.empty());
    }
    Optional<Request> chosen = chosen();
    boolean nobody = chosen.isEmpty() && pending.aborted().isEmpty();
    return new Answer(
        chosen, Optional.empty(), OperationHolds.ends(progress, pending).filter(wish -> nobody));
  }

  private void park(String because, Optional<Reason> reason, List<Choice> choices) {
    if (progress.phase() != Phase.PARKED) {
      String verbs = choices.stream().map(Choice::verb).collect(Collectors.joining(", "));
      progress.await(Phase.PARKED, because, WaitsFor.OPERATOR, orAtTheEnd(verbs));
      progress.offer(choices, reason);
      pending.forgetChoice();
      OperationHolds.tell(progress, pending);
    }
  }

  private Optional<Request> chosen() {
    waits.until(this::isAnswered);
    progress.withdraw(cause());
    if (pending.aborted().isPresent()) {
      return Optional.empty();
    }
    Optional<Request> chosen = pending.choice();
    pending.forgetChoice();
    return chosen;
  }

  /** Returns the topic of notices about the cause of this park; the next park has its own topic. */
  private String cause() {
    return "cause " + progress.since().getEpochSecond();
  }

  private boolean isAnswered() {
    return pending.choice().isPresent()
        || pending.aborted().isPresent()
        || OperationHolds.ends(progress, pending).isPresent();
  }

  /** Joins verbs for a sentence: {@code retry, skip or abort}. */
  private static String orAtTheEnd(String verbs) {
    int last = verbs.lastIndexOf(", ");
    return last < 0 ? verbs : verbs.substring(0, last) + " or " + verbs.substring(last + 2);
  }
}
