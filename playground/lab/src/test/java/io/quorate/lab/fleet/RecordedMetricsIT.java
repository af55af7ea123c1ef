package io.quorate.lab.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the metrics page of the fake against that of a real member: the names of all families and
 * samples, and the labels of each. {@code -Dquorate.recordMetrics=FOLDER} writes the real page of
 * each line into a folder, whose files take the place of {@code metrics-3.4.txt.gz} and its like.
 */
class RecordedMetricsIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Values of a sample and of the sample's labels, which vary from member to member. */
  private static final Pattern VALUE = Pattern.compile("=\"(?:[^\"\\\\]|\\\\.)*\"|(?<=[} ])\\S+$");

  /** Families of the Go that built this etcd, and texts of help, which a patch may word anew. */
  private static final Pattern OF_GO = Pattern.compile("^(# TYPE )?(go|process)_|^# HELP ");

  @RegisterExtension final ServersFolder directory = new ServersFolder();

  @ParameterizedTest
  @ValueSource(strings = {"3.4", "3.5", "3.6", "3.7"})
  void thePageOfTheFakeHasTheNamesAndLabelsOfARealOne(String minor) throws Exception {
    String real = real(minor);
    if (System.getProperty("quorate.recordMetrics") instanceof String folder) {
      Path file = Path.of(folder, "metrics-" + minor + ".txt.gz");
      try (OutputStream page = new GZIPOutputStream(Files.newOutputStream(file))) {
        page.write(real.getBytes(StandardCharsets.UTF_8));
      }
      return;
    }
    assertThat(names(fake(minor))).isEqualTo(names(real));
  }

  /** The page of a leader that heard from its peers and knows the version of its cluster. */
  private String real(String minor) throws Exception {
    try (var cluster =
        EtcdCluster.layOut(ToolsForTests.etcd(minor), directory.path(), 3, EtcdSettings.plain())) {
      cluster.start(LIMIT);
      cluster.etcdctl("put", "a", "1");
      Await.until(
          "a leader with its peers and the cluster version",
          LIMIT,
          () -> complete(cluster, minor).isPresent());
      return complete(cluster, minor).orElseThrow();
    }
  }

  private static Optional<String> complete(EtcdCluster cluster, String minor) {
    for (EtcdMember member : cluster.members()) {
      String page = page(member.clientUrl());
      if (page.contains("\netcd_server_is_leader 1\n")
          && page.contains("\netcd_cluster_version{cluster_version=\"" + minor + "\"} 1\n")
          && page.lines()
                  .filter(line -> line.startsWith("etcd_network_peer_received_bytes_total{"))
                  .count()
              == FleetAddress.MEMBERS - 1) {
        return Optional.of(page);
      }
    }
    return Optional.empty();
  }

  private static String fake(String minor) throws IOException {
    int cluster = RecordedPage.all().stream().map(RecordedPage::minor).toList().indexOf(minor);
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      String host = new FleetAddress(cluster, 1).host();
      return page(URI.create("http://" + host + ":" + fleet.metricsPort()));
    }
  }

  private static String page(URI url) {
    try (InputStream page = url.resolve("/metrics").toURL().openStream()) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  private static Set<String> names(String page) {
    Set<String> names = new TreeSet<>();
    page.lines()
        .filter(line -> !OF_GO.matcher(line).find())
        .forEach(line -> names.add(line.startsWith("#") ? line : labels(line)));
    return names;
  }

  private static String labels(String line) {
    return VALUE.matcher(line).replaceAll("");
  }
}
