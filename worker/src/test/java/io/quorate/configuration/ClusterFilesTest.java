package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters of files in {@code clusters.d}. */
class ClusterFilesTest {
  private static final String MAIN = "clusters:\n" + cluster("payments", "10.0.0.1", "payments");

  @TempDir Path directory;

  @Test
  void joinsTheClustersOfAllFiles() throws IOException {
    file("a.yml", "clusters:\n" + cluster("orders", "10.0.1.1", "orders"));
    file(
        "b.yml",
        "clusters:\n"
            + cluster("stock", "10.0.2.1", "stock")
            + cluster("mail", "10.0.3.1", "mail"));

    Configuration read = load(MAIN);

    assertThat(read.clusters().keySet())
        .extracting(ClusterKey::value)
        .containsExactly("mail", "orders", "payments", "stock");
    assertThat(read.wrongFiles()).isEmpty();
  }

  @Test
  void needsNoClusterInTheMainFile() throws IOException {
    file("a.yml", "clusters:\n" + cluster("orders", "10.0.1.1", "orders"));

    assertThat(load("assessment: {lookAgain: 60s}\n").clusters()).hasSize(1);
  }

  @Test
  void leavesOutAFileThatIsWrongAndKeepsAllOthers() throws IOException {
    file(
        "a.yml",
        "clusters:\n" + cluster("orders", "10.0.1.1", "orders") + "  x: {platfrm: hosts}\n");
    file("b.yml", "clusters: [");
    file("c.yml", "clusters:\n" + cluster("stock", "10.0.1.1", "orders"));

    Configuration read = load(MAIN);

    assertThat(read.clusters().keySet())
        .extracting(ClusterKey::value)
        .containsExactly("payments", "stock");
    assertThat(read.wrongFiles())
        .extracting(problem -> Path.of(problem.file()).getFileName().toString())
        .contains("a.yml", "b.yml")
        .doesNotContain("c.yml");
  }

  @Test
  void refusesNamesLabelsAndAddressesOfAnotherFileAndNamesTheFile() throws IOException {
    file("a.yml", "clusters:\n" + cluster("orders", "10.0.1.1", "orders"));
    file("b.yml", "clusters:\n" + cluster("orders", "10.0.2.1", "two"));
    file("c.yml", "clusters:\n" + cluster("stock", "10.0.1.1", "three"));
    file("d.yml", "clusters:\n" + cluster("mail", "10.0.4.1", "payments"));

    assertThat(load(MAIN).wrongFiles())
        .extracting(InvalidConfiguration.Problem::toString)
        .anyMatch(
            text ->
                text.contains(
                    "b.yml:2: clusters.orders: clusters.orders in line 2 of a.yml has this name"))
        .anyMatch(
            text ->
                text.contains(
                    "a.yml:2: clusters.orders: clusters.orders in line 2 of b.yml has this name"))
        .anyMatch(
            text ->
                text.contains("c.yml:")
                    && text.contains("port 2380 of 10.0.1.1 is used twice")
                    && text.contains("of a.yml has it"))
        .anyMatch(
            text -> text.contains("d.yml:") && text.contains("these labels mean payments already"));
  }

  @Test
  void leavesOutBothFilesThatUseTheSameLabelsWhateverTheirNames() throws IOException {
    file("cards.yml", "clusters:\n" + cluster("cards", "10.0.1.1", "orders"));
    file("orders.yml", "clusters:\n" + cluster("orders", "10.0.2.1", "orders"));
    file("stock.yml", "clusters:\n" + cluster("stock", "10.0.3.1", "stock"));

    Configuration read = load(MAIN);

    assertThat(read.clusters().keySet())
        .extracting(ClusterKey::value)
        .containsExactly("payments", "stock");
    assertThat(read.leftOut()).hasSize(2);
    assertThat(read.clustersLeftOut())
        .containsOnlyKeys(new ClusterKey("cards"), new ClusterKey("orders"));
  }

  @Test
  void aZoneMayStandInManyFilesButOnlyInOneSite() throws IOException {
    file("a.yml", "clusters:\n" + cluster("orders", "10.0.1.1", "orders", "zone: a, site: east"));
    file("b.yml", "clusters:\n" + cluster("stock", "10.0.2.1", "stock", "zone: a, site: east"));
    assertThat(load(MAIN).wrongFiles()).isEmpty();

    file("c.yml", "clusters:\n" + cluster("mail", "10.0.3.1", "mail", "zone: a, site: west"));
    assertThat(load(MAIN).wrongFiles())
        .extracting(InvalidConfiguration.Problem::toString)
        .anyMatch(
            text ->
                text.contains("c.yml:11: clusters.mail.members.etcd-0.site: puts zone a into")
                    && text.contains("line 11 of a.yml puts it into site east; a zone is in one"));
  }

  @Test
  void aFileThatContradictsTheSitesOfTheMainFileIsLeftOut() throws IOException {
    file("a.yml", "clusters:\n" + cluster("orders", "10.0.1.1", "orders", "zone: a, site: east"));
    file("b.yml", "clusters:\n" + cluster("stock", "10.0.2.1", "stock", "zone: a, site: west"));
    Configuration read =
        load("clusters:\n" + cluster("mail", "10.0.3.1", "mail", "zone: a, site: east"));

    assertThat(read.clusters().keySet())
        .extracting(ClusterKey::value)
        .containsExactly("mail", "orders");
  }

  @Test
  void readsFilesOfBothEndings() throws IOException {
    file("a.yaml", "clusters:\n" + cluster("orders", "10.0.1.1", "orders"));

    assertThat(load(MAIN).clusters()).hasSize(2);
  }

  @Test
  void aDirectoryThatCannotBeListedIsAProblemAndLeavesTheMainFile() throws IOException {
    Files.writeString(directory.resolve("clusters.d"), "clusters: {}");

    Configuration read = load(MAIN);

    assertThat(read.clusters()).hasSize(1);
    assertThat(read.wrongFiles())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.toString())
                    .contains("clusters.d:1: cannot be read as a directory: NotDirectory"));
  }

  @Test
  void readsOnlyFilesOfClustersAndNothingElse() throws IOException {
    file(
        "a.yml",
        "slack: {channel: \"#elsewhere\"}\nclusters:\n" + cluster("orders", "10.0.1.1", "o"));
    file(".b.yml", "clusters: [");
    file("c.yml.bak", "clusters: [");

    assertThat(load(MAIN).wrongFiles())
        .singleElement()
        .satisfies(problem -> assertThat(problem.field()).isEqualTo("slack"));
  }

  @Test
  void wantsAClusterWhereThereIsNoFileToo() {
    assertThatThrownBy(() -> load("assessment: {lookAgain: 60s}\n"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining("clusters: is missing");
  }

  @Test
  void readsMoreClustersThanFitIntoThreeMebibytes() throws IOException {
    StringBuilder text = new StringBuilder("clusters:\n");
    for (int number = 0; number < 12_000; number++) {
      String address =
          "10." + (1 + number / 40_000) + "." + number / 200 + "." + (1 + number % 200);
      text.append(cluster("c" + number, address, "c" + number));
    }
    file("all.yml", text.toString());

    assertThat(text.length()).isGreaterThan(3 * 1024 * 1024);
    assertThat(load(MAIN).clusters()).hasSize(12_001);
  }

  private Configuration load(String main) {
    try {
      Path file = Files.writeString(directory.resolve("quorate.yml"), main);
      return ConfigurationFile.load(Optional.of(file), new Environment(Map.of(), any -> true));
    } catch (IOException unwritten) {
      throw new AssertionError(unwritten);
    }
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(Files.createDirectories(directory.resolve("clusters.d")).resolve(name), text);
  }

  private static String cluster(String name, String address, String job, String place) {
    return cluster(name, address, job).replace("{peerUrl", "{" + place + ", peerUrl");
  }

  private static String cluster(String name, String address, String job) {
    return """
      %1$s:
        platform: hosts
        alerts: {job: %3$s}
        memberDefaults:
          dataDirectory: /var/lib/etcd/%1$s/{name}
          environmentFile: /etc/etcd/%1$s/{name}.env
          binary: /opt/etcd/%1$s/{name}/etcd
          service: {process: {pidFile: "/run/etcd/%1$s/{name}.pid", logFile: "/var/log/etcd/%1$s/{name}.log"}}
        members:
          etcd-0: {peerUrl: "http://%2$s:2380", clientUrl: "http://%2$s:2379"}
    """
        .formatted(name, address, job)
        .indent(2);
  }
}
