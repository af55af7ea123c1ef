package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataOwner;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.port.Restores;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotFile;
import io.quorate.record.RestoredIds;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A real cluster on hosts whose data is salvaged and restored. */
final class RestoredCluster implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final String OPERATION = "payments.5f0c2d11";

  /** Whose data is set aside, where that does not matter. */
  static final MemberId SOMEBODY = new MemberId(0xabc);

  final ToolFolder etcd;
  final Path folder;
  final EtcdCluster cluster;

  RestoredCluster(ToolFolder etcd, int size, EtcdSettings settings) throws IOException {
    this.etcd = etcd;
    this.folder = Files.createTempDirectory("quorate-restores").toRealPath();
    this.cluster = EtcdCluster.layOut(etcd, folder.resolve("members"), size, settings);
  }

  static RestoredCluster started(ToolFolder etcd, int size, EtcdSettings settings)
      throws IOException, InterruptedException {
    var restored = new RestoredCluster(etcd, size, settings);
    restored.cluster.start(LIMIT);
    return restored;
  }

  /** Whether Quorate shares no files with the hosts: so with the newest minor. */
  private boolean elsewhere() {
    return etcd.tool().minor().equals("3.7");
  }

  EtcdMember member(int number) {
    return cluster.members().get(number);
  }

  MemberName name(int number) {
    return new MemberName(member(number).name());
  }

  /** All hosts, whose scripts run in this shell. */
  Hosts hosts(Shell shell) {
    return Hosts.of(cluster.members().stream().map(member -> host(member, shell)).toList());
  }

  private MemberScripts host(EtcdMember member, Shell shell) {
    MemberScripts usual = StartAndWait.host(member.name(), member.files().folder());
    Host host = new LocalHost(shell);
    return new MemberScripts(
        usual.member(), elsewhere() ? new Elsewhere(host) : host, usual.limits());
  }

  HostRestores restores() {
    return restores(new LocalShell());
  }

  HostRestores restores(Shell shell) {
    return new HostRestores(hosts(shell), List.of());
  }

  HostDataDirectories directories() {
    return new HostDataDirectories(hosts(new LocalShell()));
  }

  HostWorkloads workloads() {
    return new HostWorkloads(hosts(new LocalShell()), Clock.systemUTC());
  }

  /** Salvage of this member's data, with the snapshot in this file. */
  Salvaged salvaged(int number, Path file, Consumer<String> progress) {
    return salvaged(restores(), name(number), file, progress);
  }

  static Salvaged salvaged(
      Restores restores, MemberName member, Path file, Consumer<String> progress) {
    AtomicReference<Salvaged> kept = new AtomicReference<>();
    restores.salvage(
        member,
        made -> {
          try (OutputStream out = Files.newOutputStream(file)) {
            made.stream().into((block, remaining) -> out.write(block));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          kept.set(made);
        },
        progress,
        permit());
    return Objects.requireNonNull(kept.get());
  }

  SnapshotFile brought(int number, SnapshotFile snapshot) {
    return restores()
        .bring(
            name(number), new DeliveryOrder(snapshot, true), doing -> {}, RestoredCluster::permit);
  }

  void discarded(int number) {
    restores().discard(name(number), permit());
  }

  static Permit permit() {
    return Permit.granted(OPERATION, Duration.ofMinutes(5), System::nanoTime, () -> false);
  }

  void put(int from, int to) throws IOException, InterruptedException {
    for (int key = from; key < to; key++) {
      Command.Finished put = cluster.etcdctl("put", "key-%03d".formatted(key), "value");
      assertThat(put.succeeded()).as(put.output()).isTrue();
    }
  }

  /** What a member that runs says in JSON. */
  static JsonNode told(EtcdMember member, String... words)
      throws IOException, InterruptedException {
    String[] json = Stream.concat(Stream.of(words), Stream.of("-w", "json")).toArray(String[]::new);
    Command.Finished finished = member.etcdctl().run(member.clientUrl().toString(), json);
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    return new ObjectMapper()
        .readTree(
            finished
                .output()
                .lines()
                .filter(line -> line.startsWith("[{\"End") || line.startsWith("{\"header"))
                .findFirst()
                .orElseThrow());
  }

  static long revision(EtcdMember member) throws IOException, InterruptedException {
    return told(member, "endpoint", "status").at("/0/Status/header/revision").asLong();
  }

  static DataOwner owner(EtcdMember member) throws IOException, InterruptedException {
    JsonNode header = told(member, "endpoint", "status").at("/0/Status/header");
    return new DataOwner(
        MemberId.parse(Long.toHexString(header.get("member_id").bigIntegerValue().longValue())),
        ClusterId.parse(Long.toHexString(header.get("cluster_id").bigIntegerValue().longValue())));
  }

  RestoreOrder order(int number, SnapshotFile snapshot, String token, OptionalLong bump) {
    String url = member(number).peerUrl().toString();
    return new RestoreOrder(snapshot, token, url, RestoredIds.ofOne(List.of(url), token), bump);
  }

  static SnapshotFile file(Path path, Trailer trailer) {
    return new SnapshotFile(path, path.getFileName().toString(), trailer);
  }

  /** The SHA-256 of every file below a directory, by path. */
  static SortedMap<String, String> sums(Path directory) throws IOException {
    var sums = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .filter(Files::isRegularFile)
          // The lock of whoever looks after the member is no data of it.
          .filter(file -> !file.toString().endsWith(".lock"))
          .forEach(file -> sums.put(directory.relativize(file).toString(), sum(file)));
    }
    return sums;
  }

  private static String sum(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names beside a directory that Quorate made. */
  static List<String> scratch(Path beside) throws IOException {
    try (Stream<Path> files = Files.list(beside)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(".*\\.(salvage|trial|verify|restore|delivery)-.*"))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    cluster.close();
    Folders.delete(folder);
  }
}
