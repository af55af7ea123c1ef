package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.Tools;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real members that somebody else laid out and started. */
class RealEtcdIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final MemberName NAME = new MemberName("etcd-1");

  private EtcdCluster cluster;
  private EtcdMember member;
  private HostWorkloads workloads;
  private HostDataDirectories directories;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    var etcd = Tools.ofThisMachine(System.getenv(), line -> {}).find(Tool.etcd("3.6"));
    cluster = EtcdCluster.layOut(etcd, folder.toRealPath(), 3, EtcdSettings.plain());
    cluster.start(LIMIT);
    member = cluster.member(NAME.value());
    var hosts = Hosts.of(cluster.members().stream().map(RealEtcdIT::host).toList());
    workloads = new HostWorkloads(hosts, Clock.systemUTC());
    directories = new HostDataDirectories(hosts);
  }

  @AfterEach
  void end() throws IOException {
    cluster.close();
  }

  @Test
  void aClusterThatSomebodyElseStartedIsSeenAsItIs() throws Exception {
    for (EtcdMember each : cluster.members()) {
      var name = new MemberName(each.name());
      assertThat(workloads.look(name).state()).isInstanceOf(Workload.Running.class);
      assertThat(directories.look(name).intact()).isTrue();
    }
    member.kill();
    assertThat(workloads.look(NAME).state()).isEqualTo(Workload.Gone.STOPPED);
  }

  @Test
  void aDirectoryTellsItsOwnerWhetherTheMemberRunsOrNot() throws Exception {
    Optional<DataOwner> running = directories.look(NAME).owner();
    member.stop();
    assertThat(directories.look(NAME).owner()).isPresent().isEqualTo(running);
    String id = running.orElseThrow().member().toString();
    assertThat(cluster.etcdctl("member", "list").output())
        .containsPattern(id + ", started, " + member.name());
    assertThat(directories.look(new MemberName("etcd-2")).owner()).isNotEqualTo(running);
  }

  @Test
  void aMemberIsStoppedAndComesBackWithItsData() throws Exception {
    workloads.stop(NAME, permit());
    assertThat(workloads.look(NAME).state()).isEqualTo(Workload.Gone.HELD);
    workloads.start(NAME, settings(), permit());
    member.awaitServing(LIMIT);
    assertThat(workloads.look(NAME).state()).isInstanceOf(Workload.Running.class);
    assertThat(directories.look(NAME).intact()).isTrue();
  }

  /** It makes a directory anew before it ends; that must not count as its data. */
  @Test
  void aFollowerThatCameBackWithoutItsDataIsSeenAsDamaged() throws Exception {
    for (int key = 0; key < 20; key++) {
      assertThat(cluster.etcdctl("put", "key" + key, "value").succeeded()).isTrue();
    }
    EtcdMember follower = follower();
    var name = new MemberName(follower.name());
    follower.kill();
    follower.destroyData();
    assertThat(directories.look(name).state()).isEqualTo(DataDirectory.State.ABSENT);
    workloads.start(name, settings(), permit());
    Await.until("the wiped member to end", LIMIT, () -> !follower.isRunning());
    assertThat(workloads.look(name).state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(directories.look(name).state()).isEqualTo(DataDirectory.State.PRESENT);
    assertThat(directories.look(name).damage().orElseThrow().words()).contains("is out of range");
  }

  /** etcd would start on it, and never apply what its database is ahead of the log. */
  @Test
  void aLogThatLacksEntriesOfTheDatabaseIsDamage() throws Exception {
    for (int key = 0; key < 20; key++) {
      assertThat(cluster.etcdctl("put", "key" + key, "value").succeeded()).isTrue();
    }
    member.stop();
    Path log = onlyFile(member.dataDirectory().resolve("member/wal"), ".wal");
    byte[] whole = Files.readAllBytes(log);
    assertThat(directories.look(NAME).intact()).isTrue();
    Files.write(log, Arrays.copyOf(Arrays.copyOf(whole, 2048), whole.length));
    assertThat(directories.look(NAME).damage().orElseThrow().words()).contains("log ends with");
    Files.write(log, whole);
    assertThat(directories.examine(NAME).intact()).isTrue();
  }

  @Test
  void aDamagedPageIsFoundBeforeAStart() throws Exception {
    member.stop();
    Path database = member.dataDirectory().resolve("member/snap/db");
    byte[] whole = Files.readAllBytes(database);
    assertThat(directories.examine(NAME).intact()).isTrue();
    byte[] damaged = whole.clone();
    for (int page = 2; page * 4096 < whole.length; page++) {
      damaged[page * 4096 + 3] ^= 0x40;
    }
    Files.write(database, damaged);
    assertThat(directories.examine(NAME).damage()).isPresent();
    Files.write(database, whole);
    assertThat(directories.examine(NAME).intact()).isTrue();
  }

  private static Path onlyFile(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }

  /** Only the leader of the time before knows what a wiped member had acknowledged. */
  private EtcdMember follower() throws Exception {
    for (EtcdMember each : cluster.members()) {
      String status =
          each.etcdctl()
              .run(each.clientUrl().toString(), "endpoint", "status", "--write-out=fields")
              .output();
      if (!field(status, "MemberID").equals(field(status, "Leader"))) {
        return each;
      }
    }
    throw new AssertionError("three leaders");
  }

  private static String field(String status, String name) {
    String begin = "\"" + name + "\" : ";
    return status
        .lines()
        .filter(line -> line.startsWith(begin))
        .findFirst()
        .orElseThrow()
        .substring(begin.length());
  }

  @Test
  void dataIsSetAsideOnceTheProcessIsGone() throws Exception {
    workloads.stop(NAME, permit());
    String aside = directories.setAside(NAME, MemberId.parse("8e9e05c52164694d"), permit());
    assertThat(Path.of(aside).resolve("member/snap/db")).exists();
    assertThat(directories.look(NAME).state()).isEqualTo(DataDirectory.State.ABSENT);
  }

  /** Killed with -9 right after the start, with etcd as its only heir. */
  @Test
  void aMemberSurvivesTheDeathOfTheProcessThatStartedIt() throws Exception {
    member.kill();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process quorate =
        new ProcessBuilder(
                java.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StartAndWait.class.getName(),
                member.files().folder().toString(),
                settings().initialCluster())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = quorate.inputReader()) {
      assertThat(output.readLine()).isEqualTo("started");
    } finally {
      quorate.destroyForcibly();
    }
    quorate.waitFor();
    member.awaitServing(LIMIT);
    assertThat(workloads.look(NAME).state()).isInstanceOf(Workload.Running.class);
  }

  @Test
  void theReasonOfAnEndIsAmongTheLastLines() throws Exception {
    member.kill();
    String environment = Files.readString(member.files().environmentFile());
    int taken = cluster.member("etcd-0").clientUrl().getPort();
    int own = member.clientUrl().getPort();
    Files.writeString(
        member.files().environmentFile(),
        environment.replace(
            "ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:" + own,
            "ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:" + taken));
    workloads.start(NAME, settings(), permit());
    Await.until("the member to end", LIMIT, () -> !member.isRunning());
    assertThat(workloads.lastLogLines(NAME, 3))
        .last()
        .asString()
        .contains("listen tcp 127.0.0.1:" + taken + ": bind: address already in use");
    assertThat(directories.look(NAME).intact()).isTrue();
  }

  private JoinSettings settings() {
    return new JoinSettings(
        cluster.members().stream()
            .collect(
                Collectors.toMap(EtcdMember::name, each -> List.of(each.peerUrl().toString()))));
  }

  static Permit permit() {
    return Permit.granted(
        "payments.5f0c2d11", Duration.ofMinutes(1), System::nanoTime, () -> false);
  }

  private static MemberScripts host(EtcdMember member) {
    return StartAndWait.host(member.name(), member.files().folder());
  }
}
