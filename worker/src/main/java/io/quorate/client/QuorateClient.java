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
    Histories histories,
    Incidents incidents)
    implements AutoCloseable {

  /** A client of the clusters' operations and incidents. */
  public static QuorateClient of(
      WorkflowClient client, String taskQueue, List<ClusterKey> clusters, InstantSource clock) {
    TemporalCalls calls = new TemporalCalls();
    return new QuorateClient(
        calls,
        new OperationDirectory(client, calls, clusters),
        new Operations(client, calls, new RequestRetry(calls, clock), taskQueue),
        new Histories(client, calls),
        new Incidents(client, calls, taskQueue));
  }

  @Override
  public void close() {
    calls.close();
  }
}
