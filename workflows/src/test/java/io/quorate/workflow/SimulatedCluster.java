package io.quorate.workflow;

import io.quorate.cluster.MemberId;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.World;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.plan.Guard;
import io.quorate.plan.PlannedStep;
import io.quorate.plan.StepResult;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Reason;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An etcd cluster that becomes what its steps make of it, judged by the real guard. Its time is
 * that of the Temporal test server.
 */
final class SimulatedCluster {
  private final Supplier<Instant> clock;
  private final List<String> done = new ArrayList<>();
  private ClusterView view = DrawnCluster.of(3).view();
  private long nextId = 0xb001;

  SimulatedCluster(Supplier<Instant> clock) {
    this.clock = clock;
  }

  /** Makes it the one that was drawn. */
  synchronized void become(DrawnCluster drawn) {
    view = drawn.view();
  }

  /** Somebody else, or fate, changes it. */
  synchronized void befall(UnaryOperator<ClusterView> change) {
    view = change.apply(view);
  }

  /** One look at it, now. */
  synchronized ClusterView look() {
    Duration later = Duration.between(DrawnCluster.NOW, clock.get());
    return new ClusterView(
        view.cluster(),
        view.at().plus(later),
        view.clusterId(),
        view.source(),
        view.members(),
        view.alarms(),
        view.settledSince(),
        view.lastSnapshot(),
        view.lookAgain(),
        view.comparisons(),
        view.lastComparison(),
        view.recorded(),
        view.restorable(),
        view.protection(),
        view.aftermath(),
        view.control(),
        view.arrival());
  }

  /** The effects in their order: names of steps. */
  synchronized List<String> done() {
    return List.copyOf(done);
  }

  synchronized StepResult carryOut(PlannedStep order) {
    Verdict verdict = Guard.judge(order.plan(), order.index(), order.added(), look());
    return switch (verdict) {
      case Verdict.Proceed proceed -> effect(order.step());
      case Verdict.AlreadyDone already -> StepResult.alreadyDone(already.evidence());
      case Verdict.NotYet later -> throw failure(FailureTypes.NOT_YET, later.reason());
      case Verdict.Refused no -> throw failure(FailureTypes.REFUSED, no.reason());
      case Verdict.Changed changed -> throw failure(FailureTypes.CHANGED, changed.reason());
    };
  }

  static ApplicationFailure failure(String type, Reason reason) {
    return ApplicationFailure.newFailure(reason.headline(), type, OpaqueValues.of(reason));
  }

  static ApplicationFailure failure(String type, String because) {
    return ApplicationFailure.newFailure(because, type);
  }

  private StepResult effect(Step step) {
    done.add(step.name());
    view = step.project(view);
    StepResult result = StepResult.done(step.sentence() + ": done");
    return switch (step) {
      case AddLearner add -> {
        MemberId id = new MemberId(nextId++);
        view = new AddedIds(Map.of(add.member(), id)).in(view);
        yield result.adding(add.member(), id);
      }
      case StartMember start -> {
        view = view.projected().inSync(start.member());
        yield result;
      }
      case ResumeMember start -> {
        view = World.answering(view, start.member());
        yield result;
      }
      case SwitchRelease turn -> {
        view = view.projected().switched(turn.member(), turn.to(), turn.settings(view));
        yield result;
      }
      default -> result;
    };
  }
}
