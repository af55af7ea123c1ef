package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.Opaque;
import io.quorate.operation.UtcTime;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.ActivityStub;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks at the cluster of one incident: single ones, and watches that last until the trouble
 * changes.
 */
final class IncidentLooks {
  /**
   * Time for which no worker knows the cluster before nobody looks at it any more: workers may read
   * different files for a while.
   */
  private static final Duration GONE = Duration.ofHours(1);

  private final ClusterKey cluster;
  private final IncidentLimits limits;
  private final ActivityStub once =
      Workflow.newUntypedActivityStub(Timeouts.look("Look at the cluster and diagnose"));
  private final ActivityStub watch;
  private DatedMemory before;
  private Optional<Diagnosed> last = Optional.empty();
  private Optional<Diagnosed> seen = Optional.empty();
  private String finding;
  private boolean compared;
  private Optional<Instant> unknownSince = Optional.empty();

  IncidentLooks(ClusterKey cluster, DatedMemory before, String finding, IncidentLimits limits) {
    this.cluster = cluster;
    this.before = before;
    this.finding = finding;
    this.limits = limits;
    this.watch = Workflow.newUntypedActivityStub(watching(limits.watch()));
  }

  /**
   * Options of a watch. Temporal starts a watch again when its worker dies; the activity ends by
   * itself some time before its limit.
   */
  private static ActivityOptions watching(Duration limit) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(limit.plus(Duration.ofMinutes(10)))
        .setHeartbeatTimeout(Timeouts.WAITING_HEARTBEAT)
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofSeconds(1))
                .setMaximumInterval(Duration.ofMinutes(1))
                .setDoNotRetry(FailureTypes.notRetried())
                .build())
        .setSummary("Watch the cluster until the diagnosis changes")
        .build();
  }

  /**
   * Next thing that an incident does by itself.
   *
   * @param what it is, as Temporal's page shows it
   */
  record Due(Instant at, String what) {}

  /**
   * Looks at the cluster now. {@link #last} is empty when the look failed.
   *
   * @param comparing as in {@link DiagnosisOrder}
   */
  void look(Optional<Instant> comparing) {
    compared = comparing.isPresent();
    taken(
        () ->
            once.execute(
                IncidentActivities.DIAGNOSE,
                Opaque.class,
                new DiagnosisOrder(cluster, before, comparing)));
  }

  /**
   * Watches the cluster until the trouble differs from what the last look saw, or the watch is not
   * needed any more.
   *
   * @param due what is due next, which ends the watch
   * @param isOver whether something else needs attention
   * @param runEnds whether this run is about to end: Temporal ends the watch with it
   * @return whether {@link #last} is news; else a fresh look is needed
   */
  boolean watch(Due due, int looksSoon, Supplier<Boolean> isOver, Supplier<Boolean> runEnds) {
    Duration most = Duration.between(Timers.now(), due.at());
    if (last.isEmpty()) {
      Timers.await(shorter(most, limits.blind()), "the next look, after one that failed", isOver);
      return false;
    }
    DiagnosisWatch order =
        new DiagnosisWatch(cluster, before, last.get().trouble(), looksSoon, limits.watch());
    List<Promise<Opaque>> running = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () -> running.add(watch.executeAsync(IncidentActivities.WATCH, Opaque.class, order)));
    scope.run();
    Promise<Opaque> watching = running.get(0);
    String summary = due.what() + ": at " + UtcTime.of(due.at());
    Timers.await(most, summary, () -> watching.isCompleted() || isOver.get());
    if (!watching.isCompleted()) {
      // A watch that was called off fails; handled here, its failure fails nothing else.
      watching.handle((ended, failure) -> Boolean.TRUE);
      if (!runEnds.get()) {
        scope.cancel("something else happened");
      }
      return false;
    }
    taken(watching::get);
    return true;
  }

  private void taken(Supplier<Opaque> look) {
    try {
      Opaque answer = look.get();
      Optional<Diagnosed> diagnosed = PayloadReader.of(answer, Diagnosed.class);
      diagnosed.ifPresent(seen -> before = new DatedMemory(seen.remembered(), Timers.now()));
      finding =
          diagnosed
              .map(Diagnosed::sentence)
              .orElseGet(() -> "What was seen cannot be read: " + PayloadReader.needed(answer));
      last = diagnosed;
      seen = diagnosed.or(() -> seen);
      unknownSince = Optional.empty();
    } catch (ActivityFailure failure) {
      last = Optional.empty();
      unknownSince =
          Optional.of(unknownSince.orElseGet(Timers::now))
              .filter(any -> Reasons.is(failure, FailureTypes.UNKNOWN_CLUSTER));
      finding =
          isGone()
              ? "No worker has had this cluster in its configuration for an hour, so nobody looks"
                  + " at it any more."
              : "The cluster could not be looked at: " + Reasons.of(failure);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  Optional<Diagnosed> last() {
    return last;
  }

  /** Returns what the last look saw that did not fail; empty while none of this run has. */
  Optional<Diagnosed> seen() {
    return seen;
  }

  /** Returns whether the cluster was taken out of the configuration, for good. */
  boolean isGone() {
    return unknownSince.filter(at -> !Timers.now().isBefore(at.plus(GONE))).isPresent();
  }

  /** Whether the last single look was to compare the data. */
  boolean compared() {
    return compared;
  }

  boolean sawWhole() {
    return last.filter(Diagnosed::whole).isPresent();
  }

  DatedMemory before() {
    return before;
  }

  /** Returns what is wrong with the cluster, in a sentence. */
  String finding() {
    return finding;
  }
}
