package io.quorate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quorate.client.ClusterGauges;
import io.quorate.client.OperationsWatch;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Series of single clusters. */
class ClusterSeriesTest {
  @Test
  void aSmallFleetHasTheSeriesOfAllClustersFromTheBeginning() {
    assertThat(series(3, false)).isEqualTo(3L * 16);
  }

  @Test
  void aLargeFleetInWhichNothingRunsHasNoSeriesOfACluster() {
    assertThat(series(10_000, false)).isZero();
  }

  @Test
  void aLargeFleetHasTheSeriesOfEveryClusterWhereSomebodyWantsThem() {
    assertThat(series(200, true)).isGreaterThanOrEqualTo(200 * 2);
  }

  @Test
  void theGaugesOfClustersThatHaveNothingToTellAreTakenOut() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ClusterGauges gauges = new ClusterGauges(registry, false);
    ClusterKey stays = new ClusterKey("stays");
    for (ClusterKey cluster : List.of(stays, new ClusterKey("goes"))) {
      gauges.show(cluster, "quorate.test", null, Tags.empty(), () -> 1);
    }
    gauges.keep(Set.of(stays));

    assertThat(registry.find("quorate.test").gauges())
        .singleElement()
        .satisfies(one -> assertThat(one.getId().getTag("cluster")).isEqualTo("stays"));
  }

  private static long series(int clusters, boolean every) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    List<ClusterKey> all =
        IntStream.range(0, clusters).mapToObj(number -> new ClusterKey("c" + number)).toList();
    try (TestWorkflowEnvironment temporal = TestWorkflowEnvironment.newInstance();
        QuorateClient client =
            QuorateClient.of(temporal.getWorkflowClient(), "quorate", all, Instant::now);
        OperationsWatch watch = client.watch(Instant::now)) {
      new GatewayMetrics(registry).watching(watch, every);
      return registry.getMeters().stream()
          .filter(meter -> meter.getId().getTag("cluster") != null)
          .count();
    }
  }
}
