package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.telling.Verdict.OriginalJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Old data directories, of members that are no etcd. */
class OriginalsTest {
  private static final String DATABASE = "member/snap/db";

  /** A program that stands for etcd: it runs until it is killed, and writes nothing. */
  private static final String WAITS = "#!/bin/sh\nexec tail -f \"$0\"\n";

  @RegisterExtension final ServersFolder directory = new ServersFolder();

  private EtcdCluster cluster;
  private EtcdMember member;

  @BeforeEach
  void layOut() throws IOException {
    Path program = Files.writeString(directory.path().resolve("etcd"), WAITS);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    var etcd = new ToolFolder(Tool.etcd("3.6"), directory.path());
    cluster = EtcdCluster.layOut(etcd, directory.path().resolve("hosts"), 3, EtcdSettings.plain());
    member = cluster.member("etcd-1");
    Files.createDirectories(database().getParent());
    Files.writeString(database(), "acknowledged");
  }

  @AfterEach
  void end() throws IOException {
    cluster.close();
  }

  private Path database() {
    return member.dataDirectory().resolve(DATABASE);
  }

  private Path setAside() throws IOException {
    return Files.move(
        member.dataDirectory(),
        member.dataDirectory().resolveSibling("data.aside-playground.01a1fe31-1f"));
  }

  private static List<String> differences(Originals originals) throws IOException {
    return originals.judged().stream()
        .map(OriginalJson::differences)
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void dataSetAsideIsFoundUnderItsNewNameAndHasNoDifference() throws IOException {
    Originals originals = Originals.of(cluster);
    Path aside = setAside();

    assertThat(originals.judged())
        .containsExactly(new OriginalJson("etcd-1", aside.toString(), 1, List.of()));
  }

  @Test
  void aByteThatWasChangedIsADifference() throws IOException {
    Originals originals = Originals.of(cluster);
    Path aside = setAside();
    Files.writeString(aside.resolve(DATABASE), "acknowledgee");

    assertThat(differences(originals))
        .containsExactly(
            "the old data of etcd-1 is not what its process left: member/snap/db was changed in "
                + aside);
  }

  @Test
  void aByteThatWasChangedInPlaceIsADifference() throws IOException {
    Originals originals = Originals.of(cluster);
    Files.writeString(database(), "acknowledgee");

    assertThat(differences(originals)).hasSize(1).first().asString().contains("etcd-1", DATABASE);
  }

  @Test
  void aMissingDirectoryIsADifferenceThoughAnotherDirectoryHasItsName() throws IOException {
    Originals originals = Originals.of(cluster);
    Path another = member.dataDirectory().resolveSibling("restored");
    Files.createDirectories(another.resolve(DATABASE).getParent());
    Files.writeString(another.resolve(DATABASE), "acknowledged");
    Folders.delete(member.dataDirectory());
    Files.move(another, member.dataDirectory());

    assertThat(differences(originals))
        .containsExactly(
            "the old data of etcd-1 is not what its process left: member/snap/db is gone, with the"
                + " directory");
  }

  @Test
  void dataThatAMemberRunsOnAgainIsNotCompared() throws Exception {
    Originals originals = Originals.of(cluster);
    Files.writeString(database(), "written on");
    member.start();

    assertThat(originals.judged()).isEmpty();
  }

  /** As where the data has a disk of its own, to which the member's directory is a link. */
  @Test
  void dataThatAMemberRunsOnBehindALinkIsNotCompared() throws Exception {
    Path disk = member.dataDirectory().resolveSibling("disk");
    Files.move(member.dataDirectory(), disk);
    Files.createSymbolicLink(member.dataDirectory(), disk);
    Originals originals = Originals.of(cluster);
    Files.writeString(database(), "written on");
    member.start();

    assertThat(originals.judged()).isEmpty();
  }

  @Test
  void dataOfARunningMemberIsReadOnceTheMemberHasEnded() throws Exception {
    member.start();
    Originals originals = Originals.of(cluster);
    Files.writeString(database(), "written on");
    originals.look();
    member.kill();
    originals.look();
    assertThat(differences(originals)).isEmpty();

    Files.writeString(setAside().resolve(DATABASE), "acknowledgee");
    assertThat(differences(originals)).hasSize(1);
  }
}
