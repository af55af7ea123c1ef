package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.HourOfQuiet;
import io.quorate.operation.OperationState;
import io.quorate.operation.Restraint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reader of the last operations of a cluster, for the hour of quiet. */
public record LastProposals(QuorateClient client) {
  /** Operations of one hour that are read at most. */
  private static final int MOST = 10;

  /**
   * Returns the restraint that the last hour leaves behind. Where Temporal does not answer, there
   * is none: people are rather asked once more.
   *
   * @param runbook that answers the trouble now
   * @param trouble the diagnosis with the condition of each member
   */
  public Optional<Restraint> restraint(
      ClusterKey cluster, String runbook, String trouble, Instant now) {
    Instant young = now.minus(HourOfQuiet.LENGTH);
    return client.directory().list(List.of(cluster))
            instanceof Outcome.Done<OperationDirectory.Found> done
        ? done.value().targets().stream()
            .filter(one -> one.endedAt().map(young::isBefore).orElse(true))
            .limit(MOST)
            .flatMap(one -> after(one, runbook, trouble, now).stream())
            .findFirst()
        : Optional.empty();
  }

  private Optional<Restraint> after(
      OperationExecution one, String runbook, String trouble, Instant now) {
    return client.operations().show(one) instanceof Outcome.Done<OperationState> last
        ? HourOfQuiet.after(last.value(), runbook, trouble, now)
        : Optional.empty();
  }
}
