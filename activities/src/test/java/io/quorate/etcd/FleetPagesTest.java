package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.lab.fleet.FleetAddress;
import io.quorate.lab.fleet.FleetProcess;
import io.quorate.port.Maintenance;
import io.quorate.watch.MemberGauges;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the fake fleet, each as the recorded line of etcd, as Quorate reads them. */
class FleetPagesTest {
  private static final MemberName LEADER = new MemberName("etcd-0");
  private static final MemberName FOLLOWER = new MemberName("etcd-1");
  private static final Duration OFF = Duration.ofSeconds(40);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void pagesOfTheFakeAreReadAsThoseOfEtcd(int cluster) throws IOException {
    try (var fleet = new FleetProcess(0, 0, 4, Optional.empty());
        var connections = new EtcdConnections(endpoints(fleet, cluster))) {
      fleet.setClock(cluster, (int) OFF.toSeconds());
      Maintenance maintenance = connections.pinnedPorts().maintenance();
      MemberStatus leader = maintenance.status(LEADER);
      MemberStatus follower = maintenance.status(FOLLOWER);
      MemberMetrics first = maintenance.peers(LEADER);
      assertThat(first.active()).hasSize(2).contains(follower.memberId());
      assertThat(first.clusterVersion()).contains("3." + (cluster + 4));
      assertThat(maintenance.peers(FOLLOWER).active()).hasSize(2).contains(leader.memberId());
      MemberGauges gauges = connections.round().gauges().get(LEADER);
      assertThat(gauges.ahead().orElseThrow().atMost()).isGreaterThan(OFF.minusSeconds(1));
      assertThat(gauges.ahead().orElseThrow().atLeast()).isLessThan(OFF.plusSeconds(1));
      assertThat(gauges.fsync().counts()).isNotEmpty();
      assertThat(fleet.pages()).isEqualTo(2);
      assertThat(fleet.pagesTooSoon()).isZero();
    }
  }

  private static EtcdEndpoints endpoints(FleetProcess fleet, int cluster) {
    Map<MemberName, URI> clients = new HashMap<>();
    Map<MemberName, URI> metrics = new HashMap<>();
    for (int number = 0; number < 3; number++) {
      MemberName name = new MemberName("etcd-" + number);
      String host = "http://" + new FleetAddress(cluster, number).host() + ":";
      clients.put(name, URI.create(host + fleet.port()));
      metrics.put(name, URI.create(host + fleet.metricsPort()));
    }
    return new EtcdEndpoints(
        new ClusterKey("fleet"),
        clients,
        metrics,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
