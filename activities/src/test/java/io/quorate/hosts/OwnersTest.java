package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.supervisor.MemberPaths;
import io.quorate.volume.VolumeScript;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Root does no work in the data directories of another user: that user does it. */
class OwnersTest extends OnScratchMemberAsRoot {
  private static final MemberId ID = new MemberId(0xa000);
  private static final String SEGMENT = "0000000000000000-0000000000000000.wal";

  private MemberPaths next;

  @BeforeEach
  void layOut() throws Exception {
    scratch.writeData();
    next = scratch.next();
    give(scratch.path("data"));
  }

  @Test
  void aCopyOnTheSameHostKeepsTheOwnerOfTheData() throws Exception {
    assertThat(copy(new LocalHost(), new LocalHost())).startsWith("2 files");
    assertAllIsNobodys(scratch.path("next"));
  }

  @Test
  void aCopyToAnotherHostKeepsTheOwnerOfTheData() throws Exception {
    assertThat(copy(elsewhere("10.0.0.1"), elsewhere("10.0.0.2"))).startsWith("2 files");
    assertAllIsNobodys(scratch.path("next"));
    assertThat(copy(elsewhere("10.0.0.1"), elsewhere("10.0.0.2")))
        .as("again")
        .startsWith("2 files");
  }

  /** The part that the owner carries out knows where the log is. */
  @Test
  void aLogWithADirectoryOfItsOwnIsCopiedIntoTheNextDataDirectory() throws Exception {
    logOfItsOwn();
    assertThat(copy(new LocalHost(), new LocalHost())).startsWith("2 files");
    assertAllIsNobodys(scratch.path("next"));
    assertThat(scratch.path("next/member/wal").resolve(SEGMENT))
        .hasSameBinaryContentAs(scratch.path("wal").resolve(SEGMENT));
  }

  @Test
  void aMemberTakesOverWhereBothPlacesHaveALogOfTheirOwn() throws Exception {
    logOfItsOwn();
    scratch.write("next.env", scratch.read("next.env") + "ETCD_WAL_DIR=" + scratch.at("logs/next"));
    takesOver(elsewhere("10.0.0.1"), elsewhere("10.0.0.2"));
    assertThat(scratch.path("logs/next").resolve(SEGMENT)).exists();
  }

  @Test
  void aMemberWithSeparateLogsTakesOverOnTheSameHost() throws Exception {
    logOfItsOwn();
    scratch.write("next.env", scratch.read("next.env") + "ETCD_WAL_DIR=" + scratch.at("logs/next"));
    takesOver(new LocalHost(), new LocalHost());
  }

  /** Whom the directory belongs to may not read what is in it. */
  @Test
  void aMemberTakesOverInADirectoryThatBelongsToAnother() throws Exception {
    assertThat(copy(new LocalHost(), new LocalHost())).startsWith("2 files");
    run("chown", String.valueOf(NOBODY - 1), scratch.at("next"));
    open(scratch.path("next"));
    mode(scratch.path("next/member"), "rwx------");
    handsOver(new LocalHost(), new LocalHost());
    assertThat(owner(scratch.path("next/moved-here"))).isEqualTo(NOBODY - 1);
  }

  @Test
  void aSalvageCopyBelongsToTheOwnerOfTheMemberFolder() throws Exception {
    run("chown", "0:0", scratch.at("data"));
    var scripts = new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS);
    scripts
        .volume()
        .underLock(
            VolumeScript.DUPLICATE,
            List.of(".salvage-1"),
            facts -> "go " + facts.first("target-inode").orElseThrow() + "\n");
    assertThat(scratch.path("data.salvage-1/data/member/snap/db"))
        .hasSameBinaryContentAs(scratch.path("data/member/snap/db"));
    assertAllIsNobodys(scratch.path("data.salvage-1"));
  }

  private void logOfItsOwn() throws Exception {
    Files.move(scratch.path("data/member/wal"), scratch.path("wal"));
    scratch.write(
        "etcd-0.env", scratch.read("etcd-0.env") + "ETCD_WAL_DIR=" + scratch.at("wal") + "\n");
    Files.createDirectories(scratch.path("logs"));
    give(scratch.path("logs"));
  }

  private void takesOver(Host from, Host to) {
    assertThat(copy(from, to)).startsWith("2 files");
    handsOver(from, to);
  }

  private void handsOver(Host from, Host to) {
    HostDataDirectories directories = directories(from, to);
    directories.handOver(ScratchMember.NAME, next.name(), ID, ScratchMember.permit());
    assertThat(directories.look(next.name()).tookOver(ID)).isTrue();
    assertThat(scratch.path("data")).doesNotExist();
  }

  @Test
  @Tag("attack-4")
  void refusesACopyThatIsALinkAndTouchesNothingBehindIt() throws Exception {
    refusesTheLink(new LocalHost(), new LocalHost());
  }

  @Test
  @Tag("attack-5")
  void refusesACopyThatIsALinkOnAnotherHostToo() throws Exception {
    refusesTheLink(elsewhere("10.0.0.1"), elsewhere("10.0.0.2"));
  }

  private void refusesTheLink(Host from, Host to) throws Exception {
    Path secret = Files.createDirectories(folder.resolve("root-only"));
    Files.writeString(secret.resolve("shadow"), "root:x");
    mode(secret, "rwx------");
    Files.createDirectories(scratch.path("next"));
    give(scratch.path("next"));
    asNobody("ln", "-s", secret.toString(), scratch.at("next/member.copy"));
    assertThatThrownBy(() -> copy(from, to))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("member.copy is in the way, and is no directory that Quorate made");
    assertThat(secret.resolve("shadow")).hasContent("root:x");
    assertThat(owner(secret)).isZero();
    assertThat(Files.getPosixFilePermissions(secret))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  /** A look shows the first line of a mark, which could be a link to a file of root's. */
  @Test
  void aLookReadsNothingThatTheOwnerOfTheDataCannotRead() throws Exception {
    Path secret = folder.resolve("shadow");
    Files.writeString(secret, "root:$y$secret");
    mode(secret, "rw-------");
    asNobody("ln", "-s", secret.toString(), scratch.at("data/moved-here"));
    Facts facts =
        new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS)
            .volume()
            .look(VolumeScript.INSPECT, List.of("panic"));
    assertThat(facts.first("moved-here").orElse("")).doesNotContain("secret");
  }

  /**
   * The head of the log is read too, and the folder of the log could be a link to a folder of
   * root's.
   */
  @Test
  void aLookReadsNoLogThatTheOwnerOfTheDataCannotRead() throws Exception {
    Path secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve(SEGMENT), "secret");
    mode(secrets, "rwx------");
    run("rm", "-r", scratch.at("data/member/wal"));
    asNobody("ln", "-s", secrets.toString(), scratch.at("data/member/wal"));
    assertThat(head()).isEmpty();

    run("rm", "-r", scratch.at("data/member"));
    Files.createDirectories(folder.resolve("root/member/wal"));
    Files.move(secrets.resolve(SEGMENT), folder.resolve("root/member/wal").resolve(SEGMENT));
    mode(folder.resolve("root"), "rwx------");
    asNobody("ln", "-s", folder.resolve("root/member").toString(), scratch.at("data/member"));
    assertThat(head()).isEmpty();
  }

  @Test
  void aLookReadsTheLogOfTheOwnerOfTheData() throws Exception {
    assertThat(head()).isNotEmpty();
    logOfItsOwn();
    assertThat(head()).isNotEmpty();
  }

  private String head() {
    return new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS)
        .volume()
        .look(VolumeScript.INSPECT, List.of("panic"))
        .first("wal-head")
        .orElse("");
  }

  @Test
  @Tag("attack-6")
  void aProgramThatOthersCanChangeIsNotRunAsRoot() throws Exception {
    Path ran = folder.resolve("ran");
    scratch.fakeEtcd("touch " + ran + "; echo etcd Version: 3.6.1");
    scratch.write("etcd", "#!/bin/sh\ntouch " + ran + "\necho etcd Version: 3.6.1\n");
    open(scratch.path("etcd"));
    give(scratch.path("data"), 0);
    give(scratch.path("etcd"));
    var versions = new ProgramVersions();
    MemberScripts scripts =
        new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS);
    var said = versions.ofMember(scripts, scripts.look(MemberScript.INSTALLATION, List.of()));
    assertThat(said.problem().orElse(""))
        .contains("is not run as root: " + scratch.at("etcd") + " belongs to user 65534");
    assertThat(ran).doesNotExist();
    give(scratch.path("etcd"), 0);
    var again = versions.ofMember(scripts, scripts.look(MemberScript.INSTALLATION, List.of()));
    assertThat(again.version()).contains(EtcdVersion.parse("3.6.1"));
  }

  /** The owner of the directory would write the file anew. */
  @Test
  void refusesToStopAMemberWhoseEnvironmentFileTheFolderOwnerCannotRead() throws Exception {
    run("chown", "-R", "0:0", scratch.at("data"));
    Path file = Files.createDirectories(scratch.path("conf")).resolve("etcd-0.env");
    Files.move(scratch.path("etcd-0.env"), file);
    MemberPaths member =
        new MemberPaths(
            ScratchMember.NAME,
            scratch.at("data"),
            file.toString(),
            scratch.at("etcd"),
            scratch.at("etcd-0.pid"),
            scratch.at("log"));
    var workloads =
        new HostWorkloads(
            Hosts.of(List.of(new MemberScripts(member, new LocalHost(), ScratchMember.LIMITS))),
            Clock.systemUTC());
    workloads.start(ScratchMember.NAME, ScratchMember.SETTINGS, ScratchMember.permit());
    run("chown", String.valueOf(NOBODY), scratch.at("conf"));
    mode(file, "rw-------");
    assertThatThrownBy(() -> workloads.stop(ScratchMember.NAME, ScratchMember.permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(
            "etcd-0 is not stopped: %1$s belongs to user 0, and user 65534, whose its directory is, cannot read it; give both to one user: chown 65534 '%1$s'"
                .formatted(file));
    assertThat(workloads.look(ScratchMember.NAME).state()).isInstanceOf(Workload.Running.class);
    // As a tool of configuration management leaves it.
    mode(file, "rw-r--r--");
    workloads.stop(ScratchMember.NAME, ScratchMember.permit());
    assertThat(workloads.look(ScratchMember.NAME).state()).isEqualTo(Workload.Gone.HELD);
  }

  /** Its last words are read where etcd could have put a link in the place of its log. */
  @Test
  void theLogOfATrialEtcdIsReadAsTheUserOfEtcd() throws Exception {
    Path secret = folder.resolve("shadow");
    Files.writeString(secret, "root:$y$secret");
    mode(secret, "rw-------");
    String trial = scratch.at("data.verify-1");
    scratch.write(
        "etcd", "#!/bin/sh\nln -s -f %s %s/etcd.log\nkill -KILL $PPID\n".formatted(secret, trial));
    open(scratch.path("etcd"));
    var scripts = new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS);
    assertThatThrownBy(
            () ->
                scripts
                    .volume()
                    .underLock(
                        VolumeScript.ALONE,
                        List.of(".verify-1", scratch.at("etcd"), "etcdctl", "5", "", "", "", ""),
                        facts -> "go " + facts.first("target-inode").orElseThrow() + "\n"))
        .hasMessageContaining("could not be tried apart from every network")
        .hasMessageNotContaining("secret");
    assertThat(Path.of(trial).resolve("etcd.log")).isSymbolicLink();
  }

  @Test
  void theVersionIsAskedForAsTheMembersUser() throws Exception {
    scratch.write("etcd", "#!/bin/sh\n[ $(id -u) = 65534 ] && echo etcd Version: 3.6.1\n");
    open(scratch.path("etcd"));
    MemberScripts scripts =
        new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS);
    var said =
        new ProgramVersions().ofMember(scripts, scripts.look(MemberScript.INSTALLATION, List.of()));
    assertThat(said.version()).contains(EtcdVersion.parse("3.6.1"));
  }

  private String copy(Host from, Host to) {
    return directories(from, to).copy(ScratchMember.NAME, next.name(), ScratchMember.permit());
  }

  private HostDataDirectories directories(Host from, Host to) {
    return new HostDataDirectories(
        Hosts.of(
            List.of(
                new MemberScripts(scratch.member, from, ScratchMember.LIMITS),
                new MemberScripts(next, to, ScratchMember.LIMITS))));
  }

  private static Host elsewhere(String name) {
    return new Elsewhere(name, new LocalHost());
  }

  private static void assertAllIsNobodys(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      assertThat(all).allMatch(each -> owner(each) == NOBODY);
    }
  }

  private static int owner(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void asNobody(String... command) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"));
    words.addAll(List.of(command));
    run(words.toArray(String[]::new));
  }
}
