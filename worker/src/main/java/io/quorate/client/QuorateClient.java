package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.temporal.client.WorkflowClient;
import java.time.InstantSource;
import java.util.List;

/** The client side of operations, incidents and histories, put together once. */
public record QuorateClient(
    TemporalCalls calls,
    OperationDirectory directory,
    Operations operations,
    OperationUpdates updates,
    Histories histories,
    Incidents incidents)
    implements AutoCloseable {

  /** A client of the clusters' operations and incidents. */
  public static QuorateClient of(
      WorkflowClient client, String taskQueue, List<ClusterKey> clusters, InstantSource clock) {
    TemporalCalls calls = new TemporalCalls();
    OperationDirectory directory = new OperationDirectory(client, calls, clusters);
    return new QuorateClient(
        calls,
        directory,
        new Operations(client, calls, taskQueue),
        new OperationUpdates(client, calls, directory, new RequestRetry(calls, clock)),
        new Histories(client, calls),
        new Incidents(client, calls, taskQueue));
  }

  @Override
  public void close() {
    calls.close();
  }
}
