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
   * is none: people are rather asked once more. The list, of which Temporal gives ten a second to
   * everybody, is read only where the newest operation belongs to the last hour.
   *
   * @param runbook that answers the trouble now
   * @param trouble the diagnosis with the condition of each member
   */
  public Optional<Restraint> restraint(
      ClusterKey cluster, String runbook, String trouble, Instant now) {
    return client.directory().current(cluster) instanceof Outcome.Done<OperationExecution> newest
            && isYoung(newest.value(), now)
        ? after(newest.value(), runbook, trouble, now)
            .or(() -> listed(cluster, runbook, trouble, now))
        : Optional.empty();
  }

  private Optional<Restraint> listed(
      ClusterKey cluster, String runbook, String trouble, Instant now) {
    return client.directory().list(List.of(cluster))
            instanceof Outcome.Done<OperationDirectory.Found> done
        ? done.value().targets().stream()
            .filter(one -> isYoung(one, now))
            .limit(MOST)
            .flatMap(one -> after(one, runbook, trouble, now).stream())
            .findFirst()
        : Optional.empty();
  }

  private static boolean isYoung(OperationExecution one, Instant now) {
    return one.endedAt().map(now.minus(HourOfQuiet.LENGTH)::isBefore).orElse(true);
  }

  private Optional<Restraint> after(
      OperationExecution one, String runbook, String trouble, Instant now) {
    return client.operations().show(one) instanceof Outcome.Done<OperationState> last
        ? HourOfQuiet.after(last.value(), runbook, trouble, now)
        : Optional.empty();
  }
}
