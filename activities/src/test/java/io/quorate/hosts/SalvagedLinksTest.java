package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.data.DataDirectory.State;
import io.quorate.port.Failure;
import io.quorate.shell.LocalHost;
import io.quorate.volume.VolumeScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Data that can be read can be salvaged: the copy follows and leaves out what the reader does. */
class SalvagedLinksTest extends OnScratchMemberAsRoot {
  private static final String SEGMENT = "0000000000000000-0000000000000000.wal";

  @BeforeEach
  void layOut() throws Exception {
    scratch.writeData();
    give(scratch.path("data"));
  }

  @Test
  void linksThatEtcdIgnoresAreLeftOut() throws Exception {
    Files.createSymbolicLink(scratch.path("data/member/notes"), folder);
    link("data/member/snap/db.bak", folder);
    link("data/member/wal/0.wal.broken", folder.resolve("nothing"));
    isCopiedAsItIsRead();
  }

  @Test
  void theLogOnAnotherDiskIsCopiedWithTheData() throws Exception {
    Path disk = diskWithTheLog();
    Files.createSymbolicLink(disk.resolve("notes"), folder);
    Files.createSymbolicLink(scratch.path("data/member/wal"), disk);
    isCopiedAsItIsRead();
    assertThat(disk.resolve(SEGMENT)).exists();
  }

  @Test
  void aLinkOfEtcdsUserToItsOwnDiskIsFollowed() throws Exception {
    link("data/member/wal", diskWithTheLog());
    isCopiedAsItIsRead();
  }

  @Test
  void rootsDataMayLeadAnywhere() throws Exception {
    Path disk = diskWithTheLog();
    give(scratch.path("data"), 0);
    Files.createSymbolicLink(scratch.path("data/member/wal"), disk);
    isCopiedAsItIsRead();
  }

  @Test
  void aLinkThatTheReaderDoesNotFollowIsRefusedWithTheRemedy() throws Exception {
    Path disk = diskWithTheLog();
    give(disk, 0);
    Files.createSymbolicLink(scratch.path("data/member/wal"), disk);
    isRefused("wal is a link to what is another user's than user 65534's; put the directory");
    give(disk);
    isCopiedAsItIsRead();

    Files.move(disk.resolve(SEGMENT), folder.resolve("segment"));
    Files.createSymbolicLink(disk.resolve(SEGMENT), folder.resolve("segment"));
    isRefused(SEGMENT + " is a link behind a link");
    Files.move(
        folder.resolve("segment"), Files.createDirectory(folder.resolve("own")).resolve(SEGMENT));
    Files.delete(disk.resolve(SEGMENT));
    Files.delete(scratch.path("data/member/wal"));
    Files.move(folder.resolve("own"), scratch.path("data/member/wal"));
    give(scratch.path("data"));
    isCopiedAsItIsRead();

    Files.move(scratch.path("data/member/snap/db"), scratch.path("database"));
    link("data/member/snap/db", scratch.path("database"));
    isRefused("db is a link to a file, and etcd makes none; put the file itself there");
  }

  private void isCopiedAsItIsRead() throws IOException {
    assertThat(scratch.directories().look(ScratchMember.NAME).state()).isEqualTo(State.PRESENT);
    duplicate();
    Path copy = scratch.path("data.salvage-1/data");
    try (Stream<Path> all = Files.walk(copy)) {
      assertThat(all.filter(Files::isRegularFile))
          .extracting(copy::relativize)
          .containsExactlyInAnyOrder(Path.of("member/snap/db"), Path.of("member/wal", SEGMENT));
    }
    try (Stream<Path> all = Files.walk(copy)) {
      assertThat(all).noneMatch(Files::isSymbolicLink);
    }
    for (String file : List.of("member/snap/db", "member/wal/" + SEGMENT)) {
      assertThat(copy.resolve(file)).hasSameBinaryContentAs(scratch.path("data").resolve(file));
    }
  }

  private void isRefused(String why) {
    assertThatThrownBy(this::duplicate)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(why);
  }

  private void duplicate() {
    new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS)
        .volume()
        .underLock(
            VolumeScript.DUPLICATE,
            List.of(".salvage-1"),
            facts -> "go " + facts.first("target-inode").orElseThrow() + "\n");
  }

  private Path diskWithTheLog() throws Exception {
    Path disk = scratch.path("disk");
    Files.move(scratch.path("data/member/wal"), disk);
    return disk;
  }

  private void link(String name, Path to) throws IOException {
    Files.createSymbolicLink(scratch.path(name), to);
    Files.setAttribute(scratch.path(name), "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
  }
}
