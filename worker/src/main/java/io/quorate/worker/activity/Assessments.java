package io.quorate.worker.activity;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.ObservationDepth;
import io.quorate.observation.Observer;
import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Opaque;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.port.ClusterPorts;
import io.quorate.record.ObservationMemory;
import io.quorate.recording.Recording;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import io.quorate.wire.Release;
import io.quorate.workflow.AssessmentActivities;
import io.temporal.activity.Activity;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Looks at clusters for operations and incidents, and asks the pure code what each look means.
 *
 * @param recent views of incidents, which an operation takes in place of its first look
 * @param others what else runs in the fleet, for whoever reads a plan
 * @param marks text for a workflow's id that differs after each change of its phase
 */
public record Assessments(
    Function<ClusterKey, ClusterPorts> clusters,
    Clock clock,
    ApprovalPolicy policy,
    Assessment.Channel channel,
    RecentViews recent,
    BiFunction<AssessmentOrder, Plan, Optional<String>> others,
    Function<String, Optional<String>> marks)
    implements AssessmentActivities {
  @Override
  public Assessment prescribe(Opaque written) {
    AssessmentOrder order = Failures.order(written, AssessmentOrder.class);
    LookScope scope =
        Failures.translated(() -> Runbooks.scope(order.runbook(), new Options(order.options())));
    ClusterView view =
        Failures.translated(() -> ofItsIncident(order, scope))
            .orElseGet(
                () ->
                    look(
                        order.cluster(),
                        Failures.translated(() -> remembered(order)),
                        scope.by(order.operation())));
    Prescription prescription =
        Failures.translated(
            () ->
                Runbooks.prescribe(
                    order.runbook(), new Options(order.options()), view, order.asking(policy)));
    Assessment assessment =
        new Recording(Release.name())
            .assessment(prescription, view, order.asking(policy), channel, clock.instant());
    Optional<String> elsewhere =
        prescription instanceof Plan plan && plan.rehearsed().isEmpty()
            ? others.apply(order, plan)
            : Optional.empty();
    return elsewhere.map(assessment::warning).orElse(assessment);
  }

  @Override
  public WatchReport watch(Opaque written) {
    WatchOrder order = Failures.order(written, WatchOrder.class);
    DatedMemory before = Recording.memory(order.asked().memory());
    try (WatchHeartbeat alive = new WatchHeartbeat(Activity.getExecutionContext(), before, marks)) {
      return Failures.translated(() -> new Watching(clusters, clock, policy).watch(order, alive));
    }
  }

  /**
   * Returns what earlier looks of the operation remember; before its first look, what the looks of
   * its incident remember.
   */
  private ObservationMemory remembered(AssessmentOrder order) {
    DatedMemory seen =
        order.memory().isNothing() ? order.known() : Recording.memory(order.memory());
    return seen.at(clock.instant());
  }

  /** The view of the incident that started the operation, where it serves as the first look. */
  private Optional<ClusterView> ofItsIncident(AssessmentOrder order, LookScope scope) {
    return order.memory().isNothing() && scope.equals(LookScope.of(ObservationDepth.USUAL))
        ? recent.take(order.known(), clusters.apply(order.cluster()), clock.instant())
        : Optional.empty();
  }

  private ClusterView look(ClusterKey cluster, ObservationMemory remembered, LookScope scope) {
    try (HeartbeatingAttempt alive =
        new HeartbeatingAttempt(Activity.getExecutionContext(), cluster.value())) {
      alive.interruptWhenCalledOff();
      alive.progress("looking at " + cluster);
      return Failures.translated(
          () ->
              Observer.recording(clusters.apply(cluster), clock)
                  .look(remembered, scope, alive::isOver));
    }
  }
}
