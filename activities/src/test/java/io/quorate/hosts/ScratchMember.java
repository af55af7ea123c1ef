package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataFinding;
import io.quorate.datadir.Depth;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.shell.Host;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.supervisor.MemberPaths;
import io.quorate.volume.DataReading;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** A member in a temporary folder whose etcd only sleeps. Ends all it started when it is closed. */
public final class ScratchMember implements AutoCloseable {
  static final MemberName NAME = new MemberName("etcd-0");
  static final JoinSettings SETTINGS =
      new JoinSettings(Map.of("etcd-0", List.of("http://127.0.0.1:2380")));
  static final HostLimits LIMITS =
      new HostLimits(
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10));

  final Path folder;
  final MemberPaths member;
  private final List<Process> started = new ArrayList<>();

  ScratchMember(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder).toRealPath();
    member =
        new MemberPaths(
            NAME, at("data"), at("etcd-0.env"), at("etcd"), at("etcd-0.pid"), at("log"));
    fakeEtcd("exec sleep 600");
    write("etcd-0.env", "# kept\nETCD_NAME=etcd-0\nETCD_DATA_DIR=" + at("data") + "\n");
  }

  String at(String name) {
    return folder.resolve(name).toString();
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  String read(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1);
  }

  /** The next place of the member, with an environment file of its own. */
  MemberPaths next() throws IOException {
    write("next.env", "ETCD_NAME=etcd-0\nETCD_DATA_DIR=" + at("next") + "\n");
    return new MemberPaths(
        new MemberName("etcd-0.next"),
        NAME,
        at("next"),
        at("next.env"),
        at("etcd"),
        at("next.pid"),
        at("next.log"));
  }

  void fakeEtcd(String script) throws IOException {
    write("etcd", "#!/bin/sh\n[ \"$1\" != --version ] || exit 1\n" + script + "\n");
    folder.resolve("etcd").toFile().setExecutable(true);
  }

  /** The etcd of a release, which says that it is this version and else only sleeps. */
  String release(String version) throws IOException {
    return release(
        version,
        "#!/bin/sh\n[ \"$1\" = --version ] && echo etcd Version: "
            + version
            + " && exit\nexec sleep 600\n");
  }

  String release(String folder, String etcd) throws IOException {
    Files.createDirectories(path(folder));
    write(folder + "/etcd", etcd);
    path(folder + "/etcd").toFile().setExecutable(true);
    return at(folder);
  }

  /** A directory as etcd leaves it: etcd 3.6.16 did, after its first start and a SIGTERM. */
  void writeData() throws IOException {
    writeLog("data/member/wal");
    writeDatabase();
  }

  void writeLog(String folder) throws IOException {
    Files.createDirectories(path(folder));
    unpack("wal.gz", path(folder + "/0000000000000000-0000000000000000.wal"));
  }

  void writeDatabase() throws IOException {
    Files.createDirectories(path("data/member/snap"));
    unpack("db.gz", path("data/member/snap/db"));
  }

  /** Writes a file that a real etcd wrote. */
  static void unpack(String resource, Path file) throws IOException {
    try (var packed = ScratchMember.class.getResourceAsStream("data/" + resource)) {
      Files.write(file, new GZIPInputStream(packed).readAllBytes());
    }
  }

  /** Damages the first place, from the end on, of which only a reading of all data tells. */
  void damageWhatALookOverlooks() throws IOException {
    Path file = path("data/member/snap/db");
    int few = 16;
    byte[] whole = Files.readAllBytes(file);
    for (int at = whole.length - few; at >= 0; at -= few) {
      byte[] damaged = whole.clone();
      Arrays.fill(damaged, at, at + few, (byte) 0xff);
      Files.write(file, damaged);
      if (damage(Depth.QUICK).isEmpty() && damage(Depth.FULL).isPresent()) {
        return;
      }
    }
    throw new AssertionError("all damage shows at a look");
  }

  private Optional<DataFinding> damage(Depth depth) {
    return DataReading.at(new LocalHost(new LocalShell()), at("data"), Optional.empty())
        .read(Optional.empty(), depth)
        .damage();
  }

  Hosts hosts(Shell shell) {
    return Hosts.of(List.of(new MemberScripts(member, shell, LIMITS)));
  }

  /** Its processes, looked at as those of another machine, by somebody with this clock. */
  HostWorkloads elsewhere(Clock clock) {
    Host another = new Elsewhere(new LocalHost(new LocalShell()));
    return new HostWorkloads(Hosts.of(List.of(new MemberScripts(member, another, LIMITS))), clock);
  }

  /** The platform of its host, which tells of every directory that is read. */
  HostPlatform platform(Consumer<String> read) {
    Host telling =
        new HostWithDirectories(
            (path, real) -> {
              read.accept(path);
              return real;
            });
    return HostPlatform.of(
        Hosts.of(List.of(new MemberScripts(member, telling, LIMITS))),
        List.of(),
        Clock.systemUTC());
  }

  HostWorkloads workloads(Shell shell) {
    return new HostWorkloads(hosts(shell), Clock.systemUTC());
  }

  HostWorkloads workloads() {
    return workloads(new LocalShell());
  }

  HostInstallations installations(Shell shell, ReleaseDirectory... releases) {
    return new HostInstallations(hosts(shell), List.of(releases));
  }

  HostDataDirectories directories() {
    return new HostDataDirectories(hosts(new LocalShell()));
  }

  Workload.State state() {
    return workloads().look(NAME).state();
  }

  long pid() throws IOException {
    return Long.parseLong(read("etcd-0.pid").strip());
  }

  /** Somebody else's process with these variables. */
  Process startStranger(Map<String, String> variables, String... command) throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  static Permit permit() {
    return Permit.granted(
        "payments.5f0c2d11", Duration.ofMinutes(1), System::nanoTime, () -> false);
  }

  /** Waits for a condition, at most 20 s. */
  public static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within 20 s");
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Ends the processes this member or a test started, by the pids they left. */
  @Override
  public void close() throws IOException {
    started.forEach(Process::destroyForcibly);
    if (state() instanceof Workload.Running) {
      ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
