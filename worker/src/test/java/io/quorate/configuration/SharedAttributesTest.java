package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.SharedAttribute;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedAttributesTest {
  @TempDir Path directory;

  @Test
  void silentMembersShareTheirZoneAndNetworkWithOtherClusters() throws IOException {
    SharedAttributes attributes = new SharedAttributes(configuration());

    assertThat(attributes.of(new ClusterKey("payments"), silent("etcd-1")))
        .containsExactly(
            new SharedAttribute("zone=b", 2), new SharedAttribute("network=10.1.2.0/24", 2));
    assertThat(attributes.of(new ClusterKey("payments"), silent("etcd-0")))
        .containsExactly(
            new SharedAttribute("zone=a", 1), new SharedAttribute("network=10.1.1.0/24", 1));
  }

  @Test
  void aClusterWithoutASilentMemberSharesNothing() throws IOException {
    SharedAttributes attributes = new SharedAttributes(configuration());

    assertThat(attributes.of(new ClusterKey("payments"), Map.of())).isEmpty();
    assertThat(attributes.of(new ClusterKey("gone"), silent("etcd-1"))).isEmpty();
  }

  private static Map<MemberName, Silence> silent(String name) {
    return Map.of(new MemberName(name), new Silence.TimedOut("no answer"));
  }

  private Configuration configuration() throws IOException {
    Path file = directory.resolve("quorate.yml");
    Files.writeString(
        file,
        """
        snapshots: {directory: /var/lib/quorate/snapshots}
        clusters:
          payments:
        %s
            members:
              etcd-0: {zone: a, peerUrl: "http://10.1.1.1:2380", clientUrl: "http://10.1.1.1:2379"}
              etcd-1: {zone: b, peerUrl: "http://10.1.2.1:2380", clientUrl: "http://10.1.2.1:2379"}
          orders:
        %s
            members:
              etcd-0: {zone: b, peerUrl: "http://10.1.2.2:2380", clientUrl: "http://10.1.2.2:2379"}
        """
            .formatted(onHosts("payments"), onHosts("orders")));
    return ConfigurationFile.load(Optional.of(file), Environment.here());
  }

  private static String onHosts(String key) {
    String own = "/" + key + "/{name}";
    return "    platform: hosts\n    memberDefaults: {host: local, service: {systemd: \"etcd-"
        + key
        + "-{name}.service\"}, dataDirectory: \""
        + own
        + "\", environmentFile: \""
        + own
        + ".env\", binary: /b}";
  }
}
