package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotContent.MemberIn;
import io.quorate.port.SnapshotStore.Origin;
import io.quorate.port.Storage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshots.SnapshotPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody who has nothing but the files does what the catalogue says, word for word. The tools of
 * etcd 3.4 that are had here are too old for it: they cannot bump a revision.
 */
class RestoreByHandIT {
  private static final ClusterKey TESTED = new ClusterKey("tested");
  private static final long BUMP = 1_000_000_000;
  private static final int KEYS = 20;

  @TempDir Path folder;

  @ParameterizedTest(name = "{0}")
  @MethodSource("tools")
  void theCommandOfTheCatalogueRestoresTheRevisionAndTheNumberOfKeys(ToolFolder tool)
      throws Exception {
    SavedSnapshot saved;
    try (TestedCluster cluster =
        TestedCluster.started(1, tool, EtcdSettings.plain(), Optional.empty())) {
      cluster.put(KEYS);
      saved = saved(cluster);
    }

    try (EtcdCluster restored =
        EtcdCluster.layOut(tool, folder.resolve("restored"), 1, EtcdSettings.plain())) {
      EtcdMember member = restored.members().getFirst();
      Command.Finished done = Command.of(words(saved, member, tool)).run(Duration.ofSeconds(60));
      assertThat(done.succeeded()).as(done.output()).isTrue();
      restored.start(TestedCluster.LIMIT);

      JsonNode status = json(restored.etcdctl("endpoint", "status", "-w", "json")).get(0);
      JsonNode header = status.get("Status").get("header");
      SnapshotContent content = SnapshotPlace.in(folder, Clock.systemUTC()).store().read(saved);
      assertThat(header.get("revision").asLong()).isEqualTo(content.revision().value() + BUMP);
      assertThat(Long.toHexString(header.get("cluster_id").bigIntegerValue().longValue()))
          .isNotEqualTo(saved.clusterId().toString());
      JsonNode got = json(restored.etcdctl("get", "", "--prefix", "--limit", "1", "-w", "json"));
      assertThat(got.get("count").asLong())
          .isEqualTo(entry(saved).get("content").get("keysOfSource").get("count").asLong());
    }
  }

  /** Saves as the step does, and tells the entry what the source says of its keys. */
  private SavedSnapshot saved(TestedCluster cluster) {
    MemberName source = cluster.names().getFirst();
    MemberStatus status = cluster.maintenance().status(source);
    var store = SnapshotPlace.in(folder, Clock.systemUTC()).store();
    Storage storage = cluster.storage();
    SavedSnapshot saved =
        store.save(
            new Origin(TESTED, status.clusterId(), source, status.version(), new Revision(1), 1),
            sink -> storage.snapshot(source, sink));
    SnapshotContent read = store.read(saved);
    assertThat(read.revision()).isEqualTo(status.revision());
    assertThat(read.members()).containsExactly(new MemberIn(source.value(), false));
    var keys =
        new KeysOfSource(
            storage.countOfKeys(source, read.revision()),
            storage.hashOfKeys(source, read.revision(), TestedCluster.LIMIT));
    assertThat(keys.count()).isGreaterThanOrEqualTo(KEYS);
    store.describe(saved, read.toldBy(List.of(status.version().toString()), Optional.of(keys)));
    return saved;
  }

  private List<String> words(SavedSnapshot saved, EtcdMember member, ToolFolder tool)
      throws IOException {
    String step = entry(saved).get("restore").get(4).asText();
    String command = step.substring(step.indexOf("etcdutl "), step.indexOf(", with the "));
    return Stream.of(command.split(" "))
        .map(word -> word.equals("etcdutl") ? tool.program("etcdutl").toString() : word)
        .map(word -> word.equals(saved.file()) ? folder().resolve(word).toString() : word)
        .map(word -> word.equals("DIR") ? member.dataDirectory().toString() : word)
        .map(word -> word.equals("A_TOKEN_NEVER_USED") ? "token-of-" + saved.sha256() : word)
        .map(word -> word.replace("NAME", member.name()))
        .map(word -> word.replace("PEER_URL", member.peerUrl().toString()))
        .toList();
  }

  private JsonNode entry(SavedSnapshot saved) throws IOException {
    return new ObjectMapper()
        .readTree(Files.readString(folder().resolve(saved.file().replace(".db", ".json"))));
  }

  private Path folder() {
    return folder.resolve(TESTED.value());
  }

  private static JsonNode json(Command.Finished finished) throws IOException {
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    return new ObjectMapper().readTree(finished.output());
  }

  static List<ToolFolder> tools() throws InterruptedException {
    return Minors.all().stream().filter(tool -> !tool.tool().minor().equals("3.4")).toList();
  }
}
