package io.quorate.workflow;

import io.quorate.causes.FleetTroubles;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Common causes of the troubles that the watch sees, each told once. */
public final class FleetCauses implements FleetCausesWorkflow {
  /** Number of history events after which a new run goes on. */
  private static final int EVENTS = 1000;

  /** Number of history events after which a new run goes on, and tells what is not told yet. */
  private static final int MOST_EVENTS = 2 * EVENTS;

  /**
   * Change: a run that is much too long ends while people cannot be told. A zone that flaps brings
   * thousands of signals in 10 minutes, and Temporal takes 10,000 for one run.
   */
  private static final String LONG_RUN_HANDS_OVER = "long-run-hands-over";

  /** Change: of too many troubles the newest are kept. */
  private static final String NEWEST_ARE_KEPT = "newest-are-kept";

  private final CauseActivities activities =
      Workflow.newActivityStub(CauseActivities.class, Timeouts.commonCause());

  private final Queue<Runnable> heard = new ArrayDeque<>();
  private final List<TroubledCluster> seen = new ArrayList<>();
  private final Set<ClusterKey> well = new HashSet<>();
  private final Map<String, Promise<Boolean>> telling = new HashMap<>();
  private Promise<Void> pause = Workflow.newPromise((Void) null);
  private boolean handsOver;
  private boolean keepsNewest;
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
    handsOver = Workflow.getVersion(LONG_RUN_HANDS_OVER, Workflow.DEFAULT_VERSION, 1) == 1;
    keepsNewest = Workflow.getVersion(NEWEST_ARE_KEPT, Workflow.DEFAULT_VERSION, 1) == 1;
    while (true) {
      Optional<Instant> due = troubles.nextTelling();
      if (due.isPresent() && pause.isCompleted()) {
        pause = Timers.begin(atLeastASecond(due.get()), "people are told of a common cause");
      }
      Workflow.await(() -> isNews() || isToEnd() || (due.isPresent() && pause.isCompleted()));
      takeNews();
      troubles.untold(Timers.now()).ifPresent(this::tell);
      if (isToEnd() && !isNews()) {
        telling.values().removeIf(Promise::isCompleted);
        Workflow.continueAsNew(OpaqueValues.of(troubles.notTold(telling.keySet())));
      }
    }
  }

  private static Duration atLeastASecond(Instant due) {
    Duration left = Duration.between(Timers.now(), due);
    return left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
  }

  private boolean isNews() {
    return !heard.isEmpty();
  }

  /** Takes the news in the order in which they came: to read one lets others come. */
  private void takeNews() {
    while (isNews()) {
      heard.remove().run();
    }
    if (!seen.isEmpty() || !well.isEmpty()) {
      troubles =
          keepsNewest
              ? troubles.after(seen, well, Timers.now())
              : troubles.afterKeepingOldest(seen, well, Timers.now());
      seen.clear();
      well.clear();
    }
  }

  private boolean isToEnd() {
    return (handsOver && Timers.isLong(MOST_EVENTS))
        || (Timers.isLong(EVENTS) && telling.values().stream().allMatch(Promise::isCompleted));
  }

  /** Tells people in the background: causes are found and hold also while Slack is away. */
  private void tell(OpenCause cause) {
    troubles = troubles.told(cause, Timers.now());
    telling.put(
        cause.cause().id(),
        Async.procedure(activities::tell, OpaqueValues.of(cause))
            .handle((done, failure) -> warned(cause, failure)));
  }

  private static boolean warned(OpenCause cause, @Nullable RuntimeException failure) {
    if (failure != null) {
      Workflow.getLogger(FleetCauses.class)
          .warn("People were not told of {}: {}", cause.cause().id(), failure.toString());
    }
    return failure == null;
  }

  @Override
  public void troubled(Opaque written) {
    heard.add(() -> PayloadReader.ofSignal(written, TroubledCluster.class).ifPresent(this::take));
  }

  private void take(TroubledCluster one) {
    well.remove(one.cluster());
    seen.add(one);
  }

  @Override
  public void well(ClusterKey cluster) {
    heard.add(
        () -> {
          seen.removeIf(one -> one.cluster().equals(cluster));
          well.add(cluster);
        });
  }

  @Override
  public FleetTroubles state() {
    return troubles;
  }
}
