package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.AsideDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code quorate snapshots --aside}: the old directories of each member. */
class AsideVerbTest {
  private static final Instant BEFORE = Desk.START.minus(Duration.ofDays(3));

  @TempDir Path directory;
  private Desk desk;
  private final Map<MemberName, List<AsideDirectory>> kept = new HashMap<>();

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory).sees(Drawn.DARK);
    desk.directories = new KeptAside(kept);
    for (int number = 0; number < 3; number++) {
      kept.put(new MemberName("etcd-" + number), new ArrayList<>());
    }
  }

  @Test
  void listsEachDirectorySetAsideWithMemberAgeSizeOwnerAndOperation() throws IOException {
    keep("etcd-1", "payments.5f0c2d11", "8e9e05c52164694d");

    assertThat(desk.type("snapshots", "payments", "--aside")).isZero();
    assertThat(desk.out())
        .startsWith("payments   1 directory set aside, 21 MiB\n")
        .contains(
            "etcd-1  2026-02-26T03:04:05Z  3 days  21 MiB  8e9e05c52164694d  payments.5f0c2d11"
                + "  /var/lib/etcd/etcd-1.aside-payments.5f0c2d11-8e9e05c52164694d")
        .contains("Quorate deletes none of them.");
    assertThat(desk.type("snapshots", "payments", "--aside", "-o", "json")).isZero();
    Golden.check("aside.json", desk.out());
  }

  /** The configuration of a cluster in Kubernetes may leave its members out. */
  @Test
  void listsTheDirectoriesOfTheMembersThatThePlatformNames() {
    keep("etcd-0", "payments.5f0c2d11", "8e9e05c52164694d");
    keep("etcd-1", "payments.5f0c2d11", "8e9e05c52164694d");
    desk.located =
        cluster -> cluster.withMembers(cluster.members().headMap(new MemberName("etcd-1")));

    assertThat(desk.type("snapshots", "payments", "--aside")).isZero();
    assertThat(desk.out()).contains("etcd-0.aside").doesNotContain("etcd-1.aside");
  }

  @Test
  void aDirectoryNamedByAPersonHasNoOperationAndNoOwner() {
    kept.get(new MemberName("etcd-0"))
        .add(
            new AsideDirectory(
                "/var/lib/etcd/etcd-0.aside-by-hand",
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty()));

    assertThat(desk.type("snapshots", "payments", "--aside")).isZero();
    assertThat(desk.out()).contains("etcd-0  not known  -    0 MiB  -    -          /var/lib");
  }

  @Test
  void aHostThatDoesNotAnswerHidesItsOwnDirectoriesOnly() {
    keep("etcd-1", "payments.5f0c2d11", "8e9e05c52164694d");
    kept.remove(new MemberName("etcd-2"));

    assertThat(desk.type("snapshots", "payments", "--aside")).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(desk.out())
        .contains("etcd-1.aside-")
        .contains("What was set aside of etcd-2 is not known: the host of etcd-2 does not answer.");
  }

  @Test
  void withoutDirectoriesSetAsideTheVerbSaysSoAndEndsWithZero() {
    assertThat(desk.type("snapshots", "payments", "--aside")).isZero();
    assertThat(desk.out()).isEqualTo("No directory set aside of payments was found.\n");
  }

  @Test
  void directoriesCannotBeVerified() {
    assertThat(desk.type("snapshots", "payments", "--aside", "--verify")).isEqualTo(2);
    assertThat(desk.err()).contains("--verify").contains("--aside");
  }

  private void keep(String member, String operation, String was) {
    kept.get(new MemberName(member))
        .add(
            new AsideDirectory(
                "/var/lib/etcd/" + member + ".aside-" + operation + "-" + was,
                Optional.of(operation),
                Optional.of(MemberId.parse(was)),
                21 << 20,
                Optional.of(BEFORE)));
  }
}
