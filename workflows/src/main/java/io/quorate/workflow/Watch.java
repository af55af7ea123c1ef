package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.WatchReport;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/** Watch over the cluster of an operation while people think. */
final class Watch {
  private final CancellationScope scope;
  private final Promise<Opaque> report;
  private boolean read;

  Watch(CancellationScope scope, Promise<Opaque> report) {
    this.scope = scope;
    this.report = report;
  }

  /** Returns whether there is a report that has not been read. */
  boolean hasReport() {
    return report.isCompleted() && !read;
  }

  /** Returns the report; empty when the watch failed for good, which changes nothing. */
  Optional<WatchReport> report() {
    read = true;
    try {
      return PayloadReader.of(report.get(), WatchReport.class);
    } catch (ActivityFailure blind) {
      // A failed watch changes nothing; the guard looks at the cluster again before every step.
      Workflow.getLogger(Watch.class).debug("could not watch", blind);
      return Optional.empty();
    }
  }

  void callOff() {
    if (!report.isCompleted()) {
      // A watch that was called off fails; handled here, the worker's log does not warn of it.
      report.handle((ended, failure) -> Boolean.TRUE);
      scope.cancel("nobody waits for it");
    }
  }
}
