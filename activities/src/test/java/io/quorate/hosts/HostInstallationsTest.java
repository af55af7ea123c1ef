package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.supervisor.MemberPaths;
import io.quorate.workload.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostInstallationsTest extends OnScratchMember {
  private static final EtcdVersion OLD = new EtcdVersion(3, 5, 35);
  private static final EtcdVersion NEW = new EtcdVersion(3, 6, 16);

  private final List<String> scripts = new ArrayList<>();
  private HostInstallations installations;

  @BeforeEach
  void make() throws IOException {
    scratch.release("3.5.35");
    scratch.release("3.6.16");
    Shell counting =
        (script, arguments, reply, limit) -> {
          scripts.add(script.name());
          return new LocalShell().run(script, arguments, reply, limit);
        };
    installations = scratch.installations(counting, release(OLD), release(NEW));
    link("3.5.35");
  }

  private ReleaseDirectory release(EtcdVersion version) {
    return new ReleaseDirectory(version, scratch.at(version.toString()));
  }

  private void link(String version) throws IOException {
    Files.delete(scratch.path("etcd"));
    Files.createSymbolicLink(scratch.path("etcd"), scratch.path(version).resolve("etcd"));
  }

  /** A copy of its own instead of a link. */
  private void copy(String version) throws IOException {
    Files.delete(scratch.path("etcd"));
    Files.copy(scratch.path(version).resolve("etcd"), scratch.path("etcd"));
  }

  @Test
  void aRunThatCannotBeReadHidesNothingElse() throws IOException {
    Shell lying =
        (script, arguments, reply, limit) -> {
          Shell.Ended truth = new LocalShell().run(script, arguments, reply, limit);
          String lie = script.name().equals("installation") ? "run=since yesterday\n" : "";
          return new Shell.Ended(truth.exit(), truth.output() + lie, truth.errors());
        };
    Installation seen = scratch.installations(lying, release(OLD), release(NEW)).look(NAME);
    assertThat(seen.nextStart()).isEmpty();
    assertThat(seen.binary()).contains(OLD);
    assertThat(seen.releases()).allSatisfy(one -> assertThat(one.problem()).isEmpty());
    assertThat(seen.settings()).isNotEmpty();
  }

  @Test
  void aLookReadsBinaryReleasesRaftSnapshotAndEtcdSettings() throws IOException {
    scratch.write(
        "etcd-0.env",
        scratch.read("etcd-0.env")
            + "ETCD_SNAPSHOT_COUNT=500\nETCD_DISCOVERY_PASSWORD=x\nSECRET_TOKEN=x\n");
    Files.createDirectories(scratch.path("data/member/snap"));
    for (String file :
        List.of(
            "0000000000000009-00000000000003e8.snap",
            "000000000000000a-00000000000186a1.snap",
            "000000000000000a-00000000000186a2.snap.broken",
            "00000000000186a3.snap.db",
            "db")) {
      scratch.write("data/member/snap/" + file, "");
    }

    Installation seen = installations.look(NAME);

    assertThat(seen.binary()).contains(OLD);
    assertThat(seen.releases()).extracting(Installation.Release::version).containsExactly(OLD, NEW);
    assertThat(seen.releases()).allMatch(release -> release.problem().isEmpty());
    assertThat(seen.raftSnapshotIndex()).contains(100_001L);
    assertThat(seen.settings())
        .as("what is not etcd's may be a secret")
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "ETCD_NAME",
                "etcd-0",
                "ETCD_DATA_DIR",
                scratch.at("data"),
                "ETCD_SNAPSHOT_COUNT",
                "500"));
  }

  @Test
  void aLookStartsNoProgramAgainWhileItsFileIsTheSame() throws IOException {
    installations.look(NAME);
    assertThat(scripts).filteredOn("version"::equals).hasSize(3);
    scripts.clear();
    installations.look(NAME);
    assertThat(scripts).containsExactly("installation");
    scratch.release("3.6.16", "#!/bin/sh\necho etcd Version: 3.6.15\n");
    assertThat(problem(NEW)).isEqualTo(scratch.at("3.6.16/etcd") + " is etcd 3.6.15");
  }

  @Test
  void anUnusableReleaseIsNamedWithTheReason() throws IOException {
    assertBroken("echo etcd Version: 3.6.16-rc.0", "is etcd 3.6.16-rc.0, which is no release");
    assertBroken("echo hello", "--version ended with 0: hello");
    assertBroken("echo etcd Version: 3.6.16; exit 3", "--version ended with 3");
    assertBroken("exec sleep 600", "--version did not answer within 5 s");
    scratch.path("3.6.16/etcd").toFile().setExecutable(false);
    assertThat(problem(NEW)).contains("may not be run by the user Quorate runs as");
    Files.delete(scratch.path("3.6.16/etcd"));
    assertThat(problem(NEW)).isEqualTo("there is no " + scratch.at("3.6.16/etcd"));
  }

  private void assertBroken(String script, String problem) throws IOException {
    scratch.release("3.6.16", "#!/bin/sh\n" + script + "\n");
    assertThat(problem(NEW)).contains(problem);
  }

  /** A shell would take it for a script and carry out what its bytes happen to say. */
  @Test
  void aProgramOfAnotherMachineIsNeverRun() throws IOException {
    byte[] header = new byte[64];
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 0, header, 0, 7);
    header[18] = (byte) 0xf3;
    Files.write(scratch.path("3.6.16/etcd"), header);
    assertThat(problem(NEW))
        .isEqualTo(scratch.at("3.6.16/etcd") + " is built for another kind of machine");
  }

  private String problem(EtcdVersion version) {
    return installations.look(NAME).release(version).orElseThrow().problem().orElse("none");
  }

  @Test
  void aMissingBinaryAndUnreadableSettingsGiveAnEmptyInstallation() throws IOException {
    Files.delete(scratch.path("etcd"));
    scratch.write("etcd-0.env", "export ETCD_NAME=etcd-0\n");
    Installation seen = installations.look(NAME);
    assertThat(seen.binary()).isEmpty();
    assertThat(seen.settings()).isEmpty();
    assertThat(seen.raftSnapshotIndex()).isEmpty();
    assertThat(installations.look(new MemberName("nobody"))).isEqualTo(Installation.UNKNOWN);
    Shell gone =
        (script, arguments, reply, limit) -> {
          throw new Failure.Transient("no route to host");
        };
    assertThat(
            scratch
                .installations(gone, release(NEW))
                .look(NAME)
                .release(NEW)
                .orElseThrow()
                .problem())
        .contains("its host could not be looked at: no route to host");
  }

  @Test
  void aLinkIsRePointedAndTheSettingsReplacedAndAllElseStays() throws IOException {
    var readable = PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(scratch.path("etcd-0.env"), readable);
    scratch.write(
        "etcd-0.env",
        scratch.read("etcd-0.env")
            + "ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK=true\n# by hand\nGOMAXPROCS=2\n");
    SortedMap<String, String> settings = new TreeMap<>(installations.look(NAME).settings());
    settings.remove("ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK");
    settings.put("ETCD_FEATURE_GATES", "InitialCorruptCheck=true");

    installations.switchTo(NAME, NEW, settings, permit());

    assertThat(Files.readSymbolicLink(scratch.path("etcd"))).isEqualTo(scratch.path("3.6.16/etcd"));
    assertThat(scratch.read("etcd-0.env"))
        .isEqualTo(
            "# kept\nETCD_NAME=etcd-0\nETCD_DATA_DIR="
                + scratch.at("data")
                + "\n# by hand\nGOMAXPROCS=2\nETCD_FEATURE_GATES=InitialCorruptCheck=true\n");
    assertThat(Files.getPosixFilePermissions(scratch.path("etcd-0.env"))).isEqualTo(readable);
    assertThat(installations.look(NAME).binary()).contains(NEW);
    assertThat(installations.look(NAME).settings()).isEqualTo(settings);
    installations.switchTo(NAME, NEW, settings, permit());
    assertThat(installations.look(NAME).binary()).contains(NEW);
    assertThat(scratch.path("etcd.quorate-new")).doesNotExist();
  }

  @Test
  void aFileIsReplacedByACopyAndTheOldOneKept() throws IOException {
    copy("3.5.35");
    SortedMap<String, String> settings = installations.look(NAME).settings();

    installations.switchTo(NAME, NEW, settings, permit());

    assertThat(Files.isSymbolicLink(scratch.path("etcd"))).isFalse();
    assertThat(scratch.path("etcd")).hasSameBinaryContentAs(scratch.path("3.6.16/etcd"));
    assertThat(scratch.path("etcd.kept-3.5.35"))
        .hasSameBinaryContentAs(scratch.path("3.5.35/etcd"));
    installations.switchTo(NAME, NEW, settings, permit());
    installations.switchTo(NAME, OLD, settings, permit());
    installations.switchTo(NAME, NEW, settings, permit());
    assertThat(installations.look(NAME).binary()).contains(NEW);
  }

  @Test
  void aKeptBinaryIsNeverReplacedByAnother() throws IOException {
    copy("3.5.35");
    scratch.write("etcd.kept-3.5.35", "somebody's own build");
    SortedMap<String, String> settings = installations.look(NAME).settings();
    assertThatThrownBy(() -> installations.switchTo(NAME, NEW, settings, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("would be lost");
    assertThat(installations.look(NAME).binary()).contains(OLD);
  }

  /** {@code binary} leads through a linked folder into the release itself. */
  @Test
  void theFileOfAReleaseIsNeverReplaced() throws IOException {
    Files.createSymbolicLink(scratch.path("current"), scratch.path("3.5.35"));
    var through =
        new MemberPaths(
            NAME,
            scratch.member.dataDirectory(),
            scratch.member.environmentFile(),
            scratch.at("current/etcd"),
            scratch.member.supervisor().service(),
            scratch.member.supervisor().logFile());
    var linked =
        new HostInstallations(
            Hosts.of(List.of(new MemberScripts(through, new LocalShell(), ScratchMember.LIMITS))),
            List.of(release(OLD), release(NEW)));
    SortedMap<String, String> settings = linked.look(NAME).settings();
    assertThatThrownBy(() -> linked.switchTo(NAME, NEW, settings, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is never replaced; make it a link");
    assertThat(linked.look(NAME).binary()).contains(OLD);
  }

  @Test
  void aMemberThatRunsIsNotSwitched() throws IOException {
    scratch.workloads().start(NAME, SETTINGS, permit());
    SortedMap<String, String> settings = installations.look(NAME).settings();
    assertThatThrownBy(() -> installations.switchTo(NAME, NEW, settings, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is not moved to etcd 3.6.16");
    assertThat(installations.look(NAME).binary()).contains(OLD);
  }

  @Test
  void aReleaseThatCannotBeUsedIsRefusedAndNothingIsTouched() throws IOException {
    SortedMap<String, String> settings = installations.look(NAME).settings();
    scratch.release("3.6.16", "#!/bin/sh\necho etcd Version: 3.6.15\n");
    assertThatThrownBy(() -> installations.switchTo(NAME, NEW, settings, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is etcd 3.6.15");
    assertThatThrownBy(
            () -> installations.switchTo(NAME, new EtcdVersion(3, 7, 3), settings, permit()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("add it to etcd.releases");
    assertThat(installations.look(NAME).binary()).contains(OLD);
  }

  /** What could not be read must not be written back as nothing. */
  @Test
  void settingsThatAreNotThisMembersAreAFault() throws IOException {
    String before = scratch.read("etcd-0.env");
    assertThatThrownBy(() -> installations.switchTo(NAME, NEW, new TreeMap<>(), permit()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("ETCD_DATA_DIR");
    assertThat(scratch.read("etcd-0.env")).isEqualTo(before);
    assertThat(installations.look(NAME).binary()).contains(OLD);
  }

  @Test
  void aPermitThatIsSpentDoesNothing() throws IOException {
    var late = Permit.granted("payments.1", Duration.ofMinutes(1), System::nanoTime, () -> true);
    SortedMap<String, String> settings = installations.look(NAME).settings();
    assertThatThrownBy(() -> installations.switchTo(NAME, NEW, settings, late))
        .isInstanceOf(Failure.Transient.class);
    assertThat(installations.look(NAME).binary()).contains(OLD);
  }
}
