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

  /** Whether there is a report that nobody has read. */
  boolean hasReport() {
    return report.isCompleted() && !read;
  }

  /** The report; empty when watching failed for good, which changes nothing. */
  Optional<WatchReport> report() {
    read = true;
    try {
      return Understanding.of(report.get(), WatchReport.class);
    } catch (ActivityFailure blind) {
      // Not being able to look changes nothing; the guard looks again before every step.
      Workflow.getLogger(Watch.class).debug("could not watch", blind);
      return Optional.empty();
    }
  }

  void callOff() {
    if (!report.isCompleted()) {
      scope.cancel("nobody waits for it");
    }
  }
}
