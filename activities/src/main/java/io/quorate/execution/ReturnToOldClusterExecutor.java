package io.quorate.execution;

import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.Beginning;
import io.quorate.step.Restorations.ReturnToOldCluster;
import java.util.Optional;

/** Begins the old history anew in the record of the cluster; the next look shows its members. */
final class ReturnToOldClusterExecutor implements StepExecutor<ReturnToOldCluster> {
  @Override
  public Optional<String> execute(ReturnToOldCluster step, StepContext context) {
    ClusterRecords records =
        context
            .ports()
            .records()
            .orElseThrow(() -> new Failure.Refused("the cluster is not remembered anywhere"));
    context.permit().use();
    records.update(
        context.ports().cluster(),
        record ->
            record.undone(
                step.old(),
                context.view().at(),
                Beginning.undone(context.attempt().operation(), step.operation())));
    return Optional.empty();
  }
}
