package io.quorate.runbook.repair;

import io.quorate.cluster.Amounts;
import io.quorate.record.Incarnation;
import io.quorate.record.LastComparison;
import io.quorate.record.Origin;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.Optional;

/**
 * A restore by Quorate after which the data of all voters was compared and equal. A difference that
 * came later is not the work of that restore, so its majority can be trusted as any other
 * (docs/etcd.md#n-29).
 *
 * @param restored the history that the restore began
 * @param equalAt when all data was equal last, after the restore
 */
record ComparedRestore(Incarnation restored, Instant equalAt) {
  /** The restore of this cluster; empty where there was none, or nothing was compared since. */
  static Optional<ComparedRestore> of(ClusterView view) {
    return view.past()
        .incarnation()
        .filter(now -> now.began().kind() == Origin.Kind.RESTORED)
        .filter(now -> view.clusterId().filter(now.clusterId()::equals).isPresent())
        .flatMap(
            now ->
                view.lastComparison()
                    .flatMap(LastComparison::equalAt)
                    .filter(now.since()::isBefore)
                    .map(time -> new ComparedRestore(now, time)));
  }

  /** Says for the approvers what is known of the restore. */
  String sentence() {
    return "This cluster was restored by "
        + restored.began().by().orElse("an operation")
        + " at "
        + Amounts.moment(restored.since())
        + ". All voters had the same data at "
        + Amounts.moment(equalAt)
        + ", after that restore. If somebody wiped or restored members by hand since, the majority"
        + " can be those that are wrong.";
  }
}
