package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentState;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationHold;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.quorate.workflow.IncidentWorkflow;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An incident that only remembers what it was told, every time it was told. The end of an operation
 * continues it as new, and a hold closes it.
 */
public final class ScriptedIncident implements IncidentWorkflow {
  static final String WITHOUT_QUORUM = "etcdInsufficientMembers";

  private final ClusterKey cluster;
  private final List<Alert> alerts = new ArrayList<>();
  private Optional<Taken> taken = Optional.empty();
  private boolean continued;
  private boolean closed;

  @WorkflowInit
  public ScriptedIncident(ClusterKey cluster, @Nullable IncidentMemory unused) {
    this.cluster = cluster;
  }

  @Override
  public IncidentState run(ClusterKey of, @Nullable IncidentMemory unused) {
    Workflow.await(() -> continued || closed);
    if (continued) {
      Workflow.continueAsNew(cluster, null);
    }
    return state();
  }

  @Override
  public void alerts(AlertGroup group) {
    alerts.addAll(group.alerts());
  }

  @Override
  public void operationEnded(OperationEnd end) {
    continued = true;
  }

  @Override
  public void operationHolds(OperationHold hold) {
    closed = true;
  }

  @Override
  public void validateTake(Opaque written) {}

  @Override
  public Request.Answer take(Opaque written) {
    Taken now = OpaqueValues.read(written, Taken.class);
    Request.Answer answer = now.answer(taken, Optional.empty());
    taken = Optional.of(now);
    return answer;
  }

  @Override
  public void validateAskAgain(Opaque written) {}

  @Override
  public Request.Answer askAgain(Opaque written) {
    AskedAgain wish = OpaqueValues.read(written, AskedAgain.class);
    return new Request.Answer(
        true,
        "Asked again by " + wish.by() + ", " + wish.door() + ": " + wish.reason().orElse("-"));
  }

  @Override
  public IncidentState state() {
    return new IncidentState(
        cluster,
        Instant.EPOCH,
        !closed,
        "etcd-1 is lost.",
        "Looking at the cluster.",
        Optional.empty(),
        Optional.empty(),
        alerts,
        1,
        writesFailSince(),
        Optional.empty(),
        taken,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns since when writes fail: since the alert about a lost quorum, where there is one. */
  private Optional<Instant> writesFailSince() {
    return alerts.stream()
        .filter(alert -> alert.name().equals(WITHOUT_QUORUM))
        .map(Alert::startsAt)
        .findFirst();
  }
}
