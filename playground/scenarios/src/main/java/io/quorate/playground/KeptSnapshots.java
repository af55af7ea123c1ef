package io.quorate.playground;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshots.DirectoryCatalogue;
import io.quorate.snapshots.DirectorySnapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The snapshots of the played cluster, in the directory that its configuration names. */
final class KeptSnapshots {
  private static final ClusterKey CLUSTER = new ClusterKey(Stage.CLUSTER);

  private final EtcdCluster cluster;
  private final Path directory;

  KeptSnapshots(EtcdCluster cluster) {
    this.cluster = cluster;
    this.directory =
        cluster.members().getFirst().files().folder().resolve("../../snapshots").normalize();
  }

  /** Saves a snapshot of the first member and reads it, as a backup of this time ago would have. */
  SavedSnapshot save(Duration ago) throws IOException, InterruptedException {
    EtcdMember source = cluster.members().getFirst();
    String status = status(cluster, source);
    Path file = Files.createTempDirectory("quorate-play").resolve("saved.db");
    try {
      cluster.etcdctlAt(source, "snapshot", "save", file.toString());
      byte[] bytes = Files.readAllBytes(file);
      SnapshotStore store =
          new DirectorySnapshots(directory, Clock.offset(Clock.systemUTC(), ago.negated()));
      SavedSnapshot saved =
          store.save(
              new SnapshotStore.Origin(
                  CLUSTER,
                  new ClusterId(number(status, "cluster_id")),
                  new MemberName(source.name()),
                  EtcdVersion.parse(text(status, "version")),
                  new Revision(number(status, "revision")),
                  number(status, "raftTerm")),
              sink -> poured(bytes, sink));
      store.describe(saved, store.read(saved));
      return saved;
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    }
  }

  /** Returns the revision that this member has applied, also without quorum. */
  static long revision(EtcdCluster cluster, EtcdMember member)
      throws IOException, InterruptedException {
    return number(status(cluster, member), "revision");
  }

  private static String status(EtcdCluster cluster, EtcdMember member)
      throws IOException, InterruptedException {
    String status = cluster.etcdctlAt(member, "endpoint", "status", "-w", "json").output();
    if (!status.contains("\"revision\"")) {
      throw new IOException(member.name() + " does not tell its status: " + status.strip());
    }
    return status;
  }

  private static long poured(byte[] bytes, SnapshotSink sink) {
    try {
      sink.take(bytes, 0);
      return bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(String json, String field) {
    Matcher found = Pattern.compile("\"" + field + "\":(\\d+)").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException("no " + field + " in " + json);
    }
    return Long.parseUnsignedLong(found.group(1));
  }

  private static String text(String json, String field) {
    Matcher found = Pattern.compile("\"" + field + "\":\"([^\"]+)\"").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException("no " + field + " in " + json);
    }
    return found.group(1);
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
   * What differs from a cluster that nobody touched, so many snapshots that were restored on trial,
   * and these that are marked.
   */
  List<String> differences(List<String> otherIds, int verified, Set<String> bad) {
    List<String> differences = new ArrayList<>(otherIds);
    List<KeptSnapshot> kept = new DirectoryCatalogue(directory).kept(CLUSTER);
    long restored = kept.stream().filter(KeptSnapshot::wasRestored).count();
    if (restored != verified) {
      differences.add(restored + " snapshots were restored on trial, not " + verified);
    }
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
