package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory.State;
import io.quorate.port.AsideDirectory;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The old data back in the place of what was restored, by the real scripts. */
class PuttingBackTest extends OnScratchMember {
  private static final String OPERATION = "payments.5f0c2d11";
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");
  private static final String ASIDE = ".aside-" + OPERATION + "-" + OLD;
  private static final String AWAY = ".restored-" + OPERATION;

  @BeforeEach
  void make() throws IOException {
    scratch.writeData();
    scratch.write("data/old", "");
    scratch.directories().setAside(NAME, OLD, permit());
    scratch.writeData();
  }

  @Test
  void theOldDataIsBackAndTheRestoredDataIsKept() throws IOException {
    assertThat(putBack())
        .isEqualTo("%1$s to %1$s%2$s, %1$s%3$s to %1$s".formatted(scratch.at("data"), AWAY, ASIDE));
    requireBack();
    assertThat(putBack()).as("again").contains("back in its place already");
    requireBack();
  }

  /** The worker died between the two renames. */
  @Test
  void aHalfFinishedPutBackIsCompleted() throws IOException {
    Files.move(scratch.path("data"), scratch.path("data" + AWAY));
    assertThat(putBack()).isEqualTo(scratch.at("data") + ASIDE + " to " + scratch.at("data"));
    requireBack();
  }

  /** The restore was never carried out. */
  @Test
  void anEmptyPlaceGetsItsDataBack() throws IOException {
    Files.move(scratch.path("data"), scratch.path("elsewhere"));
    putBack();
    assertThat(scratch.path("data/old")).exists();
    assertThat(scratch.path("data" + AWAY)).doesNotExist();
  }

  @Test
  void aLogOfItsOwnComesBackBeforeTheDatabase() throws IOException {
    Files.move(scratch.path("data/member/wal"), scratch.path("wal"));
    Files.move(scratch.path("data" + ASIDE + "/member/wal"), scratch.path("wal" + ASIDE));
    scratch.write("wal" + ASIDE + "/old", "");
    scratch.write(
        "etcd-0.env", scratch.read("etcd-0.env") + "ETCD_WAL_DIR=" + scratch.at("wal") + "\n");
    assertThat(scratch.directories().aside(NAME))
        .extracting(AsideDirectory::path)
        .containsExactlyInAnyOrder(scratch.at("data") + ASIDE, scratch.at("wal") + ASIDE);
    assertThat(putBack())
        .isEqualTo(
            "%1$s to %1$s%3$s, %2$s to %2$s%3$s, %2$s%4$s to %2$s, %1$s%4$s to %1$s"
                .formatted(scratch.at("data"), scratch.at("wal"), AWAY, ASIDE));
    requireBack();
    assertThat(scratch.path("wal/old")).exists();
    assertThat(putBack()).as("again").contains("back in its place already");
  }

  @Test
  void aPutBackReplacesNothing() throws IOException {
    Files.createDirectories(scratch.path("data" + AWAY));
    assertThatThrownBy(this::putBack)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("nothing is replaced");
    assertThat(scratch.path("data" + ASIDE + "/old")).exists();
  }

  @Test
  void anOperationThatSetNothingAsideHasNothingToGiveBack() {
    assertThatThrownBy(
            () -> scratch.directories().putBack(NAME, OLD, "payments.00000000", permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("set no data of etcd-0 aside");
  }

  @Test
  void aMemberThatRunsKeepsItsData() throws IOException {
    scratch.startStranger(Map.of("ETCD_DATA_DIR", scratch.at("data")), "sleep", "600");
    assertThatThrownBy(this::putBack)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is not given its old data back");
  }

  @Test
  void theDirectoryThatWasSetAsideIsListed() {
    AsideDirectory aside = scratch.directories().aside(NAME).getFirst();
    assertThat(scratch.directories().aside(NAME)).hasSize(1);
    assertThat(aside.path()).isEqualTo(scratch.at("data") + ASIDE);
    assertThat(aside.operation()).contains(OPERATION);
    assertThat(aside.was()).isEqualTo(Optional.of(OLD));
    assertThat(aside.bytes()).isPositive();
    assertThat(aside.since().orElseThrow()).isAfter(Instant.EPOCH);
  }

  private String putBack() {
    return scratch.directories().putBack(NAME, OLD, OPERATION, permit());
  }

  private void requireBack() {
    assertThat(scratch.path("data/old")).exists();
    assertThat(scratch.path("data" + AWAY)).exists();
    assertThat(scratch.path("data" + ASIDE)).doesNotExist();
    assertThat(scratch.directories().look(NAME).state()).isEqualTo(State.PRESENT);
  }
}
