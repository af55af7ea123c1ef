package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.lab.machine.Command;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import io.quorate.shell.Script;
import io.quorate.shell.ScriptCalls;
import io.quorate.volume.Mount;
import io.quorate.volume.Volume;
import io.quorate.volume.VolumeDirectories;
import io.quorate.volume.VolumeScript;
import io.quorate.volume.Volumes;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts for a data directory, as a keeper pod runs them, in a shell of this machine. */
class ClaimScriptsTest {
  private static final MemberName NAME = new MemberName("etcd-1");
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");
  private static final String ASIDE = "etcd.aside-orders.5f0c2d11-8e9e05c52164694d";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path claim;
  private Workload workload = Workload.held("its pod is gated, and container 4f1c ended");
  private VolumeDirectories directories;

  @BeforeEach
  void writeData() throws IOException {
    Files.createDirectories(claim.resolve("etcd/member/wal"));
    Files.createDirectories(claim.resolve("etcd/member/snap"));
    Files.writeString(claim.resolve("etcd/member/wal/0000000000000000-0000000000000000.wal"), "x");
    Files.writeString(claim.resolve("etcd/member/snap/db"), "x");
    directories = new VolumeDirectories(new OneClaim(), Clock.systemUTC());
  }

  @Test
  void seesTheDataOfAMemberWithoutItsProcess() throws IOException {
    assertThat(directories.look(NAME).freeBytes()).isPresent();
    Files.delete(claim.resolve("etcd/member/snap/db"));
    assertThat(directories.look(NAME).state()).isEqualTo(DataDirectory.State.PARTIAL);
  }

  @Test
  void setsTheDataAsideBesideItsPlaceOnTheClaim() {
    assertThat(directories.setAside(NAME, OLD, permit())).contains(ASIDE);
    assertThat(claim.resolve(ASIDE + "/member/snap/db")).exists();
    assertThat(claim.resolve("etcd")).doesNotExist();
    assertThat(directories.aside(NAME)).hasSize(1);
    assertThat(directories.setAside(NAME, OLD, permit())).as("again").isNotEmpty();
  }

  /** The mount namespace stands for the container. */
  @Test
  void aKeeperLivesWhileAScriptRunsInIt() throws Exception {
    Path done = claim.resolve("done");
    String script = "(sleep 3; touch %s) >/dev/null & exec \"$@\"".formatted(done);
    String life = Script.part(KeeperPod.class, "idle");
    Command keeper =
        Command.of(
            "unshare", "--mount", "bash", "-c", script, "-", "bash", "-c", life, "keeper", "2",
            "1");
    assumeThat(Command.of("unshare", "--mount", "true").run(LIMIT).succeeded()).isTrue();
    assertThat(keeper.run(LIMIT).succeeded()).isTrue();
    assertThat(done).exists();
  }

  /** A look takes less time than there is between two samples. */
  @Test
  void aKeeperLivesWhileScriptsBeginAndEndBetweenTheLooksOfItsLife() throws Exception {
    Path used = claim.resolve("used");
    Path done = claim.resolve("done");
    String scripts =
        "(for n in 1 2 3 4 5 6; do touch %s; sleep 0.5; done; touch %s) >/dev/null & exec \"$@\""
            .formatted(used, done);
    String life = Script.part(KeeperPod.class, "idle");
    Command keeper =
        Command.of(
            "bash",
            "-c",
            scripts,
            "-",
            "unshare",
            "--mount",
            "bash",
            "-c",
            life,
            "keeper",
            "2",
            "1",
            used.toString());
    assumeThat(Command.of("unshare", "--mount", "true").run(LIMIT).succeeded()).isTrue();

    assertThat(keeper.run(LIMIT).succeeded()).isTrue();
    assertThat(done).exists();
  }

  /** All that is tried in a keeper has the ports of etcd on one loopback. */
  @Test
  void nobodyElseAnswersForAnEtcdThatIsTried() throws IOException {
    try (ServerSocket taken = listening()) {
      assertThatThrownBy(this::tried)
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("somebody listens on a port of");
    }
  }

  /** Another process of this machine may have the port, and listens. */
  private static ServerSocket listening() throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 2379));
    } catch (BindException others) {
      assertThat(others).isNotNull();
    }
    return socket;
  }

  @Test
  void anEtcdIsNotTriedBesideAnotherOne() throws IOException {
    Files.createDirectories(claim.resolve("lock"));
    Path lock = Files.createFile(claim.resolve("lock/alone.lock"));
    try (FlockedFile locked = FlockedFile.of(lock)) {
      assertThat(locked.holder().isAlive()).isTrue();
      assertThatThrownBy(this::tried)
          .isInstanceOf(Failure.Transient.class)
          .hasMessageContaining("flock");
    }
  }

  private void tried() throws IOException {
    Path program = Files.writeString(claim.resolve("etcd-program"), "#!/bin/sh\nexec sleep 30\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    new OneClaim()
        .of(NAME)
        .underLock(
            VolumeScript.ALONE,
            List.of(".verify-1", program.toString(), "true", "5", "", "", "", ""),
            LIMIT,
            facts -> "go " + facts.first("target-inode").orElseThrow() + "\n");
  }

  @Test
  void severalScriptsTakeTheToolsAtOnce() throws Exception {
    Path image = Files.createDirectories(claim.resolve("image"));
    Files.copy(Path.of("/bin/sleep"), image.resolve("donor"));
    for (String tool : List.of("etcd", "etcdctl", "etcdutl")) {
      Path made = image.resolve(tool);
      Files.writeString(made, "#!/bin/sh\necho " + tool + " version: 3.6.16\n");
      assertThat(made.toFile().setExecutable(true)).isTrue();
    }
    Process donor = new ProcessBuilder(image.resolve("donor").toString(), "98.7531").start();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> calls = Collections.nCopies(6, this::tools);
      for (Future<String> one : threads.invokeAll(calls)) {
        assertThat(one.get()).contains("etcdctl 3.6.16", "etcdutl 3.6.16");
      }
    } finally {
      donor.destroy();
    }
    try (Stream<Path> left = Files.list(claim.resolve("tools"))) {
      assertThat(left)
          .extracting(Path::getFileName)
          .extracting(Path::toString)
          .containsOnly("etcd");
    }
  }

  private String tools() throws IOException {
    Files.createDirectories(claim.resolve("tools"));
    List<String> arguments = new ArrayList<>(HostLimits.standard(LIMIT).arguments());
    arguments.addAll(List.of(claim.resolve("tools/etcd").toString(), "98.7531", "5"));
    Facts facts =
        new ScriptCalls(new LocalHost(), NAME.value(), "")
            .look(ClaimTools.SCRIPT, arguments, LIMIT);
    return String.join(" ", facts.all("tool"));
  }

  @Test
  void aKeeperWhoseImageLacksAProgramSaysSo() throws Exception {
    Path bin = Files.createDirectories(claim.resolve("bin"));
    for (String program : List.of("cat", "sed", "flock")) {
      Files.createSymbolicLink(bin.resolve(program), Path.of("/usr/bin", program));
    }
    Process keeper =
        new ProcessBuilder(
                "env",
                "-i",
                "PATH=" + bin,
                "/bin/bash",
                "-c",
                Script.part(KeeperPod.class, "idle"),
                "keeper",
                "0",
                "1")
            .start();

    assertThat(keeper.waitFor()).isEqualTo(3);
    assertThat(keeper.errorReader().readLine())
        .startsWith("its image lacks chmod chown")
        .doesNotContain(" sed", " flock");
  }

  @Test
  void refusesToTouchTheDataOfAMemberThatIsNotProvenGone() {
    workload = Workload.running("container 4f1c of pod etcd-1 runs", new Run("4f1c", "4f1c"));
    assertThatThrownBy(() -> directories.setAside(NAME, OLD, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("container 4f1c of pod etcd-1 runs");
    assertThat(claim.resolve("etcd/member/snap/db")).exists();
  }

  /** RWO lets a second pod of the same node mount the claim (docs/kubernetes.md). */
  @Test
  void refusesToTouchADatabaseThatAProcessHasLocked() throws IOException {
    try (FlockedFile locked = FlockedFile.of(claim.resolve("etcd/member/snap/db"))) {
      assertThat(locked.holder().isAlive()).isTrue();
      assertThatThrownBy(() -> directories.setAside(NAME, OLD, permit()))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("has the database open");
    }
    directories.setAside(NAME, OLD, permit());
  }

  private static Permit permit() {
    return Permit.granted("orders.5f0c2d11", Duration.ofMinutes(1), System::nanoTime, () -> false);
  }

  /** The claim of etcd-1, mounted on this machine. */
  private final class OneClaim implements Volumes {
    @Override
    public Optional<Volume> find(MemberName member) {
      return Optional.of(of(member));
    }

    @Override
    public Volume of(MemberName member) {
      return new Volume(
          member,
          member.value(),
          claim.resolve("etcd").toString(),
          "the StatefulSet etcd",
          Mount.NONE,
          new LocalHost(),
          HostLimits.standard(Duration.ofSeconds(2)),
          new ClaimAbsence(
              member.value(), "", claim.resolve("lock/claim.lock").toString(), () -> workload));
    }

    @Override
    public Optional<EtcdVersion> binary(MemberName member, Facts facts) {
      return Optional.of(EtcdVersion.parse("3.6.16"));
    }

    @Override
    public Optional<String> objection(MemberName member, Facts facts) {
      return Optional.empty();
    }

    @Override
    public void hold(MemberName member, Permit permit) {
      workload = Workload.held("its pod is gated");
    }
  }

  /** A file that another process has locked with flock(2), as etcd locks its database. */
  private record FlockedFile(Process holder) implements AutoCloseable {
    static FlockedFile of(Path file) throws IOException {
      Process holder =
          new ProcessBuilder("flock", "-x", file.toString(), "sh", "-c", "echo locked; read line")
              .start();
      assertThat(holder.inputReader().readLine()).isEqualTo("locked");
      return new FlockedFile(holder);
    }

    @Override
    public void close() throws IOException {
      holder.getOutputStream().close();
      holder.onExit().join();
    }
  }
}
