package io.quorate.hosts;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.etcd.EtcdConnections;
import io.quorate.etcd.EtcdEndpoints;
import io.quorate.etcd.PinnedPorts;
import io.quorate.port.Maintenance.Reading;
import io.quorate.port.RestoreOrder;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotFile;
import io.quorate.port.SnapshotStore;
import io.quorate.record.RestoredIds;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshots.S3Bucket;
import io.quorate.snapshots.S3Settings;
import io.quorate.snapshots.SnapshotPlace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Saves and restores snapshots as a worker's steps do, as a program of its own, so that its heap
 * can be limited. It takes orders, one a line, and answers each with one line.
 */
public final class SnapshotProgram {
  static final long BUMP = 1_000_000_000;

  private static final ClusterKey CLUSTER = new ClusterKey("measured");
  private static final Duration HASHING = Duration.ofMinutes(5);

  private final MemberScripts host;
  private final PinnedPorts etcd;
  private final SnapshotStore store;
  private final TimedShell shell = new TimedShell();

  private SnapshotProgram(MemberScripts host, PinnedPorts etcd, SnapshotStore store) {
    this.host = new MemberScripts(host.member(), shell, host.limits());
    this.etcd = etcd;
    this.store = store;
  }

  /**
   * Takes the folder of the member, its client URL, and the directory of the store; or, for one in
   * S3, the endpoint, the file with the credentials and the scratch directory.
   */
  public static void main(String[] words) throws IOException {
    MemberName name = new MemberName(String.valueOf(Path.of(words[0]).getFileName()));
    var endpoints =
        new EtcdEndpoints(
            CLUSTER,
            Map.of(name, URI.create(words[1])),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var connections = new EtcdConnections(endpoints);
    var program =
        new SnapshotProgram(
            StartAndWait.host(name.value(), Path.of(words[0])),
            connections.pinnedPorts(),
            store(words));
    var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      System.out.println(program.answer(order.split(" ")));
    }
    connections.close();
  }

  private static SnapshotStore store(String[] words) {
    if (words.length == 3) {
      return SnapshotPlace.in(Path.of(words[2]), Clock.systemUTC()).store();
    }
    var settings =
        new S3Settings(
            "backups",
            "quorate",
            "eu-test-1",
            Optional.of(URI.create(words[2])),
            true,
            Optional.of(Path.of(words[3])),
            Optional.empty(),
            Optional.empty(),
            Path.of(words[4]));
    return SnapshotPlace.in(new S3Bucket(settings), Clock.systemUTC()).store();
  }

  private String answer(String[] order) throws IOException {
    return switch (order[0]) {
      case "save" -> save();
      case "restore" -> restore(order[1], order[2]);
      default -> "memory=" + highestMemory();
    };
  }

  /** Does what the step save-snapshot does, in its order. */
  private String save() {
    MemberName name = host.member().name();
    long begun = System.nanoTime();
    MemberStatus source = etcd.maintenance().status(name);
    store.requireRoomFor(CLUSTER, source.dbSizeBytes());
    Reading before = etcd.maintenance().linearizableRead(name);
    var origin =
        new SnapshotStore.Origin(
            CLUSTER,
            source.clusterId(),
            name,
            source.version(),
            before.revision(),
            before.raftTerm());
    SavedSnapshot saved = store.save(origin, sink -> etcd.storage().snapshot(name, sink));
    etcd.maintenance().linearizableRead(name);
    long kept = System.nanoTime();
    SnapshotContent content = store.read(saved);
    long read = System.nanoTime();
    etcd.storage().countOfKeys(name, content.revision());
    etcd.storage().hashOfKeys(name, content.revision(), HASHING);
    store.describe(saved, content);
    return "saved=%s keep=%d read=%d ask=%d"
        .formatted(
            saved.file(), millis(begun, kept), millis(kept, read), millis(read, System.nanoTime()));
  }

  /** Does what the step restore-member does, but for the record of the cluster. */
  private String restore(String file, String peerUrl) {
    long begun = System.nanoTime();
    RestoreSource source =
        store.sources(CLUSTER).stream()
            .filter(one -> one.saved().file().equals(file))
            .findFirst()
            .orElseThrow();
    try (SnapshotStore.LocalSnapshot local = store.fetchToRestore(source.saved())) {
      long fetched = System.nanoTime();
      String token = "measured-" + UUID.randomUUID();
      var order =
          new RestoreOrder(
              new SnapshotFile(local.file().toAbsolutePath(), file, source.saved().trailer()),
              token,
              peerUrl,
              RestoredIds.ofOne(List.of(peerUrl), token),
              OptionalLong.of(BUMP));
      new HostRestores(Hosts.of(List.of(host)), List.of())
          .restore(host.member().name(), order, RestoredCluster.permit());
      long tool = shell.millis("restore");
      long all = millis(fetched, System.nanoTime());
      return "fetch=%d tool=%d check=%d".formatted(millis(begun, fetched), tool, all - tool);
    }
  }

  private static long millis(long from, long to) {
    return (to - from) / 1_000_000;
  }

  /** The most memory that the process ever had, with all that is not heap. */
  private static String highestMemory() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .findFirst()
        .orElse("unknown")
        .replaceAll("[^0-9]", "");
  }
}
