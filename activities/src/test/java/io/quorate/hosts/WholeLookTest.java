package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataDirectory;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one look at the host of a member finds, and with how many scripts. */
class WholeLookTest {
  @TempDir private Path folder;

  private final List<String> scripts = new ArrayList<>();

  @Test
  void aSingleScriptSeesProcessDataAndInstallation() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      HostLook look = platform(scratch, new LocalShell()).look(ScratchMember.NAME);

      assertThat(look.workload().state()).isEqualTo(Workload.Gone.STOPPED);
      assertThat(look.data().state()).isEqualTo(DataDirectory.State.ABSENT);
      assertThat(look.installation().settings()).containsEntry("ETCD_NAME", "etcd-0");
      // The binary is asked for its version until it has said one.
      assertThat(scripts.getFirst()).isEqualTo("whole");
      assertThat(scripts.stream().filter(name -> !name.equals("version"))).hasSize(1);
    }
  }

  /** Reading it would tell nothing, and takes many ways to another machine and back. */
  @Test
  void dataThatAProcessOfTheMemberHasLockedIsNotRead() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      scratch.writeData();
      List<String> read = new ArrayList<>();
      HostPlatform platform = scratch.platform(read::add);
      assertThat(platform.look(ScratchMember.NAME).data().state())
          .isEqualTo(DataDirectory.State.PRESENT);
      assertThat(read).as("nobody uses it").isNotEmpty();

      startLocking(scratch, platform);
      read.clear();
      HostLook look = platform.look(ScratchMember.NAME);

      assertThat(look.workload().state()).isInstanceOf(Workload.Running.class);
      assertThat(look.data().state()).isEqualTo(DataDirectory.State.PRESENT);
      assertThat(look.data().owner()).as("the head of its log").isPresent();
      assertThat(read).isEmpty();
    }
  }

  /** A doubt about the next start does not concern the files that a process has open. */
  @Test
  void theOwnerOfTheDataIsKnownThoughTheNextStartIsDoubted() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      scratch.writeDatabase();
      scratch.writeLog("wal");
      String settings = scratch.read("etcd-0.env");
      String logElsewhere = settings + "ETCD_WAL_DIR=" + scratch.at("wal") + "\n";
      scratch.write("etcd-0.env", logElsewhere);
      HostPlatform platform = platform(scratch, new LocalShell());
      startLocking(scratch, platform);

      scratch.write("etcd-0.env", logElsewhere + "ETCD_FORCE_NEW_CLUSTER=true\n");
      HostLook forced = platform.look(ScratchMember.NAME);
      scratch.write("etcd-0.env", settings);
      HostLook moved = platform.look(ScratchMember.NAME);

      assertThat(forced.data().doubt().orElseThrow()).contains("ETCD_FORCE_NEW_CLUSTER");
      assertThat(moved.data().doubt().orElseThrow()).startsWith("it runs with its log in ");
      assertThat(List.of(forced, moved))
          .allSatisfy(
              look -> {
                assertThat(look.data().owner()).isPresent();
                assertThat(look.data().state()).isEqualTo(DataDirectory.State.UNREADABLE);
              });
      assertThat(platform.data().loggedUpTo(ScratchMember.NAME, Instant.now()))
          .as("the log that the process writes")
          .isPresent();
    }
  }

  @Test
  void ofAStoppedMemberNothingIsKnownWhereItsNextStartIsDoubted() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      scratch.writeData();
      scratch.write("etcd-0.env", scratch.read("etcd-0.env") + "ETCD_FORCE_NEW_CLUSTER=true\n");
      DataDirectory data = platform(scratch, new LocalShell()).look(ScratchMember.NAME).data();

      assertThat(data.doubt().orElseThrow()).contains("ETCD_FORCE_NEW_CLUSTER");
      assertThat(data.state()).isEqualTo(DataDirectory.State.UNREADABLE);
      assertThat(data.owner()).isEmpty();
    }
  }

  /**
   * Starts a process that locks the database as etcd does, and waits until the process has the
   * lock.
   */
  private static void startLocking(ScratchMember scratch, HostPlatform platform)
      throws IOException {
    scratch.fakeEtcd(
        "exec 9<>\"$ETCD_DATA_DIR/member/snap/db\"; flock 9; echo locked >&2; exec sleep 600");
    scratch.workloads().start(ScratchMember.NAME, ScratchMember.SETTINGS, ScratchMember.permit());
    ScratchMember.await(
        () -> platform.workloads().lastLogLines(ScratchMember.NAME, 1).contains("locked"));
  }

  /** Scripts of Quorate have a member's variables among their arguments. */
  @Test
  void aProcessWithTheVariablesOfAMemberAsArgumentsIsNotTheMember() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      Process script =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "sleep 600; :",
                  "sh",
                  "ETCD_NAME=etcd-0",
                  "ETCD_DATA_DIR=" + scratch.at("data"))
              .start();
      try {
        assertThat(platform(scratch, new LocalShell()).look(ScratchMember.NAME).workload().state())
            .isEqualTo(Workload.Gone.STOPPED);
      } finally {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        script.destroyForcibly();
      }
    }
  }

  @Test
  void aHostThatIsNotReachedIsTriedOnceAndProvesNothing() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      Shell away =
          (script, arguments, reply, limit) -> {
            throw new Failure.Unreached("10.0.0.1 cannot be reached: timed out");
          };
      HostLook look = platform(scratch, away).look(ScratchMember.NAME);

      assertThat(look.workload())
          .isEqualTo(Workload.unreachable("10.0.0.1 cannot be reached: timed out"));
      assertThat(look.workload().provenAbsent()).isFalse();
      assertThat(look.data().state()).isEqualTo(DataDirectory.State.UNREADABLE);
      assertThat(scripts).containsExactly("whole");
    }
  }

  @Test
  void aFailedReadingOfTheDataDoesNotHideTheStateOfTheProcess() throws Exception {
    try (ScratchMember scratch = new ScratchMember(folder)) {
      Shell here = new LocalShell();
      Shell slow =
          (script, arguments, reply, limit) -> {
            if (script.name().equals("whole") || script.name().equals("inspect")) {
              throw new Failure.Transient("the script did not end within 10 s");
            }
            return here.run(script, arguments, reply, limit);
          };
      HostLook look = platform(scratch, slow).look(ScratchMember.NAME);

      assertThat(look.workload().state()).isEqualTo(Workload.Gone.STOPPED);
      assertThat(look.data().state()).isEqualTo(DataDirectory.State.UNREADABLE);
    }
  }

  private HostPlatform platform(ScratchMember scratch, Shell shell) {
    Shell counting =
        (script, arguments, reply, limit) -> {
          scripts.add(script.name());
          return shell.run(script, arguments, reply, limit);
        };
    return HostPlatform.of(scratch.hosts(counting), List.of(), Clock.systemUTC());
  }
}
