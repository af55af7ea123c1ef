package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.watch.KeptChannels;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeptChannelsTest {
  private final List<PretendedEtcd> servers = new ArrayList<>();
  private EtcdConnections connections;

  @BeforeEach
  void connect() throws IOException {
    Map<MemberName, URI> urls = new TreeMap<>();
    for (int member = 1; member <= 3; member++) {
      PretendedEtcd server = new PretendedEtcd(member, 7);
      servers.add(server);
      urls.put(new MemberName("etcd-" + member), server.url());
    }
    connections =
        new EtcdConnections(
            new EtcdEndpoints(
                new ClusterKey("main"),
                urls,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @AfterEach
  void close() {
    connections.close();
    servers.forEach(PretendedEtcd::close);
  }

  @Test
  void aClusterKeepsAllChannelsWhereDescriptorsSuffice() {
    assertThat(openAfterAPulse(KeptChannels.ALL)).isEqualTo(3);
  }

  @Test
  void aClusterKeepsOneChannelWhereDescriptorsAreFew() {
    assertThat(openAfterAPulse(new KeptChannels(0, 1))).isEqualTo(1);
    assertThat(openAfterAPulse(new KeptChannels(0, 1))).isEqualTo(1);
  }

  @Test
  void aClusterKeepsNoChannelWhereClustersAreMoreThanThat() {
    assertThat(openAfterAPulse(new KeptChannels(0, 0))).isZero();
    assertThat(openAfterAPulse(new KeptChannels(0, 0))).isZero();
  }

  private long openAfterAPulse(KeptChannels kept) {
    assertThat(connections.pulse(InstantSource.system(), kept).join().answers()).hasSize(3);
    return List.of("etcd-1", "etcd-2", "etcd-3").stream()
        .filter(member -> connections.endpoint(new MemberName(member)).isOpen())
        .count();
  }
}
