package io.quorate.gateway;

import io.quorate.cluster.ClusterKey;
import io.temporal.client.WorkflowClient;
import java.time.InstantSource;
import java.util.List;

/** Temporal's client side, put together once. */
record Temporal(
    Calls calls,
    OperationDirectory directory,
    Operations operations,
    Histories histories,
    Incidents incidents)
    implements AutoCloseable {

  static Temporal of(
      WorkflowClient client, String taskQueue, List<ClusterKey> clusters, InstantSource clock) {
    Calls calls = new Calls();
    return new Temporal(
        calls,
        new OperationDirectory(client, calls, clusters),
        new Operations(client, calls, new Asking(calls, clock), taskQueue),
        new Histories(client, calls),
        new Incidents(client, calls, taskQueue));
  }

  @Override
  public void close() {
    calls.close();
  }
}
