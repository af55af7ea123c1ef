package io.quorate.workflow;

import io.quorate.causes.FleetTroubles;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Common causes of the troubles that the watch sees, each told once. */
public final class FleetCauses implements FleetCausesWorkflow {
  /** Number of history events after which a new run goes on. */
  private static final int EVENTS = 3000;

  private final CauseActivities activities =
      Workflow.newActivityStub(CauseActivities.class, Timeouts.commonCause());

  private final List<TroubledCluster> seen = new ArrayList<>();
  private final Set<ClusterKey> well = new HashSet<>();
  private Promise<Void> pause = Workflow.newPromise((Void) null);
  private FleetTroubles troubles;

  @WorkflowInit
  public FleetCauses(Opaque before) {
    troubles =
        before.isNothing()
            ? FleetTroubles.NONE
            : PayloadReader.accepted(before, FleetTroubles.class);
  }

  @Override
  public void run(Opaque before) {
    while (true) {
      Optional<Instant> due = troubles.nextTelling();
      if (due.isPresent() && pause.isCompleted()) {
        pause = Timers.begin(atLeastASecond(due.get()), "people are told of a common cause");
      }
      Workflow.await(() -> isNews() || isLong() || (due.isPresent() && pause.isCompleted()));
      if (isNews()) {
        troubles = troubles.after(seen, well, IncidentLooks.now());
        seen.clear();
        well.clear();
      }
      troubles.untold(IncidentLooks.now()).ifPresent(this::tell);
      if (isLong() && !isNews()) {
        Workflow.continueAsNew(OpaqueValues.of(troubles));
      }
    }
  }

  private static Duration atLeastASecond(Instant due) {
    Duration left = Duration.between(IncidentLooks.now(), due);
    return left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
  }

  private boolean isNews() {
    return !seen.isEmpty() || !well.isEmpty();
  }

  private static boolean isLong() {
    return Workflow.getInfo().getHistoryLength() > EVENTS
        || Workflow.getInfo().isContinueAsNewSuggested();
  }

  private void tell(OpenCause cause) {
    troubles = troubles.told(cause, IncidentLooks.now());
    try {
      activities.tell(OpaqueValues.of(cause));
    } catch (ActivityFailure failure) {
      Workflow.getLogger(FleetCauses.class)
          .warn("People were not told of {}: {}", cause.cause().id(), failure.toString());
    }
  }

  @Override
  public void troubled(Opaque written) {
    TroubledCluster one = PayloadReader.accepted(written, TroubledCluster.class);
    well.remove(one.cluster());
    seen.add(one);
  }

  @Override
  public void well(ClusterKey cluster) {
    seen.removeIf(one -> one.cluster().equals(cluster));
    well.add(cluster);
  }

  @Override
  public FleetTroubles state() {
    return troubles;
  }
}
