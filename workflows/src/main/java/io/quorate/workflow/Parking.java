package io.quorate.workflow;

import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchOrder.Parked;
import io.quorate.operation.WatchOrder.Parked.Cause;
import io.quorate.operation.WatchReport;
import io.quorate.workflow.OperationProgress.WaitsFor;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Park of an operation: the operation keeps its place and asks a person how to proceed. Meanwhile
 * the cluster is watched, and people are told when the cause is gone; only a person resumes it.
 */
final class Parking {
  private final OperationProgress progress;
  private final PendingRequests pending;
  private final OperationPosition position;
  private final Looking looking;
  private final Waits waits;

  Parking(
      OperationProgress progress,
      PendingRequests pending,
      OperationPosition position,
      Looking looking,
      Waits waits) {
    this.progress = progress;
    this.pending = pending;
    this.position = position;
    this.looking = looking;
    this.waits = waits;
  }

  /**
   * Waits for a person's choice; empty when the operation is aborted.
   *
   * @param watched the step that cannot be carried out; empty when no step failed
   */
  Optional<Request> ask(String because, List<Choice> choices, Optional<WatchOrder> watched) {
    if (progress.phase() != Phase.PARKED) {
      String verbs = choices.stream().map(Choice::verb).collect(Collectors.joining(", "));
      progress.await(Phase.PARKED, because, WaitsFor.OPERATOR, orAtTheEnd(verbs));
      progress.offer(choices);
      pending.forgetChoice();
    }
    if (watched.isPresent()) {
      watch(watched.get());
    }
    waits.until(this::isAnswered);
    progress.withdraw(cause());
    if (pending.aborted().isPresent()) {
      return Optional.empty();
    }
    Optional<Request> chosen = pending.choice();
    pending.forgetChoice();
    return chosen;
  }

  private void watch(WatchOrder first) {
    WatchOrder order = first;
    for (int reports = 0; reports < position.limits().reports(); reports++) {
      Watch watch = looking.watch(order);
      waits.until(() -> isAnswered() || watch.hasReport());
      if (isAnswered()) {
        watch.callOff();
        return;
      }
      Optional<WatchReport> report = watch.report();
      if (report.isEmpty()) {
        return;
      }
      progress.notice(cause(), report.get().sentence());
      Cause now = report.get().cause().orElse(Cause.GONE);
      order = new WatchOrder(first.asked(), first.step(), Optional.of(new Parked(now)));
    }
  }

  /** Returns the topic of notices about the cause of this park; the next park has its own topic. */
  private String cause() {
    return "cause " + progress.since().getEpochSecond();
  }

  private boolean isAnswered() {
    return pending.choice().isPresent() || pending.aborted().isPresent();
  }

  /** Joins verbs for a sentence: {@code retry, skip or abort}. */
  private static String orAtTheEnd(String verbs) {
    int last = verbs.lastIndexOf(", ");
    return last < 0 ? verbs : verbs.substring(0, last) + " or " + verbs.substring(last + 2);
  }
}
