package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members whose client URLs speak gRPC alone; from 3.6 on etcd can do so. */
class MetricsElsewhereIT {

  static Stream<ToolFolder> withUrlsForHttp() throws InterruptedException {
    return Minors.all().stream().filter(tool -> tool.tool().minor().compareTo("3.6") >= 0);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("withUrlsForHttp")
  void metricsAreReadWhereTheConfigurationHasThem(ToolFolder tool) throws Exception {
    String url = freeUrl();
    EtcdSettings settings = EtcdSettings.plain().with("ETCD_LISTEN_CLIENT_HTTP_URLS", url);
    try (TestedCluster cluster = TestedCluster.started(1, tool, settings, Optional.empty())) {
      MemberName member = cluster.names().getFirst();
      assertThat(cluster.maintenance().status(member).isLeader()).isTrue();
      assertThatThrownBy(() -> cluster.maintenance().peers(member)).isInstanceOf(Failure.class);

      var endpoints = cluster.endpointsWith(Map.of(member, URI.create(url)));
      try (EtcdConnections connections = new EtcdConnections(endpoints)) {
        assertThat(connections.pinnedPorts().maintenance().peers(member).clusterVersion())
            .contains(tool.tool().minor());
      }
    }
  }

  private static String freeUrl() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return "http://127.0.0.1:" + free.getLocalPort();
    }
  }
}
