package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.temporal.client.WorkflowClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The client side of operations, incidents and histories, wired in one place. */
public record QuorateClient(
    TemporalCalls calls,
    OperationDirectory directory,
    Operations operations,
    OperationUpdates updates,
    Takes takes,
    Histories histories,
    Incidents incidents,
    RunTroubles troubles,
    StuckIncidents stuck,
    ShardReports watched,
    RunningRuns runs,
    FleetPlaceQueue places,
    FleetCauseBook causes)
    implements AutoCloseable {

  /** Creates a client of the clusters' operations and incidents. */
  public static QuorateClient of(
      WorkflowClient client, String taskQueue, List<ClusterKey> clusters, InstantSource clock) {
    KnownClusters fixed = new KnownClusters(clusters, Map.of());
    return of(client, taskQueue, () -> fixed, clock);
  }

  /** Creates a client of clusters that come and go. */
  public static QuorateClient of(
      WorkflowClient client,
      String taskQueue,
      Supplier<KnownClusters> clusters,
      InstantSource clock) {
    TemporalCalls calls = new TemporalCalls();
    RunTroubles troubles = new RunTroubles(client);
    Incidents incidents = new Incidents(client, calls, taskQueue);
    OperationDirectory directory = new OperationDirectory(client, calls, clusters);
    return new QuorateClient(
        calls,
        directory,
        new Operations(client, calls, troubles, taskQueue),
        new OperationUpdates(client, calls, directory, new RequestRetry(calls, clock)),
        new Takes(client, calls, directory),
        new Histories(client, calls),
        incidents,
        troubles,
        new StuckIncidents(client, incidents, clock),
        new ShardReports(client, calls),
        new RunningRuns(client, System::nanoTime),
        new FleetPlaceQueue(client, calls, taskQueue),
        new FleetCauseBook(client, calls, taskQueue));
  }

  /** Creates a watch over the running operations and incidents, which is not started yet. */
  public OperationsWatch watch(InstantSource clock) {
    return new OperationsWatch(this, troubles, stuck, clock);
  }

  @Override
  public void close() {
    calls.close();
  }
}
