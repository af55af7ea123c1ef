package io.quorate.playground;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.configuration.SnapshotSettings;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.worker.SnapshotPlaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The snapshots of the played cluster, at the place that its configuration names. */
final class KeptSnapshots {
  private static final ClusterKey CLUSTER = new ClusterKey(Stage.CLUSTER);

  private final EtcdCluster cluster;
  private final Path directory;
  private final Function<Clock, SnapshotStore> stores;

  /** Snapshots in the directory, or in S3, as the configuration says. */
  KeptSnapshots(EtcdCluster cluster) {
    this(
        cluster,
        place(cluster, "snapshots"),
        clock -> SnapshotPlaces.of(configured(cluster), clock).store());
  }

  private KeptSnapshots(
      EtcdCluster cluster, Path directory, Function<Clock, SnapshotStore> stores) {
    this.cluster = cluster;
    this.directory = directory;
    this.stores = stores;
  }

  private static SnapshotSettings configured(EtcdCluster cluster) {
    Path file = place(cluster, "quorate.yml");
    return ConfigurationFile.load(Optional.of(file), Environment.here()).snapshots();
  }

  /** Snapshots of the cluster at a place that its configuration does not name. */
  static KeptSnapshots elsewhere(EtcdCluster cluster) {
    Path directory = place(cluster, "snapshots-elsewhere");
    return new KeptSnapshots(
        cluster, directory, clock -> SnapshotPlace.in(directory, clock).store());
  }

  private static Path place(EtcdCluster cluster, String name) {
    return cluster.members().getFirst().files().folder().resolve("../../" + name).normalize();
  }

  /** Copies a snapshot of this place, with its entry, to where the configuration has snapshots. */
  void bringBack(SavedSnapshot saved) throws IOException {
    Path store = place(cluster, "snapshots").resolve(Stage.CLUSTER);
    String stem = saved.file().replaceAll("[.]db$", "");
    try (Stream<Path> files = Files.list(directory.resolve(Stage.CLUSTER))) {
      for (Path file : files.filter(one -> name(one).startsWith(stem)).toList()) {
        Files.copy(file, store.resolve(name(file)));
      }
    }
  }

  /** Deletes all snapshots of this place with their entries, so that the next one is saved anew. */
  void forget() throws IOException {
    Path store = directory.resolve(Stage.CLUSTER);
    if (!Files.exists(store)) {
      return;
    }
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Saves a snapshot of the first member and reads it, as a backup of this time ago would have. */
  SavedSnapshot save(Duration ago) throws IOException, InterruptedException {
    EtcdMember source = cluster.members().getFirst();
    EndpointStatus status = EndpointStatus.of(cluster, source);
    Path file = Files.createTempDirectory("quorate-play").resolve("saved.db");
    try {
      cluster.etcdctlAt(source, "snapshot", "save", file.toString());
      byte[] bytes = Files.readAllBytes(file);
      SnapshotStore store = stores.apply(Clock.offset(Clock.systemUTC(), ago.negated()));
      SavedSnapshot saved =
          store.save(
              new SnapshotStore.Origin(
                  CLUSTER,
                  new ClusterId(status.clusterId()),
                  new MemberName(source.name()),
                  EtcdVersion.parse(status.version()),
                  new Revision(status.revision()),
                  status.raftTerm()),
              sink -> poured(bytes, sink));
      store.describe(saved, store.read(saved));
      return saved;
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    }
  }

  private static long poured(byte[] bytes, SnapshotSink sink) {
    try {
      sink.take(bytes, 0);
      return bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Cuts a snapshot off in its middle, as an upload that broke off would; returns its name. */
  String cut(SavedSnapshot saved) throws IOException {
    Path file = directory.resolve(Stage.CLUSTER).resolve(saved.file());
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    return saved.file();
  }

  /** Flips a byte in the middle of a snapshot; returns its name. */
  String flipAByte(SavedSnapshot saved) throws IOException {
    Path file = directory.resolve(Stage.CLUSTER).resolve(saved.file());
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    return saved.file();
  }

  /**
   * Lists the differences to an untouched cluster with this many snapshots restored on trial and
   * exactly these snapshots marked bad.
   */
  List<String> differences(List<String> otherIds, int verified, Set<String> bad) {
    List<String> differences = new ArrayList<>(otherIds);
    List<KeptSnapshot> kept =
        SnapshotPlace.in(directory, Clock.systemUTC()).catalogue().kept(CLUSTER);
    long restored = kept.stream().filter(KeptSnapshot::wasRestored).count();
    if (restored != verified) {
      differences.add(restored + " snapshots were restored on trial, not " + verified);
    }
    kept.stream()
        .filter(KeptSnapshot::wasRestored)
        .filter(one -> one.drill().flatMap(Drill::learner).isEmpty())
        .forEach(one -> differences.add("no learner joined what was restored of " + one.file()));
    Set<String> marked =
        kept.stream()
            .flatMap(one -> one.drill().stream())
            .filter(drill -> !drill.verified())
            .map(Drill::snapshot)
            .collect(Collectors.toSet());
    if (!marked.equals(bad)) {
      differences.add("marked as bad are " + marked + ", not " + bad);
    }
    return differences;
  }
}
