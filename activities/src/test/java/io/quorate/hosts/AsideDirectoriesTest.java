package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataFinding;
import io.quorate.port.AsideDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was set aside is found again by its name, by the real scripts. */
class AsideDirectoriesTest extends OnScratchMember {
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");

  @BeforeEach
  void make() throws IOException {
    scratch.writeData();
  }

  @Test
  void withoutASetAsideTheListIsEmpty() {
    assertThat(aside()).isEmpty();
  }

  @Test
  void listsADirectorySetAsideWithOperationMemberSizeAndAge() {
    String where = scratch.directories().setAside(NAME, OLD, permit());

    assertThat(aside()).hasSize(1);
    AsideDirectory one = aside().get(0);
    assertThat(one.path()).isEqualTo(where);
    assertThat(one.operation()).contains("payments.5f0c2d11");
    assertThat(one.was()).contains(OLD);
    assertThat(one.bytes()).isGreaterThan(1000);
    assertThat(one.since().orElseThrow())
        .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now().plusSeconds(1));
  }

  @Test
  void aDirectoryOfAMemberInNoMembershipHasNoMemberId() {
    scratch.directories().setAside(NAME, new MemberId(0), permit());

    assertThat(aside()).singleElement().satisfies(one -> assertThat(one.was()).isEmpty());
    assertThat(aside().get(0).operation()).contains("payments.5f0c2d11");
  }

  @Test
  void aSeparateLogIsListedBesideTheData() throws IOException {
    Files.move(
        scratch.path("data/member/wal"),
        Files.createDirectories(scratch.path("disk")).resolve("wal"));
    Files.writeString(
        Path.of(scratch.member.environmentFile()),
        "\nETCD_WAL_DIR=" + scratch.at("disk/wal") + "\n",
        StandardOpenOption.APPEND);
    scratch.directories().setAside(NAME, OLD, permit());

    assertThat(aside())
        .extracting(AsideDirectory::path)
        .containsExactlyInAnyOrder(
            scratch.at("data") + ".aside-payments.5f0c2d11-" + OLD,
            scratch.at("disk/wal") + ".aside-payments.5f0c2d11-" + OLD);
  }

  /** A mount point cannot be renamed, so what etcd made in it was. */
  @Test
  void aMemberFolderSetAsideInsideTheDataDirectoryIsListed() throws IOException {
    Files.createDirectories(scratch.path("data/member.aside-my-db.0a1b2c3d-a1"));

    assertThat(aside())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.operation()).contains("my-db.0a1b2c3d");
              assertThat(one.was()).contains(MemberId.parse("a1"));
            });
  }

  @Test
  void aNameThatAPersonGaveTellsNeitherOperationNorMember() throws IOException {
    Files.createDirectories(scratch.path("data.aside-by hand"));
    Files.writeString(scratch.path("data.aside-notes"), "no directory");

    assertThat(aside())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.path()).isEqualTo(scratch.at("data.aside-by hand"));
              assertThat(one.operation()).isEmpty();
              assertThat(one.was()).isEmpty();
            });
  }

  /** An undo starts what was set aside: a look at a part of it proves nothing. */
  @Test
  void damageInDataSetAsideIsKnownAfterAFullReading() throws IOException {
    scratch.damageWhatALookOverlooks();
    HostDataDirectories directories = scratch.directories();
    directories.setAside(NAME, OLD, permit());

    assertThat(directories.kept(NAME))
        .singleElement()
        .satisfies(one -> assertThat(one.damage()).isEmpty());
    assertThat(directories.examineKept(NAME))
        .singleElement()
        .satisfies(one -> assertThat(one.damage()).isPresent());
    assertThat(directories.kept(NAME))
        .singleElement()
        .satisfies(one -> assertThat(one.damage()).isPresent());
  }

  @Test
  void dataSetAsideThatMustNotBeReadIsNamedWithTheReason() throws IOException {
    assumeThat(Files.getAttribute(scratch.folder, "unix:uid")).isEqualTo(0);
    Path log = scratch.path("data/member/wal");
    Files.move(log, scratch.path("elsewhere"));
    Files.createSymbolicLink(log, scratch.path("elsewhere"));
    Files.setAttribute(log, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    HostDataDirectories directories = scratch.directories();
    directories.setAside(NAME, OLD, permit());

    assertThat(directories.examineKept(NAME))
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.damage().map(DataFinding::words).orElse(""))
                    .contains("it must not be read")
                    .contains("it is a link that somebody else than root made"));
  }

  private List<AsideDirectory> aside() {
    return scratch.directories().aside(NAME);
  }
}
