package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.wire.CheckJson.Checked;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Warnings where Temporal or the snapshots would be lost together with a member. */
class SharedFateTest {
  private static final String UNIT =
      "{systemd: etcd.service}\n"
          + "        environmentFile: /etc/etcd.env\n"
          + "        binary: /usr/bin/etcd";

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST", "[::1]", "[0:0:0:0:0:0:0:1]"})
  void warnsOfABucketOnThisMachineWhereAMemberIsOnIt(String host) {
    assertThat(warnedOf(host, "http://10.0.0.1"))
        .contains("bucket at http://" + host + ":9000, its machine");
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.1,10.0.0.1", "S3.local,s3.LOCAL", "[fd00::7],[fd00::7]"})
  void warnsOfABucketAtTheAddressOfAMember(String bucket, String member) {
    assertThat(warnedOf(bucket, "http://" + member))
        .contains("bucket at http://" + bucket + ":9000, its machine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.9", "[fd00::9]"})
  void warnsOfNoBucketElsewhere(String host) {
    assertThat(warnedOf(host, "http://10.0.0.1")).noneMatch(name -> name.startsWith("bucket"));
  }

  @Test
  void warnsOfTemporalAtTheAddressWhereAMemberIsReached() {
    assertThat(warned(onMachines("10.0.0.7:7233", UNIT)))
        .containsExactly("Temporal at 10.0.0.7:7233, its machine");
  }

  @Test
  void warnsOfNeitherTemporalNorTheDirectoryWhereAllMembersAreOnOtherMachines() {
    assertThat(warned(onMachines("127.0.0.1:7233", UNIT))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"temporal.workflows.svc", "temporal.workflows.svc.cluster.local"})
  void warnsOfTemporalInAKubernetesWhereAKubeletRunsAMember(String host) {
    String target = host + ":7233";

    assertThat(warned(onMachines(target, "{staticPod: /etc/kubernetes/manifests/etcd.yaml}")))
        .containsExactly("Temporal at " + target + ", its Kubernetes");
    assertThat(warned(onMachines(target, UNIT))).isEmpty();
  }

  private static String onMachines(String temporal, String service) {
    return member(
        "temporal: {target: \"%s\"}".formatted(temporal),
        "http://10.1.0.7",
        service + "\n        host: {ssh: {address: 10.0.0.7}}");
  }

  private static List<String> warnedOf(String bucket, String member) {
    String snapshots = "snapshots: {s3: {bucket: etcd, region: eu, endpoint: \"http://%s:9000\"}}";
    return warned(member(snapshots.formatted(bucket), member, UNIT));
  }

  private static String member(String above, String url, String service) {
    return """
    %1$s
    clusters:
      main:
        platform: hosts
        members:
          etcd-0:
            zone: a
            peerUrl: "%2$s:2380"
            clientUrl: "%2$s:2379"
            dataDirectory: /var/lib/etcd
            service: %3$s
    """
        .formatted(above, url, service);
  }

  private static List<String> warned(String text) {
    Environment here = new Environment(Map.of(), path -> true);
    return new SharedFate(ConfigurationFile.read(Path.of("/etc/quorate.yml"), text, here))
        .checked().stream().map(Checked::name).toList();
  }
}
