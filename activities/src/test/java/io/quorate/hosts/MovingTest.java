package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.data.DataDirectory.State;
import io.quorate.port.Failure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A data directory on its way to another place, by the real scripts. */
class MovingTest extends MovingContract {
  @BeforeEach
  void write() throws IOException {
    scratch.writeData();
  }

  @Test
  void aCopyIsWholeAndTheOriginalStays() throws IOException {
    assertThat(copy()).startsWith("2 files").contains("every SHA-256 is equal");
    assertThat(scratch.path("next/member/snap/db"))
        .hasSameBinaryContentAs(scratch.path("data/member/snap/db"));
    assertThat(directories.look(NEXT).state()).isEqualTo(State.PRESENT);
    assertThat(directories.look(NEXT).movedHere()).isEmpty();
    assertThat(copy()).as("again").startsWith("2 files");
  }

  /** What is half copied is nobody's data, and is not begun anew. */
  @Test
  void aCopyThatDiedIsGoneOnWith() throws IOException {
    Files.createDirectories(scratch.path("next/member.copy/snap"));
    Files.createDirectories(scratch.path("next/member.copy/wal"));
    scratch.write("next/member.copy/snap/db", "d");
    scratch.write("next/member.copy/wal/of-before.wal", "gone from the original");
    assertThat(directories.look(NEXT).state()).isEqualTo(State.EMPTY);
    copy();
    assertThat(scratch.path("next/member/snap/db"))
        .hasSameBinaryContentAs(scratch.path("data/member/snap/db"));
    assertThat(scratch.path("next/member.copy")).doesNotExist();
    assertThat(scratch.path("next/member/wal/of-before.wal")).doesNotExist();
  }

  /** An abort interrupts the attempt; its script must not go on copying for hours. */
  @Test
  void aCopyThatIsInterruptedEndsItsProcessesAndIsGoneOnWith() throws Exception {
    Path large = scratch.path("data/member/snap/large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      // All of it is a hole: it takes no room, and time to read.
      file.setLength(64L << 30);
    }
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread copying =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    copy();
                    ended.complete(new AssertionError("it was copied"));
                  } catch (Failure failure) {
                    ended.complete(failure);
                  }
                });
    ScratchMember.await(() -> !reading(large).isEmpty());

    copying.interrupt();

    assertThat(ended.get(20, TimeUnit.SECONDS))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("was interrupted; it may have done its work");
    ScratchMember.await(() -> reading(large).isEmpty());
    assertThat(scratch.path("next/member")).doesNotExist();
    Files.delete(large);
    copy();
    assertThat(scratch.path("next/member/snap/large")).doesNotExist();
    assertThat(scratch.path("next/member/snap/db"))
        .hasSameBinaryContentAs(scratch.path("data/member/snap/db"));
  }

  /** The processes that have the file open. */
  private static List<ProcessHandle> reading(Path file) {
    return ProcessHandle.allProcesses()
        .filter(
            process -> {
              try (Stream<Path> open =
                  Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
                return open.anyMatch(one -> isLinkTo(one, file));
              } catch (IOException | UncheckedIOException gone) {
                return false;
              }
            })
        .toList();
  }

  private static boolean isLinkTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file);
    } catch (IOException gone) {
      return false;
    }
  }

  @Test
  void otherDataIsNeverOverwritten() throws IOException {
    Files.createDirectories(scratch.path("next/member/snap"));
    scratch.write("next/member/snap/db", "somebody else's");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is no copy of");
    assertThat(scratch.read("next/member/snap/db")).isEqualTo("somebody else's");
  }

  @Test
  void aLinkInTheDataIsNotCopied() throws IOException {
    Files.createSymbolicLink(scratch.path("data/member/wal/1.wal"), scratch.path("etcd"));
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("neither a file nor a directory");
  }

  @Test
  void nothingIsCopiedWhileEitherPlaceRuns() throws IOException {
    var runs = scratch.startStranger(Map.of("ETCD_DATA_DIR", scratch.at("next")), "sleep", "600");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("not proven gone");
    runs.destroyForcibly();
    ScratchMember.await(() -> !runs.isAlive());
    scratch.startStranger(Map.of("ETCD_DATA_DIR", scratch.at("data")), "sleep", "600");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("not proven gone");
  }

  @Test
  void handingOverSetsTheOldDirectoryAsideAndMarksTheNewOne() throws IOException {
    copy();
    assertThat(handOver()).isEqualTo(scratch.at("data") + ASIDE);
    assertThat(scratch.path("data")).doesNotExist();
    assertThat(scratch.path("data" + ASIDE + "/member/snap/db")).exists();
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
    assertThat(handOver()).as("again").isEqualTo(scratch.at("data") + ASIDE);
  }

  /** The worker died between the rename and the mark. */
  @Test
  void aMissingMarkIsMadeUpFor() throws IOException {
    copy();
    handOver();
    Files.delete(scratch.path("next/moved-here"));
    assertThat(directories.look(NEXT).movedHere()).isEmpty();
    handOver();
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
  }

  /** Somebody started the old one in between: the copy is older than what it acknowledged. */
  @Test
  void aCopyThatIsNotOfTheDataAsItIsNowTakesNothingOver() throws IOException {
    copy();
    Files.setLastModifiedTime(
        scratch.path("data/member/snap/db"), FileTime.from(Instant.parse("2030-01-01T00:00:00Z")));
    assertThatThrownBy(this::handOver)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is not a copy of");
    assertThat(scratch.path("data/member/snap/db")).exists();
    assertThat(directories.look(NEXT).movedHere()).isEmpty();
  }

  @Test
  void lostDataIsNotHandedOver() throws IOException {
    copy();
    Files.move(scratch.path("data"), scratch.path("lost"));
    assertThatThrownBy(this::handOver).isInstanceOf(Failure.Refused.class);
    assertThat(directories.look(NEXT).movedHere()).isEmpty();
  }
}
