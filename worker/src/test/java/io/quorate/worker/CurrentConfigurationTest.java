package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clusters that come, change and go while a process runs. */
class CurrentConfigurationTest {
  private static final ClusterKey ORDERS = new ClusterKey("orders");

  @TempDir Path directory;

  private final Set<ClusterKey> busy = new HashSet<>();
  private final List<Set<ClusterKey>> told = new ArrayList<>();
  private CurrentConfiguration current;

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(directory.resolve("clusters.d"));
    file("a.yml", cluster("orders", 1));
    file("b.yml", cluster("stock", 2));
    main(cluster("payments", 9));
    Configuration first =
        ConfigurationFile.load(
            Optional.of(directory.resolve("quorate.yml")), new Environment(Map.of(), any -> true));
    current =
        new CurrentConfiguration(
            first, gone -> gone.stream().filter(busy::contains).collect(Collectors.toSet()));
    current.onChange(told::add);
  }

  @AfterEach
  void end() {
    current.close();
  }

  @Test
  void takesANewFileOnceItIsQuiet() throws IOException {
    file("c.yml", cluster("mail", 3));

    current.look();
    assertThat(names())
        .as("somebody may still write")
        .containsExactly("orders", "payments", "stock");
    current.look();
    assertThat(names()).containsExactly("mail", "orders", "payments", "stock");
    assertThat(told).containsExactly(Set.of(new ClusterKey("mail")));
  }

  @Test
  void doesNothingWhileNoFileChanges() {
    current.look();
    current.look();

    assertThat(told).isEmpty();
  }

  @Test
  void waitsWhileAFileIsWrittenTo() throws IOException {
    for (int number = 3; number < 8; number++) {
      file("c.yml", cluster("mail", 3) + cluster("extra" + number, number));
      current.look();
    }

    assertThat(told).isEmpty();
  }

  @Test
  void aHalfWrittenFileCountsAsItWasBefore() throws IOException {
    String whole = cluster("orders", 1);
    file("a.yml", whole.substring(0, whole.length() - 20));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(current.get().leftOut()).hasSize(1);

    file("a.yml", whole + cluster("more", 4));
    settle();
    assertThat(names()).containsExactly("more", "orders", "payments", "stock");
    assertThat(current.get().leftOut()).isEmpty();
  }

  @Test
  void aFileThatWasNeverRightIsLeftOut() throws IOException {
    file("c.yml", "  mail: {platfrm: hosts}\n");
    settle();

    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(current.get().clustersLeftOut()).containsOnlyKeys(new ClusterKey("mail"));
  }

  @Test
  void aFileThatVanishesTakesItsClustersOut() throws IOException {
    Files.delete(directory.resolve("clusters.d/a.yml"));
    settle();

    assertThat(names()).containsExactly("payments", "stock");
    assertThat(told).containsExactly(Set.of(ORDERS));
  }

  @Test
  void aDirectoryThatVanishesTakesNothingOut() throws IOException {
    Files.move(directory.resolve("clusters.d"), directory.resolve("elsewhere"));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(current.get().wrongFiles())
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).contains("clusters.d:1: is gone"));

    Files.move(directory.resolve("elsewhere"), directory.resolve("clusters.d"));
    settle();
    assertThat(current.get().wrongFiles()).isEmpty();
  }

  @Test
  void aDirectoryWithoutFilesTakesAllItsClustersOut() throws IOException {
    Files.delete(directory.resolve("clusters.d/a.yml"));
    Files.delete(directory.resolve("clusters.d/b.yml"));
    settle();

    assertThat(names()).containsExactly("payments");
    assertThat(current.get().wrongFiles()).isEmpty();
  }

  @Test
  void anEmptyDirectoryInThePlaceOfTheOldOneTakesTheClustersOut() throws IOException {
    Files.move(directory.resolve("clusters.d"), directory.resolve("elsewhere"));
    settle();
    Files.createDirectory(directory.resolve("clusters.d"));
    settle();

    assertThat(names()).containsExactly("payments");
    assertThat(current.get().wrongFiles()).isEmpty();
  }

  @Test
  void aClusterMovesBetweenFilesWithoutAMomentOfAbsence() throws IOException {
    file("b.yml", cluster("stock", 2) + cluster("orders", 1));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(current.get().leftOut()).as("both files have it").hasSize(2);

    Files.delete(directory.resolve("clusters.d/a.yml"));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(current.get().leftOut()).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void aNewFileThatUsesTheNameOrMembersOfAnotherChangesNothing() throws IOException {
    file("c.yml", cluster("orders", 7) + cluster("mail", 3));
    file("d.yml", cluster("copy", 2));
    settle();

    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(told).isEmpty();
    assertThat(current.get().leftOut()).hasSize(4);
  }

  @Test
  void theMainFileIsNotReadAgain() throws IOException {
    main(cluster("payments", 9) + cluster("another", 8));
    file("c.yml", cluster("mail", 3));
    settle();

    assertThat(names()).containsExactly("mail", "orders", "payments", "stock");
  }

  @Test
  void aChangedClusterIsTold() throws IOException {
    file("a.yml", cluster("orders", 5));
    settle();

    assertThat(told).containsExactly(Set.of(ORDERS));
    assertThat(address()).isEqualTo("10.0.0.5");
  }

  private String address() {
    return current.get().required(ORDERS).everywhere().getFirst().clientUrl().getHost();
  }

  @Test
  void aClusterStaysUntilItsOperationHasEnded() throws IOException {
    busy.add(ORDERS);
    Files.delete(directory.resolve("clusters.d/a.yml"));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");

    busy.clear();
    settle();
    assertThat(names()).containsExactly("payments", "stock");
  }

  @Test
  void aClusterIsNotRenamedBeforeItsOperationHasEnded() throws IOException {
    busy.add(ORDERS);
    file("a.yml", cluster("renamed", 1));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");
    assertThat(current.get().clustersLeftOut().get(new ClusterKey("renamed")).sentence())
        .contains("members are those of orders");

    busy.clear();
    settle();
    assertThat(names()).containsExactly("payments", "renamed", "stock");
  }

  @Test
  void aClusterGetsNoOtherMembersBeforeItsOperationHasEnded() throws IOException {
    busy.add(ORDERS);
    file("a.yml", cluster("orders", 5));
    settle();
    assertThat(address()).isEqualTo("10.0.0.1");
    assertThat(told).isEmpty();
    assertThat(current.get().clustersLeftOut().get(ORDERS).sentence()).contains("under way");

    busy.clear();
    settle();
    assertThat(address()).isEqualTo("10.0.0.5");
    assertThat(current.get().clustersLeftOut()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/var/lib/etcd, /var/lib/other",
    "/etc/etcd, /etc/other",
    "/run/etcd, /run/other",
    "etcd-0, etcd-7",
  })
  void aClusterGetsNoOtherFilesOrNamesBeforeItsOperationHasEnded(String before, String after)
      throws IOException {
    busy.add(ORDERS);
    ClusterSettings was = current.get().required(ORDERS);
    file("a.yml", cluster("orders", 1).replace(before, after));
    settle();
    assertThat(current.get().required(ORDERS)).isEqualTo(was);
  }

  @Test
  void labelsAndFurtherMembersOfABusyClusterCountAtOnce() throws IOException {
    busy.add(ORDERS);
    String more =
        "      etcd-1: {peerUrl: \"http://10.0.0.6:2380\", clientUrl: \"http://10.0.0.6:2379\"}\n";
    file("a.yml", cluster("orders", 1).replace("job: orders", "job: others") + more.indent(2));
    settle();
    assertThat(current.get().required(ORDERS).alerts()).containsEntry("job", "others");
    assertThat(current.get().required(ORDERS).members()).hasSize(2);
  }

  @Test
  void noClusterTakesTheMembersOfOneThatWaits() throws IOException {
    busy.add(ORDERS);
    file("a.yml", cluster("orders", 5));
    file("b.yml", cluster("stock", 1));
    file("c.yml", cluster("mail", 2));
    settle();
    assertThat(names()).containsExactly("orders", "payments", "stock");

    busy.clear();
    settle();
    assertThat(names()).containsExactly("mail", "orders", "payments", "stock");
  }

  @Test
  void aListenerThatFailsKeepsNoOtherFromTheChange() throws IOException {
    List<Set<ClusterKey>> later = new ArrayList<>();
    current.onChange(
        changed -> {
          throw new IllegalStateException("as for a fault");
        });
    current.onChange(later::add);
    file("c.yml", cluster("mail", 3));
    current.reread();

    assertThat(later).hasSize(1);
  }

  private void settle() {
    current.look();
    current.look();
  }

  private List<String> names() {
    return current.get().clusters().keySet().stream().map(ClusterKey::value).toList();
  }

  private void main(String clusters) throws IOException {
    Files.writeString(directory.resolve("quorate.yml"), "clusters:\n" + clusters);
  }

  private void file(String name, String clusters) throws IOException {
    Files.writeString(directory.resolve("clusters.d").resolve(name), "clusters:\n" + clusters);
  }

  private static String cluster(String name, int number) {
    return """
      %1$s:
        platform: hosts
        alerts: {job: %1$s}
        memberDefaults:
          dataDirectory: /var/lib/etcd/%1$s/{name}
          environmentFile: /etc/etcd/%1$s/{name}.env
          binary: /opt/etcd/%1$s/{name}/etcd
          service: {process: {pidFile: "/run/etcd/%1$s/{name}.pid", logFile: "/var/log/etcd/%1$s/{name}.log"}}
        members:
          etcd-0: {peerUrl: "http://10.0.0.%2$s:2380", clientUrl: "http://10.0.0.%2$s:2379"}
    """
        .formatted(name, number)
        .indent(2);
  }
}
