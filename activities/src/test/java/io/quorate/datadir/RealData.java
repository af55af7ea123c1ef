package io.quorate.datadir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A real cluster whose members' files are read, and what etcd itself says of them. */
final class RealData implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ToolFolder etcd;
  private final Path folder;
  private final EtcdCluster cluster;

  private RealData(ToolFolder etcd, int size, EtcdSettings settings) throws IOException {
    this.etcd = etcd;
    this.folder = Files.createTempDirectory("quorate-datadir").toRealPath();
    this.cluster = EtcdCluster.layOut(etcd, folder.resolve("members"), size, settings);
  }

  /** Starts a cluster. */
  static RealData started(ToolFolder etcd, int size, EtcdSettings settings)
      throws IOException, InterruptedException {
    var data = new RealData(etcd, size, settings);
    try {
      data.cluster.start(LIMIT);
      return data;
    } catch (IOException | RuntimeException e) {
      data.close();
      throw e;
    }
  }

  /** Settings with which raft snapshots are made soon. */
  static EtcdSettings snapshotsSoon() {
    return EtcdSettings.plain()
        .with("ETCD_SNAPSHOT_COUNT", "20")
        .with("ETCD_EXPERIMENTAL_SNAPSHOT_CATCHUP_ENTRIES", "5");
  }

  static int minor(ToolFolder etcd) {
    return Integer.parseInt(etcd.tool().minor().substring(2));
  }

  int minor() {
    return minor(etcd);
  }

  Path folder() {
    return folder;
  }

  EtcdCluster cluster() {
    return cluster;
  }

  EtcdMember member(int number) {
    return cluster.members().get(number);
  }

  /** Runs etcdctl, which has to succeed. */
  String ctl(String... words) throws IOException, InterruptedException {
    Command.Finished finished = member(0).etcdctl().run(endpointsOfRunning(), words);
    if (!finished.succeeded()) {
      throw new IOException("etcdctl " + String.join(" ", words) + ": " + finished.output());
    }
    return finished.output();
  }

  private String endpointsOfRunning() {
    return String.join(
        ",",
        cluster.members().stream()
            .filter(EtcdMember::isRunning)
            .map(member -> member.clientUrl().toString())
            .toList());
  }

  void put(int from, int to) throws IOException, InterruptedException {
    for (int key = from; key < to; key++) {
      ctl("put", "key-%03d".formatted(key), "value");
    }
  }

  /** Puts keys one entry each, quickly. */
  void putMany(EtcdMember member, String prefix, int keys, int bytes)
      throws IOException, InterruptedException {
    try (var writes = new ManyWrites(member.clientUrl())) {
      writes.put(prefix, keys, bytes);
    }
  }

  /** The member that leads. */
  EtcdMember leader() throws IOException, InterruptedException {
    for (EtcdMember member : cluster.members()) {
      JsonNode status = status(member);
      if (status.get("leader").equals(status.get("header").get("member_id"))) {
        return member;
      }
    }
    throw new IOException("nobody leads");
  }

  /** Copies a directory to a place where nothing is yet. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** What the member answers to a question for its status. */
  JsonNode status(EtcdMember member) throws IOException, InterruptedException {
    Command.Finished finished =
        member.etcdctl().run(member.clientUrl().toString(), "endpoint", "status", "-w", "json");
    return JSON.readTree(finished.output()).get(0).get("Status");
  }

  void stopAll() throws IOException, InterruptedException {
    for (EtcdMember member : cluster.members()) {
      if (member.isRunning()) {
        member.stop();
      }
    }
  }

  void killAll() throws IOException, InterruptedException {
    for (EtcdMember member : cluster.members()) {
      if (member.isRunning()) {
        member.kill();
      }
    }
  }

  /** Reads a member's data for the same minor, as anybody's. */
  DirectoryReading read(EtcdMember member) {
    return read(member.dataDirectory(), minor());
  }

  static DirectoryReading read(Path directory, int minor) {
    return new DataDirectoryReader(
            new LocalDirectory(directory), Optional.empty(), Expected.anybody(minor))
        .read(Depth.FULL);
  }

  /** Gives a stopped member another etcd. */
  static void use(EtcdMember member, ToolFolder etcd) throws IOException {
    Path binary = member.files().binary();
    Files.delete(binary);
    Files.createSymbolicLink(binary, etcd.program("etcd"));
  }

  /** The program that restores snapshots: etcdctl up to 3.5, etcdutl after it. */
  Path restorer() {
    return minor() >= 6 ? etcd.program("etcdutl") : etcd.program("etcdctl");
  }

  Command.Finished run(List<String> words) throws IOException, InterruptedException {
    return Command.of(words).with("ETCDCTL_API", "3").run(LIMIT);
  }

  ToolFolder etcd() {
    return etcd;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
    Folders.delete(folder);
  }
}
