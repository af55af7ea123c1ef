package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.RecordedUndo;
import io.quorate.operation.StepOrder;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchOrder.Parked;
import io.quorate.operation.WatchOrder.Parked.Cause;
import io.quorate.operation.WatchReport;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Rest of an operation in the middle of its plan, until a person lets it go on. Meanwhile the
 * cluster is watched: people are told what changes, and a member that the plan keeps stopped is
 * started where it was, without anybody, once another one dies and quorum needs it
 * (docs/etcd.md#quorum).
 */
record WatchedPause(
    OperationProgress progress, OperationPosition position, Looking looking, Waits waits) {
  /**
   * Watches until the rest is over, or people have been told often enough; returns why the plan is
   * over, when a member was brought back.
   *
   * @param topic of the notices
   */
  Optional<String> watch(String topic, WatchOrder first, Supplier<Boolean> isOver) {
    WatchOrder order = first;
    for (int reports = 0; reports < position.limits().reports(); reports++) {
      Watch watch = looking.watch(order);
      waits.until(() -> isOver.get() || watch.hasReport());
      if (isOver.get()) {
        watch.callOff();
        return Optional.empty();
      }
      Optional<WatchReport> report = watch.report();
      if (report.isEmpty()) {
        return Optional.empty();
      }
      progress.notice(topic, report.get().sentence());
      Optional<String> cameBack =
          report.get().back().flatMap(start -> started(topic, start, first.step()));
      if (cameBack.isPresent()) {
        return cameBack;
      }
      order = report.get().cause().map(now -> from(first, now)).orElse(order);
    }
    return Optional.empty();
  }

  private static WatchOrder from(WatchOrder first, Cause now) {
    return new WatchOrder(first.asked(), first.step(), Optional.of(new Parked(now)));
  }

  /** Starts the member; empty when that failed, which people are told. */
  private Optional<String> started(String topic, RecordedUndo start, StepOrder at) {
    StepOrder order =
        new StepOrder(
            at.operation(),
            at.cluster(),
            at.release(),
            at.digest(),
            at.plan(),
            start.sentence(),
            at.index(),
            at.added(),
            Optional.of(new StepOrder.TakeBack(List.of(start.step()), 0)),
            Optional.empty(),
            Optional.empty());
    try {
      Opaque answer =
          Workflow.newUntypedActivityStub(
                  Timeouts.step(start.attempt(), start.hazard(), start.sentence()))
              .execute(start.type(), Opaque.class, order);
      return Optional.of(
          "Quorum was lost while a member was out. It was started where it was: "
              + PayloadReader.of(answer, RecordedResult.class)
                  .map(RecordedResult::evidence)
                  .orElseGet(() -> PayloadReader.needed(answer))
              + ".");
    } catch (ActivityFailure failure) {
      progress.notice(topic, start.sentence() + " failed: " + Reasons.of(failure));
      return Optional.empty();
    }
  }
}
