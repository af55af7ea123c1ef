package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.name;
import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Membership;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A member that gets its data in a raft snapshot, as every one does in a cluster of some age. */
class RaftSnapshotIT {
  private static final int WRITES = 40;

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#all")
  void aMemberFromARaftSnapshotTellsTheClusterVersionWithoutTheMetric(ToolFolder tool)
      throws IOException, InterruptedException {
    assumeFalse(tool.tool().minor().equals("3.4"), "keeps 5,000 entries, whatever is set");
    try (TestedCluster cluster = TestedCluster.started(1, tool, soon(tool), Optional.empty())) {
      cluster.awaitSettled();
      for (int write = 0; write < WRITES; write++) {
        var put =
            cluster
                .leader()
                .etcdctl()
                .run(cluster.leader().clientUrl().toString(), "put", "key", "value " + write);
        assertThat(put.succeeded()).as(put.output()).isTrue();
      }
      Membership membership = cluster.membership();
      membership.addLearner(
          name(cluster.leader()), cluster.joiner().peerUrl().toString(), permit());
      cluster.joiner().start();
      Await.until(
          "the joiner to answer", TestedCluster.LIMIT, () -> cluster.answers(cluster.joiner()));

      var page =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(cluster.joiner().clientUrl().resolve("/metrics")).build(),
                  HttpResponse.BodyHandlers.ofString());
      assumeFalse(page.body().contains("etcd_cluster_version{"), "has the metric, as 3.7 does");
      cluster.maintenance().status(name(cluster.joiner()));
      assertThat(cluster.maintenance().peers(name(cluster.joiner())).clusterVersion())
          .contains(tool.tool().minor());
    }
  }

  /** Entries that a member lacks are forgotten at once, so that it is sent all data instead. */
  private static EtcdSettings soon(ToolFolder tool) {
    String kept = "SNAPSHOT_CATCHUP_ENTRIES";
    return EtcdSettings.plain()
        .with("ETCD_SNAPSHOT_COUNT", "10")
        .with(
            tool.tool().minor().equals("3.7") ? "ETCD_" + kept : "ETCD_EXPERIMENTAL_" + kept, "1");
  }
}
