package io.quorate.configuration;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.SharedAttribute;
import io.quorate.causes.VersionShare;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedAttributesTest {
  private static final Optional<VersionShare> NO_VERSION = Optional.empty();
  private static final Optional<VersionShare> NINE = Optional.of(new VersionShare("3.5.9", 6, 12));

  @TempDir Path directory;

  @Test
  void theVersionOfSilentMembersIsTheLastAttribute() throws IOException {
    SharedAttributes attributes = new SharedAttributes(configuration(10));

    assertThat(attributes.of(new ClusterKey("c0"), silent("etcd-1"), NINE))
        .containsExactly(
            new SharedAttribute("zone=b", 10),
            new SharedAttribute("network=10.1.2.0/24", 10),
            new SharedAttribute("version=3.5.9", 5));
    assertThat(attributes.of(new ClusterKey("c0"), Map.of(), NINE)).isEmpty();
  }

  @Test
  void silentMembersShareTheirZoneAndNetworkWithOtherClusters() throws IOException {
    SharedAttributes attributes = new SharedAttributes(configuration());

    assertThat(attributes.of(new ClusterKey("c0"), silent("etcd-1"), NO_VERSION))
        .containsExactly(
            new SharedAttribute("zone=b", 5), new SharedAttribute("network=10.1.2.0/24", 5));
  }

  @Test
  void theSiteComesAfterTheZoneAndBeforeSeveralZonesOfIt() throws IOException {
    SharedAttributes attributes = new SharedAttributes(ofOneSite());

    assertThat(attributes.of(new ClusterKey("c0"), silent("etcd-1"), NO_VERSION))
        .extracting(SharedAttribute::name)
        .startsWith("zone=b", "site=east");
    Map<MemberName, Silence> both = new TreeMap<>(silent("etcd-0"));
    both.putAll(silent("etcd-1"));
    assertThat(attributes.of(new ClusterKey("c0"), both, NO_VERSION))
        .startsWith(new SharedAttribute("site=east", 9))
        .extracting(SharedAttribute::name)
        .contains("zone=a", "zone=b")
        .doesNotHaveDuplicates();
  }

  @Test
  void fewerThanFiveClustersShareNothing() throws IOException {
    SharedAttributes attributes = new SharedAttributes(configuration());

    assertThat(attributes.of(new ClusterKey("c0"), silent("etcd-0"), NO_VERSION)).isEmpty();
  }

  @Test
  void aClusterWithoutASilentMemberSharesNothing() throws IOException {
    SharedAttributes attributes = new SharedAttributes(configuration());

    assertThat(attributes.of(new ClusterKey("c0"), Map.of(), NINE)).isEmpty();
    assertThat(attributes.of(new ClusterKey("gone"), silent("etcd-1"), NO_VERSION)).isEmpty();
  }

  private static Map<MemberName, Silence> silent(String name) {
    return Map.of(new MemberName(name), new Silence.TimedOut("no answer"));
  }

  /** Five clusters with a member in zone b; four of them have one in zone a. */
  private Configuration configuration() throws IOException {
    return configuration(5);
  }

  private Configuration configuration(int clusters) throws IOException {
    return read(
        IntStream.range(0, clusters).mapToObj(SharedAttributesTest::cluster).collect(joining()));
  }

  /** Nine clusters with members in zones a and b of site east. */
  private Configuration ofOneSite() throws IOException {
    return read(
        IntStream.range(0, 9)
            .mapToObj(number -> cluster(number, 9))
            .collect(joining())
            .replace("host: local", "host: local, site: east"));
  }

  private Configuration read(String clusters) throws IOException {
    Path file = directory.resolve("quorate.yml");
    Files.writeString(
        file, "snapshots: {directory: /var/lib/quorate/snapshots}\nclusters:\n" + clusters);
    return ConfigurationFile.load(Optional.of(file), Environment.here());
  }

  private static String cluster(int number) {
    return cluster(number, 4);
  }

  private static String cluster(int number, int withZoneA) {
    String inZoneA =
        number < withZoneA
            ? "      etcd-0: {zone: a, peerUrl: \"http://10.1.1.%1$d:2380\", clientUrl:"
                + " \"http://10.1.1.%1$d:2379\"}\n"
            : "";
    return ("  c%d:\n".formatted(number)
        + onHosts("c" + number)
        + "\n    members:\n"
        + (inZoneA
                + "      etcd-1: {zone: b, peerUrl: \"http://10.1.2.%1$d:2380\", clientUrl:"
                + " \"http://10.1.2.%1$d:2379\"}\n")
            .formatted(number + 1));
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
