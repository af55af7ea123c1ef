package io.quorate.worker.watch;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.quorate.client.TemporalCalls;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The start of all shards while Temporal is away. */
class ShardWorkflowsTest {
  /** Temporal's SDK tries each call for a minute by itself. */
  @Test
  void allShardsTogetherWaitForTemporalOnce() {
    WorkflowServiceStubs nowhere =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:1").build());
    try (TemporalCalls calls = new TemporalCalls()) {
      ShardWorkflows workflows =
          new ShardWorkflows(
              WorkflowClient.newInstance(nowhere), calls, "quorate", Duration.ofSeconds(1));

      assertTimeoutPreemptively(
          Duration.ofSeconds(20), () -> workflows.start(IntStream.range(0, 64).boxed().toList()));
    } finally {
      nowhere.shutdownNow();
    }
  }
}
