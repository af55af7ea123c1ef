package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.supervisor.MemberPaths;
import io.quorate.volume.VolumeScript;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The scripts run as root. The user of etcd owns the directories of the member, and puts a link to
 * a file of root's in the place of a file that a script is about to write.
 */
@Tag("attack-38")
class PlantedLinksTest extends OnScratchMemberAsRoot {
  private Path shadow;

  @BeforeEach
  void layOut() throws Exception {
    scratch.writeData();
    shadow = Files.createDirectory(folder.resolve("root-only")).resolve("shadow");
    Files.writeString(shadow, "root:x");
    mode(shadow.getParent(), "rwx------");
    give(scratch.path("data"));
  }

  @AfterEach
  void end() throws IOException {
    if (shadow != null) {
      assertThat(shadow).hasContent("root:x");
      assertThat(Files.getAttribute(shadow, "unix:uid")).isEqualTo(0);
    }
  }

  @Test
  void aBinaryIsWrittenAsTheOwnerOfItsDirectory() throws Exception {
    switchBinary(new LocalShell());
    Path binary = scratch.path("bin/etcd");
    assertThat(binary).hasSameBinaryContentAs(scratch.path("3.6.16/etcd"));
    assertThat(owner(binary)).isEqualTo(NOBODY);
    assertThat(kept()).hasSameBinaryContentAs(scratch.path("3.5.35/etcd"));
  }

  @Test
  void aLinkToTheBinaryIsMadeAsTheOwnerOfItsDirectory() throws Exception {
    writeBinaries();
    Files.delete(scratch.path("bin/etcd"));
    Files.createSymbolicLink(scratch.path("bin/etcd"), scratch.path("3.5.35/etcd"));
    switchBinary(new LocalShell());
    assertThat(scratch.path("bin/etcd")).hasSameBinaryContentAs(scratch.path("3.6.16/etcd"));
    assertThat(owner(scratch.path("bin/etcd"))).isEqualTo(NOBODY);
  }

  /** Many machines let a user make no second name for a file of another user. */
  @Test
  void aBinaryThatTheOwnerOfItsDirectoryDoesNotOwnIsKeptToo() throws Exception {
    switchBinary(ChangedScript.with("switch", "ln -T -- ", "false -- "));
    assertThat(kept()).hasSameBinaryContentAs(scratch.path("3.5.35/etcd"));
  }

  @Test
  void noBinaryIsWrittenThroughALink() throws Exception {
    String copy = "'cp -p -- \"$1\" \"$2\" && cmp";
    refusesToSwitch(copy, "'ln -s " + shadow + " \"$2\"; " + copy.substring(1));
    String keep = "&& cp -p -- \"$1\" \"$2.new\"";
    refusesToSwitch(keep, "&& ln -s " + shadow + " \"$2.new\" " + keep, "ln -T -- ", "false -- ");
  }

  private void refusesToSwitch(String line, String planted, String... also) throws Exception {
    Shell shell = ChangedScript.with("switch", line, planted);
    if (also.length > 0) {
      shell = ChangedScript.with(shell, "switch", also[0], also[1]);
    }
    Shell planting = shell;
    assertThatThrownBy(() -> switchBinary(planting))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(
            "cannot be made; make " + scratch.at("bin") + " writable for user 65534");
    assertThat(scratch.path("bin/etcd")).hasSameBinaryContentAs(scratch.path("3.5.35/etcd"));
    Files.deleteIfExists(kept());
  }

  private void switchBinary(Shell shell) throws Exception {
    if (Files.notExists(scratch.path("bin"))) {
      writeBinaries();
    }
    run("chown", "-R", "-h", NOBODY + ":" + NOBODY, scratch.at("bin"));
    String text = scratch.read("etcd-0.env");
    scripts(member(scratch.at("bin/etcd"), scratch.at("log")), shell)
        .underLock(
            MemberScript.SWITCH,
            List.of(scratch.at("3.6.16/etcd"), kept().toString()),
            facts -> "go " + text.length() + "\n" + text);
  }

  private void writeBinaries() throws Exception {
    scratch.release("3.5.35");
    scratch.release("3.6.16");
    run("chmod", "-R", "755", scratch.at("3.5.35"), scratch.at("3.6.16"));
    Files.createDirectory(scratch.path("bin"));
    run("cp", "-p", scratch.at("3.5.35/etcd"), scratch.at("bin/etcd"));
  }

  private Path kept() {
    return scratch.path("bin/etcd.kept-3.5.35");
  }

  @Test
  void noEnvironmentFileIsWrittenThroughALink() throws Exception {
    Path file = Files.createDirectory(scratch.path("conf")).resolve("etcd-0.env");
    Files.move(scratch.path("etcd-0.env"), file);
    give(scratch.path("conf"));
    var scripts =
        scripts(
            member(file.toString(), scratch.at("etcd"), scratch.at("log")),
            ChangedScript.with(
                "rewrite", "rm -f -- \"$2\" &&", "ln -s -f " + shadow + " \"$2\" &&"));
    assertThatThrownBy(
            () -> scripts.underLock(MemberScript.REWRITE, List.of(), facts -> "go 2\nA="))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd-0.env.quorate-new cannot be written");
  }

  @Test
  void noPieceOfASnapshotIsWrittenThroughALink() throws Exception {
    String sum = "a".repeat(64);
    Path target = plant("data.delivery-1", sum + ".part");
    assertThatThrownBy(
            () ->
                act(
                    VolumeScript.DELIVER,
                    List.of(".delivery-1", sum, "4", "0", "4", ""),
                    "go " + inode(target) + "\nevil"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(sum + ".part cannot be written");
  }

  @Test
  void noMarkIsWrittenThroughALink() throws Exception {
    Path target = plant("data.restore-1", "read.new");
    assertThatThrownBy(
            () ->
                act(
                    VolumeScript.PUT_IN_PLACE,
                    List.of(".restore-1", "payments.1"),
                    "go " + inode(target) + " absent\n"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("read cannot be written");
  }

  @Test
  void noSnapshotIsWrittenThroughALink() throws Exception {
    scratch.write("saved.db", "secret snapshot");
    mode(scratch.path("saved.db"), "rw-------");
    run("chown", "0:0", scratch.folder.toString());
    String before = "if ! as_user \"$data_uid\" \"$data_gid\" test -r \"$snapshot\"; then\n";
    var scripts =
        scripts(
            scratch.member,
            ChangedScript.with(
                "restore", before, before + "ln -s " + shadow + " \"$target/snapshot\"\n"));
    assertThatThrownBy(
            () ->
                scripts
                    .volume()
                    .underLock(
                        VolumeScript.RESTORE,
                        List.of(
                            ".restore-1",
                            "/bin/false",
                            scratch.at("saved.db"),
                            "etcd-0",
                            "http://127.0.0.1:2380",
                            "token",
                            "inside",
                            ""),
                        facts -> "go absent\n"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("data.restore-1 cannot be written");
  }

  @Test
  void aLogInADirectoryOfEtcdsUserBelongsToThatUser() throws Exception {
    give(Files.createDirectory(scratch.path("logs")));
    MemberPaths member = member(scratch.at("etcd"), scratch.at("logs/log"));
    scratch.fakeEtcd("echo words; exec sleep 600");
    start(scripts(member, new LocalShell()));
    ScratchMember.await(() -> content("logs/log").endsWith("words\n"));
    assertThat(content("logs/log")).startsWith("quorate: starting etcd-0\n");
    assertThat(owner(scratch.path("logs/log"))).isEqualTo(NOBODY);
  }

  @Test
  void noLogIsWrittenThroughALink() throws Exception {
    give(Files.createDirectory(scratch.path("logs")));
    Files.createSymbolicLink(scratch.path("logs/log"), shadow);
    MemberPaths member = member(scratch.at("etcd"), scratch.at("logs/log"));
    assertThatThrownBy(() -> start(scripts(member, new LocalShell())))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("cannot be written; give the log to the owner of its directory");
    Files.delete(scratch.path("logs/log"));
    Shell late =
        ChangedScript.with(
            "start", "  exec 8<\"$log\"", "ln -s -f " + shadow + " \"$log\"; exec 8<\"$log\"");
    assertThatThrownBy(() -> start(scripts(member, late)))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("does not belong to user 65534, whose its directory is");
  }

  @Test
  void aHoldBesideTheDataIsWrittenAsTheOwnerOfTheDirectory() throws Exception {
    Path place = Files.createDirectory(scratch.path("place"));
    give(place);
    MemberPaths member =
        new MemberPaths(
            NAME,
            place.resolve("data").toString(),
            scratch.at("etcd-0.env"),
            scratch.at("etcd"),
            scratch.at("etcd-0.pid"),
            scratch.at("log"));
    var workloads =
        new HostWorkloads(Hosts.of(List.of(scripts(member, new LocalShell()))), Clock.systemUTC());
    scratch.write("etcd-0.env", "ETCD_NAME=etcd-0\nETCD_DATA_DIR=" + place.resolve("data") + "\n");
    workloads.hold(NAME, permit());
    assertThat(owner(place.resolve("data.quorate-hold"))).isEqualTo(NOBODY);
    Files.delete(scratch.path("etcd-0.pid.hold"));
    assertThat(workloads.look(NAME).state()).isEqualTo(Workload.Gone.HELD);
    assertThat(workloads.look(NAME).evidence()).contains("held by payments.5f0c2d11");
  }

  private void start(MemberScripts scripts) {
    new HostWorkloads(Hosts.of(List.of(scripts)), Clock.systemUTC())
        .start(NAME, ScratchMember.SETTINGS, permit());
  }

  private void act(VolumeScript script, List<String> more, String answer) {
    scripts(scratch.member, new LocalShell()).volume().underLock(script, more, facts -> answer);
  }

  /** A scratch directory that etcd's user made, with a link of that user in it. */
  private Path plant(String directory, String link) throws Exception {
    Path target = Files.createDirectory(scratch.path(directory));
    Files.createSymbolicLink(target.resolve(link), shadow);
    run("chown", "-h", "65534:65534", target.toString(), target.resolve(link).toString());
    return target;
  }

  private MemberPaths member(String binary, String log) {
    return member(scratch.at("etcd-0.env"), binary, log);
  }

  private MemberPaths member(String environment, String binary, String log) {
    return new MemberPaths(
        NAME, scratch.at("data"), environment, binary, scratch.at("etcd-0.pid"), log);
  }

  private static MemberScripts scripts(MemberPaths member, Shell shell) {
    return new MemberScripts(member, shell, ScratchMember.LIMITS);
  }

  private String content(String name) {
    try {
      return scratch.read(name);
    } catch (IOException e) {
      return "";
    }
  }

  private static String inode(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev") + ":" + Files.getAttribute(path, "unix:ino");
  }

  private static int owner(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }
}
