package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.await;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.workload.MachineTime;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostWorkloadsTest extends OnScratchMember {
  private HostWorkloads workloads;

  @BeforeEach
  void make() throws IOException {
    workloads = scratch.workloads();
  }

  @Test
  void aMemberWithoutEnvironmentFileIsAbsent() throws IOException {
    scratch.writeData();
    Files.delete(scratch.path("etcd-0.env"));
    assertThat(scratch.state()).isEqualTo(Workload.Gone.ABSENT);
    assertThat(workloads.look(new MemberName("nobody")).state())
        .as("no host entry proves nothing")
        .isInstanceOf(Workload.Uncertain.class);
  }

  /** A hash, because systemd calls the id itself confidential; the same at each look. */
  @Test
  void aLookTellsTheMachineAndHidesTheMachineId() throws IOException {
    Path file = Path.of("/etc/machine-id");
    String id = Files.isReadable(file) ? Files.readString(file).strip() : "";
    assumeTrue(id.matches("[0-9a-f]{32}"), "this machine has no id");
    String machine = workloads.look(NAME).placement().node().orElseThrow();
    assertThat(machine).hasSize(64).doesNotContain(id);
    assertThat(workloads.look(NAME).placement().node()).contains(machine);
  }

  @Test
  void aClockDifferenceOfAnotherMachineIsTold() {
    Clock behind = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    assertThat(ahead(scratch.elsewhere(behind)).orElseThrow())
        .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
    Clock early = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    assertThat(ahead(scratch.elsewhere(early)).orElseThrow())
        .isBetween(Duration.ofMinutes(-61), Duration.ofMinutes(-59));
    assertThat(ahead(scratch.elsewhere(Clock.systemUTC()))).isEmpty();
    assertThat(workloads.look(NAME).machineTime()).as("of this machine").isEmpty();
  }

  private static Optional<Duration> ahead(HostWorkloads host) {
    return host.look(NAME).machineTime().flatMap(MachineTime::ahead);
  }

  /** What it says is held against the kernel's own numbers: process 1, or of its container. */
  @Test
  void theBootOfAnotherMachineIsToldWhereItIsLateEnough() throws IOException {
    double up = Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
    Instant first = ProcessHandle.of(1).flatMap(one -> one.info().startInstant()).orElseThrow();
    Duration ran = Duration.between(first, Instant.now());
    Optional<Instant> booted =
        scratch.elsewhere(Clock.systemUTC()).look(NAME).machineTime().flatMap(MachineTime::booted);
    assertThat(ran.toSeconds()).isLessThanOrEqualTo((long) up + 2);
    assertThat(booted.isPresent()).isEqualTo(ran.compareTo(Duration.ofHours(1)) < 0);
    booted.ifPresent(
        at -> assertThat(Duration.between(first, at).abs()).isLessThan(Duration.ofSeconds(30)));
  }

  /** A worker on another machine than the member's proves nothing. */
  @Test
  void aMachineWithoutTracesOfAMemberProvesNothing() throws IOException {
    Files.delete(scratch.path("etcd-0.env"));
    assertThat(workloads.look(NAME).provenAbsent()).isFalse();
    assertThat(workloads.look(NAME).isUnreachable()).as("a person may state it").isTrue();
    assertThat(workloads.look(NAME).evidence())
        .startsWith("nothing of etcd-0 is on this machine (no environment file ")
        .endsWith(": is this its host?");
    scratch.write("log", "");
    assertThat(scratch.state()).isEqualTo(Workload.Gone.ABSENT);
  }

  /** One path on every machine, another member on each. */
  @Test
  void anEnvironmentFileOfAnotherMemberProvesNothing() throws IOException {
    scratch.write("etcd-0.env", "ETCD_NAME=etcd-7\nETCD_DATA_DIR=" + scratch.at("data") + "\n");
    assertThat(workloads.look(NAME).provenAbsent()).isFalse();
    assertThat(workloads.look(NAME).evidence())
        .endsWith("etcd-0.env is that of etcd-7 (ETCD_NAME): is this the host of etcd-0?");
  }

  @Test
  void startWritesTheEnvironmentAndThePidFile() throws IOException {
    var readable = PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(scratch.path("etcd-0.env"), readable);
    workloads.start(NAME, SETTINGS, permit());
    assertThat(workloads.look(NAME).state()).isInstanceOf(Workload.Running.class);
    assertThat(scratch.read("etcd-0.env"))
        .startsWith("# kept\nETCD_NAME=etcd-0\n")
        .endsWith(
            """
            ETCD_INITIAL_CLUSTER=etcd-0=http://127.0.0.1:2380
            ETCD_INITIAL_CLUSTER_STATE=existing
            """);
    assertThat(Files.getPosixFilePermissions(scratch.path("etcd-0.env"))).isEqualTo(readable);
  }

  /** Members of a restored cluster carry its token, those that join it later too. */
  @Test
  void aNewClusterTokenIsWrittenOnlyWhereThereIsOne() throws IOException {
    String before = scratch.read("etcd-0.env") + "ETCD_INITIAL_CLUSTER_TOKEN=payments-1\n";
    scratch.write("etcd-0.env", before);
    workloads.start(NAME, SETTINGS, permit());
    assertThat(scratch.read("etcd-0.env")).contains("ETCD_INITIAL_CLUSTER_TOKEN=payments-1\n");
    workloads.stop(NAME, permit());
    workloads.start(NAME, SETTINGS.withToken("payments-2"), permit());
    assertThat(scratch.read("etcd-0.env"))
        .contains("ETCD_INITIAL_CLUSTER_TOKEN=payments-2\n")
        .doesNotContain("payments-1");
  }

  @Test
  void variablesOfThisRunReachTheProcessAndNotTheFile() throws IOException {
    scratch.write("etcd-0.env", scratch.read("etcd-0.env") + "ETCD_SNAPSHOT_COUNT=10000\n");
    scratch.fakeEtcd("echo count $ETCD_SNAPSHOT_COUNT $ETCD_NAME >&2; exec sleep 600");
    var quick =
        new JoinSettings(
            SETTINGS.peerUrlsByName(), new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "100")));
    workloads.start(NAME, quick, permit());
    await(() -> workloads.lastLogLines(NAME, 1).contains("count 100 etcd-0"));
    assertThat(scratch.read("etcd-0.env")).contains("ETCD_SNAPSHOT_COUNT=10000\n");
    workloads.stop(NAME, permit());
    workloads.start(NAME, SETTINGS, permit());
    await(() -> workloads.lastLogLines(NAME, 1).contains("count 10000 etcd-0"));
  }

  @Test
  void theProcessHasASessionOfItsOwnAndNoDescriptorOfOurs() throws IOException {
    workloads.start(NAME, SETTINGS, permit());
    String pid = Long.toString(scratch.pid());
    var handle = ProcessHandle.of(scratch.pid()).orElseThrow();
    await(() -> handle.info().command().orElse("").endsWith("sleep"));
    try (var descriptors = Files.list(Path.of("/proc", pid, "fd"))) {
      assertThat(descriptors.map(descriptor -> descriptor.getFileName().toString()))
          .containsExactlyInAnyOrder("0", "1", "2");
    }
    String stat = Files.readString(Path.of("/proc", pid, "stat"));
    assertThat(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]).isEqualTo(pid);
    assertThat(handle.parent().map(ProcessHandle::pid)).isNotEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void aNewRunBeginsInTheLogWhateverEtcdPrints() throws IOException {
    scratch.writeData();
    scratch.write("log", "panic: tocommit(7) is out of range [lastIndex(0)]\n");
    assertThat(scratch.directories().look(NAME).lost()).isTrue();
    workloads.start(NAME, SETTINGS, permit());
    assertThat(scratch.directories().look(NAME).intact()).isTrue();
    assertThat(workloads.lastLogLines(NAME, 1)).containsExactly("quorate: starting etcd-0");
  }

  @Test
  void aHostWithoutTheToolsIsUnknownWithTheReason() {
    Shell bare =
        (script, arguments, reply, limit) ->
            new LocalShell()
                .run(
                    new Script(script.name(), "PATH=/nowhere\n" + script.text()),
                    arguments,
                    reply,
                    limit);
    var workload = scratch.workloads(bare).look(NAME);
    assertThat(workload.state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(workload.evidence()).contains("is missing on the host; install it");
  }

  @Test
  void aMemberThatRunsIsLeftAlone() throws IOException {
    workloads.start(NAME, SETTINGS, permit());
    long pid = scratch.pid();
    workloads.start(NAME, SETTINGS, permit());
    assertThat(scratch.pid()).isEqualTo(pid);
  }

  @Test
  void aStoppedProcessIsToldAndIsAskedToEndAndIsKilled() throws Exception {
    workloads.start(NAME, SETTINGS, permit());
    Run run = workloads.look(NAME).run().orElseThrow();
    assertThat(workloads.look(NAME).hang()).isEmpty();
    signal("STOP");
    await(() -> workloads.look(NAME).isStopped());
    var stopped = workloads.look(NAME);
    assertThat(stopped.hang().orElseThrow().evidence()).contains("stopped by a signal");
    assertThat(stopped.sinceTerm()).isEmpty();

    workloads.terminate(NAME, run, permit());
    var asked = workloads.look(NAME);
    assertThat(asked.hang()).as("it did nothing in between").isEqualTo(stopped.hang());
    assertThat(asked.sinceTerm()).isPresent();
    assertThat(asked.termIsSpent()).isTrue();

    workloads.kill(NAME, run, permit());
    assertThat(workloads.look(NAME).state()).isEqualTo(Workload.Gone.STOPPED);
    workloads.start(NAME, SETTINGS, permit());
    assertThat(workloads.look(NAME).sinceTerm()).as("of the run before").isEmpty();
    assertThatThrownBy(() -> workloads.kill(NAME, run, permit()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("is not there any more");
  }

  @Test
  void aProcessThatWasLetGoOnAndStoppedAgainHasMovedInBetween() throws Exception {
    workloads.start(NAME, SETTINGS, permit());
    signal("STOP");
    await(() -> workloads.look(NAME).isStopped());
    var first = workloads.look(NAME).hang();
    signal("CONT");
    await(() -> workloads.look(NAME).hang().isEmpty());
    signal("STOP");
    await(() -> workloads.look(NAME).isStopped());
    assertThat(workloads.look(NAME).hang()).isNotEqualTo(first);
  }

  @Test
  void aProcessWithoutFileHandlesIsTold() throws Exception {
    scratch.fakeEtcd("ulimit -n 160; exec 3</dev/null 4<&3 5<&3 6<&3 7<&3 8<&3; exec sleep 600");
    workloads.start(NAME, SETTINGS, permit());
    assertThat(workloads.look(NAME).hang()).as("9 of 160 handles, and 10 are enough").isEmpty();
    workloads.stop(NAME, permit());
    scratch.fakeEtcd("ulimit -n 155; exec 3</dev/null 4<&3 5<&3 6<&3 7<&3 8<&3; exec sleep 600");
    workloads.start(NAME, SETTINGS, permit());
    await(() -> workloads.look(NAME).hang().isPresent());
    assertThat(workloads.look(NAME).hang().orElseThrow().evidence()).contains("of 155");
  }

  @Test
  void aProcessThatIgnoresSigtermIsKilledAndTheHoldSaysSo() throws IOException {
    scratch.fakeEtcd("trap '' TERM; exec sleep 600");
    var quick =
        new HostLimits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1));
    var impatient =
        new HostWorkloads(
            Hosts.of(List.of(new MemberScripts(scratch.member, new LocalShell(), quick))),
            Clock.systemUTC());
    impatient.start(NAME, SETTINGS, permit());
    await(() -> impatient.look(NAME).runs());
    impatient.stop(NAME, permit());
    assertThat(impatient.look(NAME).evidence()).endsWith("; ended by SIGKILL after 1 s");
  }

  private void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(scratch.pid());
    assertThat(new ProcessBuilder("kill", "-s", name, pid).start().waitFor()).isZero();
  }

  @Test
  void stopEndsTheProcessAndHoldsTheMember() throws IOException {
    workloads.start(NAME, SETTINGS, permit());
    long pid = scratch.pid();
    workloads.stop(NAME, permit());
    assertThat(workloads.look(NAME).state()).isEqualTo(Workload.Gone.HELD);
    assertThat(workloads.look(NAME).evidence())
        .startsWith("pid " + pid + " is gone; held by payments.5f0c2d11");
    workloads.stop(NAME, permit());
    workloads.start(NAME, SETTINGS, permit());
    assertThat(workloads.look(NAME).state()).isInstanceOf(Workload.Running.class);
    assertThat(scratch.path("etcd-0.pid.hold")).doesNotExist();
  }

  @Test
  void aProcessThatIgnoresSigtermIsKilled() throws IOException {
    scratch.fakeEtcd("trap '' TERM; echo deaf >&2; exec sleep 600");
    workloads.start(NAME, SETTINGS, permit());
    await(() -> workloads.lastLogLines(NAME, 1).contains("deaf"));
    var quick =
        new HostLimits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1));
    new HostWorkloads(
            Hosts.of(List.of(new MemberScripts(scratch.member, new LocalShell(), quick))),
            Clock.systemUTC())
        .stop(NAME, permit());
    assertThat(scratch.state()).isEqualTo(Workload.Gone.HELD);
  }

  @Test
  void holdIsKeptByTheFirst() throws IOException {
    workloads.hold(NAME, permit());
    String first = scratch.read("etcd-0.pid.hold");
    workloads.hold(NAME, permit());
    assertThat(scratch.read("etcd-0.pid.hold")).isEqualTo(first);
  }

  /** Pid files are in /run as a rule, and with them the hold beside one. */
  @Test
  void aHoldOutlivesTheBootThatEmptiesRun() throws IOException {
    workloads.start(NAME, SETTINGS, permit());
    workloads.stop(NAME, permit());
    for (String file : List.of("etcd-0.pid", "etcd-0.pid.hold", "etcd-0.pid.lock")) {
      Files.delete(scratch.path(file));
    }
    Workload booted = workloads.look(NAME);
    assertThat(booted.state()).isEqualTo(Workload.Gone.HELD);
    assertThat(booted.evidence()).contains("held by payments.5f0c2d11");
    assertThat(scratch.path("data.quorate-hold")).exists();

    workloads.start(NAME, SETTINGS, permit());
    assertThat(scratch.state()).isInstanceOf(Workload.Running.class);
    assertThat(scratch.path("data.quorate-hold")).doesNotExist();
  }

  /** A release before this one wrote the hold beside the pid file alone; a person may too. */
  @Test
  void aHoldBesideThePidFileAloneHolds() throws IOException {
    scratch.write("etcd-0.pid.hold", "dana 2026-11-27\n");
    assertThat(scratch.state()).isEqualTo(Workload.Gone.HELD);
    workloads.start(NAME, SETTINGS, permit());
    assertThat(scratch.path("etcd-0.pid.hold")).doesNotExist();
  }

  /** The directory beside the data may be another user's, who could let the name lead elsewhere. */
  @Test
  void aHoldNamesTheNextBootAsItsEndAndFollowsNoLink() throws IOException {
    scratch.write("victim", "kept");
    Files.createSymbolicLink(scratch.path("data.quorate-hold"), scratch.path("victim"));
    Files.createSymbolicLink(scratch.path("data.quorate-hold.new"), scratch.path("victim"));
    workloads.hold(NAME, permit());
    assertThat(scratch.read("victim")).isEqualTo("kept");
    assertThat(workloads.look(NAME).state()).isEqualTo(Workload.Gone.HELD);
    assertThat(workloads.look(NAME).evidence())
        .contains("; the hold ends with the next boot")
        .contains("data.quorate-hold");
  }

  @Test
  void aMemberThatRunsIsNotHeld() {
    workloads.start(NAME, SETTINGS, permit());
    assertThatThrownBy(() -> workloads.hold(NAME, permit())).isInstanceOf(Failure.Refused.class);
  }

  @Test
  void aPidOfSomebodyElseIsUnknownAndLeftAlone() throws IOException {
    Process stranger = scratch.startStranger(Map.of(), "sleep", "600");
    scratch.write("etcd-0.pid", stranger.pid() + "\n");
    assertThat(scratch.state()).isInstanceOf(Workload.Uncertain.class);
    assertThatThrownBy(() -> workloads.stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("somebody else's process");
    assertThatThrownBy(() -> workloads.start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThat(stranger.isAlive()).isTrue();
  }

  /** As after a reboot, or in a container that was started again. */
  @Test
  void aPidThatWasGivenAwayAfterItsFileWasWrittenIsNotTheMember() throws IOException {
    Process stranger = scratch.startStranger(Map.of(), "sleep", "600");
    scratch.write("etcd-0.pid", stranger.pid() + "\n");
    Files.setLastModifiedTime(
        scratch.path("etcd-0.pid"), FileTime.from(Instant.now().minusSeconds(60)));

    Workload seen = workloads.look(NAME);
    assertThat(seen.state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(seen.evidence())
        .contains("pid " + stranger.pid() + " is gone")
        .contains("began after the file was written");
    workloads.hold(NAME, permit());
    assertThat(scratch.state()).isEqualTo(Workload.Gone.HELD);
    assertThat(stranger.isAlive()).isTrue();
  }

  /** A clock that was set forward makes a file look older; whoever has the data open is no such. */
  @Test
  void aProcessThatHasTheDataOpenMakesTheMemberUncertain() throws IOException {
    scratch.writeData();
    String database = scratch.path("data/member/snap/db").toString();
    Process stranger =
        scratch.startStranger(Map.of(), "flock", "--no-fork", database, "sleep", "600");
    await(() -> hasALock(stranger));
    scratch.write("etcd-0.pid", stranger.pid() + "\n");
    Files.setLastModifiedTime(
        scratch.path("etcd-0.pid"), FileTime.from(Instant.now().minusSeconds(60)));

    assertThat(scratch.state()).isInstanceOf(Workload.Uncertain.class);
  }

  private static boolean hasALock(Process process) {
    try {
      return Files.readString(Path.of("/proc/locks")).contains(" " + process.pid() + " ");
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  @Test
  void aPidFileWithNothingButANumberIsEnough() throws IOException {
    Process adopted =
        scratch.startStranger(Map.of("ETCD_DATA_DIR", scratch.at("data")), "sleep", "600");
    scratch.write("etcd-0.pid", Long.toString(adopted.pid()));
    assertThat(scratch.state()).isInstanceOf(Workload.Running.class);
  }

  @Test
  void aProcessThatNoPidFileNamesKeepsAMemberFromBeingProvenGone() throws IOException {
    scratch.startStranger(Map.of("ETCD_DATA_DIR", scratch.at("data")), "sleep", "600");
    await(() -> scratch.state() instanceof Workload.Uncertain);
    assertThatThrownBy(() -> workloads.start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("does not name it");
  }

  @Test
  void anotherClustersMemberOfTheSameNameIsNotThisOne() throws IOException {
    Process other =
        scratch.startStranger(
            Map.of("ETCD_NAME", "etcd-0", "ETCD_DATA_DIR", scratch.at("elsewhere")),
            "sleep",
            "600");
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);
    scratch.write("etcd-0.pid", other.pid() + "\n");
    assertThat(scratch.state()).isInstanceOf(Workload.Uncertain.class);
  }

  /** In a container the same words may mean another directory. */
  @Test
  void anEtcdInAContainerCountsOnlyUnderTheNameOfTheMember() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount");
    Files.createDirectories(scratch.path("data"));
    Files.createDirectories(scratch.path("elsewhere"));
    inContainer("hosted-0");
    await(() -> Files.exists(scratch.path("elsewhere/mounted")));
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);

    Files.delete(scratch.path("elsewhere/mounted"));
    inContainer("etcd-0");
    await(() -> Files.exists(scratch.path("elsewhere/mounted")));
    assertThat(scratch.state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(workloads.look(NAME).evidence()).contains("does not name it");
  }

  /** Starts a process that has another directory where the member has its data. */
  private void inContainer(String name) throws IOException {
    scratch.startStranger(
        Map.of("ETCD_NAME", name, "ETCD_DATA_DIR", scratch.at("data")),
        "unshare",
        "--mount",
        "sh",
        "-c",
        "mount --bind \"$1\" \"$2\"; touch \"$2/mounted\"; exec sleep 600",
        "sh",
        scratch.at("elsewhere"),
        scratch.at("data"));
  }

  @Test
  void aZombieIsGone() throws IOException {
    // Nobody waits for the inner process while the outer one sleeps.
    Process parent =
        scratch.startStranger(
            Map.of(),
            "sh",
            "-c",
            "sleep 0 & echo $! >\"$1\"; exec sleep 600",
            "sh",
            scratch.at("etcd-0.pid"));
    await(
        () ->
            Files.exists(scratch.path("etcd-0.pid"))
                && parent.children().noneMatch(child -> child.info().command().isPresent()));
    await(() -> scratch.state() == Workload.Gone.STOPPED);
  }

  @Test
  void aPermitThatIsSpentDoesNothing() throws IOException {
    var late = Permit.granted("payments.1", Duration.ofMinutes(1), System::nanoTime, () -> true);
    String before = scratch.read("etcd-0.env");
    assertThatThrownBy(() -> workloads.start(NAME, SETTINGS, late))
        .isInstanceOf(Failure.Transient.class);
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(scratch.read("etcd-0.env")).isEqualTo(before);
  }

  @Test
  void anotherDataDirectoryInTheEnvironmentFileIsRefused() throws IOException {
    scratch.write("etcd-0.env", "ETCD_NAME=etcd-0\nETCD_DATA_DIR=/somewhere/else\n");
    assertThatThrownBy(() -> workloads.start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("ETCD_DATA_DIR to /somewhere/else");
  }

  @Test
  void aForcedNewClusterIsNeverStarted() throws IOException {
    scratch.write("etcd-0.env", scratch.read("etcd-0.env") + "ETCD_FORCE_NEW_CLUSTER=true\n");
    assertThatThrownBy(() -> workloads.start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);
  }

  /** What a start refuses is refused while the member still runs. */
  @Test
  void aMemberThatCouldNotBeStartedAgainIsNotStopped() throws IOException {
    workloads.start(NAME, SETTINGS, permit());
    String good = scratch.read("etcd-0.env");
    for (String line :
        List.of(
            "ETCD_FORCE_NEW_CLUSTER=true",
            "ETCD_DATA_DIR=/somewhere/else",
            "ETCD_CONFIG_FILE=/etc/etcd.yml",
            "export ETCD_X=1")) {
      scratch.write("etcd-0.env", good + line + "\n");
      assertThatThrownBy(() -> workloads.stop(NAME, permit()))
          .as(line)
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("etcd-0.env line");
      assertThat(scratch.state()).as(line).isInstanceOf(Workload.Running.class);
    }
    Files.delete(scratch.path("etcd-0.env"));
    assertThatThrownBy(() -> workloads.stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("into which a start writes; put it there");
    scratch.write("etcd-0.env", good + "ETCD_X=\"1\"\nETCD_X='2 3'\n");
    workloads.stop(NAME, permit());
    workloads.start(NAME, SETTINGS, permit());
    Path environ = Path.of("/proc", scratch.read("etcd-0.pid").strip(), "environ");
    assertThat(Files.readString(environ).split("\0")).contains("ETCD_X=2 3");
  }

  @Test
  void aBinaryThatIsMissingIsSaidBeforeAnythingIsWritten() throws IOException {
    Files.delete(scratch.path("etcd"));
    workloads.hold(NAME, permit());
    assertThatThrownBy(() -> workloads.start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("not there or not executable");
    assertThat(scratch.state()).isEqualTo(Workload.Gone.HELD);
  }

  @Test
  void aLockThatIsTakenIsWaitedForWithALimit() throws IOException {
    Process holder =
        scratch.startStranger(
            Map.of(), "flock", scratch.at("etcd-0.pid.lock"), "-c", "echo held; exec sleep 600");
    holder.inputReader().readLine();
    var impatient =
        new HostLimits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1));
    var host = new MemberScripts(scratch.member, new LocalShell(), impatient);
    assertThatThrownBy(
            () ->
                new HostWorkloads(Hosts.of(List.of(host)), Clock.systemUTC()).hold(NAME, permit()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("holds the lock");
    holder.descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
